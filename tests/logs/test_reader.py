"""Files of any size and kind, in blocks, with line numbers kept."""

import gzip
import io
import json
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
import zstandard

from faultbook.logs.origin import origin_of
from faultbook.logs.reader import (
    MAX_LINE,
    UnreadableLogError,
    open_log,
    read_blocks,
    read_lines,
    read_logs,
)
from faultbook.logs.record import Origin

TEXT = b"first\n[rank1]: second\r\n\nfourth without a newline"


def messages(path: Path) -> list[tuple[int, str]]:
    return [(line.number, line.message) for line in read_lines(str(path))]


EXPECTED = [(1, "first"), (2, "second"), (3, ""), (4, "fourth without a newline")]


def test_plain(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    log.write_bytes(TEXT)
    assert messages(log) == EXPECTED


def test_gzip_by_its_first_bytes(tmp_path: Path) -> None:
    log = tmp_path / "misnamed.log"
    log.write_bytes(gzip.compress(TEXT[:20]) + gzip.compress(TEXT[20:]))
    assert messages(log) == EXPECTED


def test_zstd_of_several_frames(tmp_path: Path) -> None:
    log = tmp_path / "a.zst"
    packer = zstandard.ZstdCompressor()
    log.write_bytes(packer.compress(TEXT[:20]) + packer.compress(TEXT[20:]))
    assert messages(log) == EXPECTED


def test_lines_of_an_archive_can_be_counted_off(tmp_path: Path) -> None:
    log = tmp_path / "a.zst"
    log.write_bytes(zstandard.ZstdCompressor().compress(TEXT))
    with open_log(str(log)) as stream:
        assert b"".join(stream) == TEXT


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.ZstdCompressor().compress])
def test_an_archive_that_was_cut_short_says_so(tmp_path: Path, pack) -> None:  # type: ignore[no-untyped-def]
    log = tmp_path / "a.packed"
    whole = pack(b"".join(b"line %d %d\n" % (n, n * 7919 % 10007) for n in range(100_000)))
    log.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UnreadableLogError, match=r"a\.packed: cannot be read to its end"):
        list(read_lines(str(log)))


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.ZstdCompressor().compress])
def test_a_damaged_archive_gives_what_it_has(tmp_path: Path, pack) -> None:  # type: ignore[no-untyped-def]
    log = tmp_path / "a.packed"
    whole = pack(b"".join(b"line %d %d\n" % (n, n * 7919 % 10007) for n in range(400_000)))
    middle = len(whole) // 2
    log.write_bytes(whole[:middle] + bytes(byte ^ 0x5A for byte in whole[middle:]))
    got = 0
    lines = read_lines(str(log))

    def read_on() -> None:
        nonlocal got
        for _ in lines:
            got += 1

    with pytest.raises(UnreadableLogError, match=r"a\.packed"):
        read_on()
    assert got > 1000


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with (
        pytest.raises(UnreadableLogError, match="cannot be opened"),
        open_log(str(tmp_path / "no.log")),
    ):
        pass


def test_several_files_keep_their_names(tmp_path: Path) -> None:
    for rank in (0, 1):
        (tmp_path / f"rank_{rank}.log").write_bytes(b"hello\n")
    lines = list(read_logs([str(tmp_path / f"rank_{r}.log") for r in (0, 1)]))
    assert [(line.rank, line.number) for line in lines] == [(0, 1), (1, 1)]


def test_json_lines_are_unpacked(tmp_path: Path) -> None:
    log = tmp_path / "pod.jsonl"
    rows = [
        {"log": "plain\n", "stream": "stdout", "time": "2026-08-16T05:58:27.5Z"},
        {"message": 'RuntimeError: "quoted"\nsecond', "severity": "error", "rank": 3},
        {"textPayload": "[rank7]: deep", "resource": {"labels": {"pod_name": "job-worker-1"}}},
    ]
    log.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    lines = list(read_lines(str(log)))

    assert [(x.number, x.message, x.rank, x.level, x.host) for x in lines] == [
        (1, "plain", None, None, None),
        (2, 'RuntimeError: "quoted"', 3, "ERROR", None),
        (2, "second", 3, "ERROR", None),
        (3, "deep", 7, None, "job-worker-1"),
    ]
    with open_log(str(log)) as stream:
        (block,) = read_blocks(stream, Origin("pod.jsonl"))
    assert b'RuntimeError: "quoted"' in block.data
    assert block.data.count(b"\n") == 3


def test_a_long_line_is_read_in_parts(tmp_path: Path) -> None:
    log = tmp_path / "long.log"
    log.write_bytes(b"before\n" + b"x" * (3 * MAX_LINE) + b"THE END\nafter\n")
    origin = Origin("long.log")
    with open_log(str(log)) as stream:
        blocks = list(read_blocks(stream, origin))
    assert max(len(block.data) for block in blocks) < 3 * MAX_LINE
    assert [block.starts_inside for block in blocks].count(True) >= 2
    number = 1
    for block in blocks:
        number -= block.starts_inside
        number += block.data.count(b"\n") + (not block.data.endswith(b"\n"))
    assert number - 1 == 3


class Endless(io.RawIOBase):
    """A log of so many bytes that never lies in memory."""

    def __init__(self, size: int, line: bytes) -> None:
        self.left, self.chunk = size, line * (65536 // len(line))

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:  # type: ignore[no-untyped-def,override]
        part = self.chunk[: min(len(buffer), self.left)]
        buffer[: len(part)] = part
        self.left -= len(part)
        return len(part)


def total(blocks: Iterator) -> int:  # type: ignore[type-arg]
    return sum(len(block.data) for block in blocks)


@pytest.mark.parametrize("line", [b"a line of a log\n", b"no newline ever "])
def test_memory_does_not_grow(line: bytes) -> None:
    def peak(size: int) -> int:
        tracemalloc.start()
        with io.BufferedReader(Endless(size, line)) as stream:
            assert total(read_blocks(stream, Origin("e"))) >= size
        _, high = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return high

    assert peak(64 << 20) < 2 * peak(8 << 20)


def test_time_is_linear_in_the_length_of_a_line() -> None:
    def seconds(size: int) -> float:
        start = time.process_time()
        with io.BufferedReader(Endless(size, b"x" * 64)) as stream:
            total(read_blocks(stream, Origin("e")))
        return time.process_time() - start

    seconds(1 << 20)
    assert seconds(32 << 20) < 40 * max(seconds(4 << 20), 0.005)


@pytest.mark.parametrize(
    ("name", "rank", "local_rank", "host"),
    [
        ("rank_3.log", 3, None, None),
        ("logs/train-rank12.out", 12, None, None),
        ("run/attempt_0/5/stderr.log", None, 5, None),
        ("node-07.log", None, None, "node-07"),
        ("local_rank_2.err", None, 2, None),
        ("slurm-9411285.out", None, None, None),
        ("worker-1_rank_9.log.gz", 9, None, "worker-1"),
        ("train.log", None, None, None),
        ("out_2026-03-01.log", None, None, None),
        ("ip-10-0-1-2.log", None, None, "ip-10-0-1-2"),
        ("socket_errno_97_no_ipv6.log", None, None, None),
    ],
)
def test_the_name_of_a_file_tells_its_rank(
    name: str, rank: int | None, local_rank: int | None, host: str | None
) -> None:
    origin = origin_of(name)
    assert (origin.rank, origin.local_rank, origin.host) == (rank, local_rank, host)
