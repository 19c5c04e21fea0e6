"""Masking: what varies goes, what tells failures apart stays."""

from __future__ import annotations

import random

import pytest

from faultbook.signature import generate, mask, match, parse, sample

LINES = [
    (
        "NET/OFI Unable to register memory (type = 1) for device 0. RC: -22, "
        "Error: Invalid argument",
        "NET/OFI Unable to register memory (type = <int>) for device <int>. "
        "RC: -22, Error: Invalid argument",
    ),
    (
        "misc/shmutils.cc:88 NCCL WARN Error: failed to extend /dev/shm/nccl-WU88OE to 9637892 "
        "bytes, error: No space left on device (28)",
        "misc/shmutils.cc:<int> NCCL WARN Error: failed to extend <path> to <int> "
        "bytes, error: No space left on device (<int>)",
    ),
    ("OSError: [Errno 28] No space left on device", "OSError: [Errno 28] No space left on device"),
    (
        "NVRM: Xid (PCI:0000:3b:00): 79, pid=1234, GPU has fallen off the bus.",
        "NVRM: Xid (PCI:<word>): 79, pid=<int>, GPU has fallen off the bus.",
    ),
    (
        "failed (exitcode: -9) local_rank: 3 (pid: 165) of binary: /opt/conda/bin/python",
        "failed (exitcode: -9) local_rank: <int> (pid: <int>) of binary: <path>",
    ),
    (
        "Connection closed by peer [172.17.0.2]:16786 at 2024-06-08T19:04:45.123Z",
        "Connection closed by peer [<ip>]:<int> at <word>",
    ),
    (
        "connect to ip-10-0-3-7.ec2.internal:29500 <fe80::1%eth0> failed",
        r"connect to <host>:<int> \<<ip>%eth0> failed",
    ),
    (
        "CUDA out of memory. Tried to allocate 2.50 GiB (GPU 0; 79.15GiB total)",
        "CUDA out of memory. Tried to allocate <num> GiB (GPU <int>; <num>GiB total)",
    ),
    ("Cuda failure 1 'invalid argument'", "Cuda failure 1 'invalid argument'"),
    ("No module named 'torch_npu'", "No module named <quoted>"),
    (
        "request 6f9619ff-8b86-d011-b42d-00c04fc964ff got HTTP 503 after 30s on rank7",
        "request <word> got HTTP 503 after <int>s on rank<int>",
    ),
    (
        "loss 1.5e-07 at step 300, H100 x8, NCCL 2.21.5",
        "loss <num> at step <int>, H100 x8, NCCL <word>",
    ),
    (
        "segfault at 7f8a3c2b1000 ip 0x00007f8a3c2b1000 error 4",
        "segfault at <hex> ip <hex> error <int>",
    ),
    ("  \tindented\t\ttext 5  ", "indented text <int>"),
    ("see https://pytorch.org/docs/stable.html.", "see https://<path>."),
    (
        "mlx5_0:1 GPU3 can't; don't 'x' \\ <b>",
        r"mlx5_<int>:<int> GPU<int> can't; don't <quoted> \\ \<b>",
    ),
]


@pytest.mark.parametrize(("line", "expected"), LINES)
def test_mask(line: str, expected: str) -> None:
    assert mask(line) == expected
    assert match(parse(expected, minimum=0), line)


@pytest.mark.parametrize(("line", "expected"), LINES)
def test_other_lines_of_the_same_shape_mask_to_the_same(line: str, expected: str) -> None:
    assert mask(sample(parse(expected, minimum=0))) in (
        expected,
        # A time, a version or an id may be any <word>, and a plain word is no longer masked.
        expected.replace("<word>", "word"),
    )
    rng = random.Random(line)
    for _ in range(20):
        other = generate(parse(expected, minimum=0), rng)
        assert match(parse(mask(other), minimum=0), other)


def test_a_long_line_is_cut_at_a_blank() -> None:
    line = "Traceback at 0x7f " + "word 12 " * 5_000
    masked = mask(line)
    assert masked.startswith("Traceback at <hex> word <int> word")
    assert len(masked) < 1_500
    assert match(parse(masked), line)


def test_a_long_line_without_blanks_is_cut_anywhere() -> None:
    line = "a1" * 40_000
    assert match(parse(mask(line)), line)


def test_the_first_of_several_lines_is_used() -> None:
    assert mask("\n first 1 line \r\n second 2 line") == "first <int> line"
    assert mask(" \t\n") == ""
