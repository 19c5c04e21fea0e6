"""Hostile input: no crash, no quadratic time, no growth of memory."""

# ruff: noqa: E501 - lines of logs are as long as they are

import time
import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from faultbook.diagnosis.as_json import as_json
from faultbook.diagnosis.as_text import as_text
from faultbook.diagnosis.conclude import conclude
from faultbook.diagnosis.run import diagnose
from faultbook.diagnosis.scan import Scan
from faultbook.logs.origin import origin_of
from faultbook.logs.reader import BlockMaker
from tests.diagnosis.support import CORPUS, TABLE, diagnose_text, found, watchdog

FRAGMENTS = [
    "Traceback (most recent call last):",
    "RuntimeError: CUDA out of memory. Tried to allocate 2 GiB",
    "NVRM: Xid (PCI:0000:02:00): 79, GPU",
    "[rank3]: ",
    "[rank99999999999]: ",
    "During handling of the above exception, another exception occurred:",
    watchdog(1).strip(),
    "last enqueued NCCL work: 99999999999999999999, last completed NCCL work: -1",
    "failed (exitcode: -9) local_rank: 4 (pid: 24905) of binary",
    "  exitcode  : -9 (pid: 8158)",
    "  rank      : 0 (local_rank: 0)",
    "comm 0x8e rank 0 nranks 999999 cudaDev 0",
    "iteration 7/100 | lm loss: 2.5",
    '{"log": "RuntimeError: x\\n", "rank": 3}',
    "\x1b[31m",
    "\r",
    "\n",
    "\x00",
    "\ud800",
    "\u202e",
    "node-a: ",
    "0: ",
    " | ",
    "99%|###| 99/100 [00:01<00:00, 1.00it/s]",
    "error: ",
]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=8)), max_size=30))
def test_no_log_fails(parts: list[str]) -> None:
    diagnosis = diagnose_text("".join(parts), "\n".join(parts))

    as_json(diagnosis)
    for line in as_text(diagnosis):
        assert "\x1b" not in line.text
        assert "\n" not in line.text
        assert "\u202e" not in line.text


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=3000))
def test_no_bytes_fail(raw: bytes) -> None:
    scan = Scan.start(CORPUS, TABLE)
    scan.begin_file("a.log")
    scan.add_block(BlockMaker(origin_of("a.log")).make(raw))
    conclude(scan)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from(FRAGMENTS[:13]), min_size=1, max_size=40),
    st.lists(st.integers(0, 39), max_size=4),
)
def test_where_a_log_is_cut_into_blocks_does_not_matter(parts: list[str], cuts: list[int]) -> None:
    def answer(blocks: list[str]) -> dict[str, object]:
        scan = Scan.start(CORPUS, TABLE)
        scan.begin_file("a.log")
        maker = BlockMaker(origin_of("a.log"))
        for block in blocks:
            scan.add_block(maker.make(block.encode()))
        return as_json(conclude(scan))

    lines = [f"{part}\n" for part in parts]
    edges = sorted({0, len(lines), *(cut for cut in cuts if cut < len(lines))})
    blocks = ["".join(lines[a:b]) for a, b in pairwise(edges)]
    assert answer(blocks) == answer(["".join(lines)])


NASTY = {
    "one word again and again": "error " * 40_000,
    "tracebacks without end": "Traceback (most recent call last):\n" * 20_000,
    "frames without end": 'Traceback (most recent call last):\n  File "a"\n' * 10_000,
    "different errors": "".join(
        f"Error{chr(97 + n % 26) * (n % 40)}: x{n}\n" for n in range(20_000)
    ),
    "one rank a line": "".join(f"[rank{n}]: ValueError: {n}\n" for n in range(20_000)),
    "one process a line": "".join(f"(A pid={n}) ValueError: {n}\n" for n in range(20_000)),
    "watchdogs": "".join(watchdog(n % 1000, n) for n in range(5_000)),
    "sightings": "CUDA out of memory. Tried to allocate\n" * 20_000,
    "progress between faults": "iteration 1/9 loss\nCUDA out of memory. Tried to allocate\niteration 2/9 loss\n"
    * 7_000,
    "one long line": "CUDA out of memory. Tried to allocate " * 8_000,
    "carriage returns": "CUDA out of memory. Tried to allocate\r" * 8_000,
    "open brackets": "[" * 200_000 + "error",
    "chains": "ValueError: x\nDuring handling of the above exception, another exception occurred:\n"
    * 8_000,
    "json": '{"log": "ValueError: x"}\n' * 10_000,
}


@pytest.mark.parametrize("name", NASTY)
def test_time_grows_with_the_log_and_no_faster(name: str) -> None:
    text = NASTY[name]

    def seconds(part: str) -> float:
        start = time.process_time()
        diagnose_text(part)
        return time.process_time() - start

    seconds(text[:2000])
    part, whole = seconds(text[: len(text) // 4]), seconds(text)
    assert whole < 12 * max(part, 0.05)
    assert whole < 15


def test_memory_does_not_grow_with_the_log(tmp_path: Path) -> None:
    lines = "".join(f"[rank{n % 8}]: ValueError: number {n} is odd\n" for n in range(20))
    lines += (
        "CUDA out of memory. Tried to allocate\n" * 10 + "all is well, and nothing else\n" * 5_000
    )

    def peak(times: int) -> int:
        log = tmp_path / f"{times}.log"
        with log.open("w") as stream:
            for _ in range(times):
                stream.write(lines)
        tracemalloc.start()
        diagnose(CORPUS, [str(log)], TABLE)
        _, high = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return high

    peak(2)
    assert peak(120) < 1.3 * peak(40)


def test_text_of_a_log_is_shown_and_does_nothing() -> None:
    hostile = "RuntimeError: \x1b]0;title\x07\u202e[bold]x[/bold] <script>alert(1)</script> \x08\n"
    text = "\n".join(line.text for line in as_text(diagnose_text(hostile)))

    assert "[bold]x[/bold] <script>alert(1)</script>" in text
    assert "\\u202e" in text
    assert not {"\x1b", "\x07", "\x08"} & set(text)


def test_what_is_only_counted_is_counted_right() -> None:
    kinds = (
        "[rank{0}]: CUDA out of memory. Tried to allocate {1:04} MiB\n",
        '{{"log": "[rank{0}]: CUDA out of memory. Tried to allocate {1:04} MiB"}}\n',
        "50%|##  | {1:04}/9999 [00:00<00:01]\r[rank{0}]: CUDA out of memory. Tried to allocate\n",
    )
    for line in kinds:
        text = "".join(line.format(n % 8, n) for n in range(3_000))
        (finding,) = diagnose_text(text).findings
        assert (finding.count, finding.ranks) == (3_000, tuple(range(8)))


def test_digits_decide_in_lines_of_one_shape() -> None:
    text = "".join(f"[{n}.000001] NVRM: Xid (PCI:0000:02:00): 13, pid=9\n" for n in range(100, 400))
    text += "[401.000001] NVRM: Xid (PCI:0000:02:00): 79, pid=9\n"
    assert found(diagnose_text(text)) == ["xid"]


def test_progress_after_a_line_that_is_only_counted() -> None:
    steps = "".join(f"iteration {n}/9999 | lm loss: 2\n" for n in range(9))
    text = "CUDA out of memory. Tried to allocate\n" * 5_000 + steps
    assert found(diagnose_text(text)) == []
    assert found(diagnose_text(text + "CUDA out of memory. Tried to allocate\n")) == ["oom"]
