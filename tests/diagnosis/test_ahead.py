"""A long plain log is searched by several processes; the answer is the same as by one."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from faultbook.diagnosis import ahead, phrases
from faultbook.diagnosis.answer import Diagnosis
from faultbook.diagnosis.as_json import as_json
from faultbook.diagnosis.run import diagnose
from faultbook.logs import reader
from tests.diagnosis.support import CORPUS, TABLE, Fault, Line, found, index_of, steps, watchdog

XID_LINE = "[1843.3] NVRM: Xid (PCI:0000:4e:00): 79, pid=4012, GPU has fallen off the bus.\n"


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of 8 kB: a log of half a megabyte is long."""
    monkeypatch.setattr(reader, "BLOCK", 8192)
    monkeypatch.setattr(phrases, "processes", lambda: 3)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A run of some thousand steps with faults in its middle and at its end."""
    text = [steps(0, 3000, 3), XID_LINE, watchdog(1), steps(3000, 6000, 3)]
    text += [watchdog(rank) for rank in range(8)] + [steps(0, 3, 5), XID_LINE]
    path = tmp_path / "run.log"
    path.write_text("".join(text), encoding="utf-8")
    return path


def by_one(monkeypatch: pytest.MonkeyPatch, log: Path) -> Diagnosis:
    with monkeypatch.context() as patch:
        patch.setattr(phrases, "processes", lambda: 1)
        return diagnose(CORPUS, [str(log)], TABLE)


def test_several_processes_find_what_one_finds(monkeypatch: pytest.MonkeyPatch, log: Path) -> None:
    started: list[int] = []
    fork = os.fork

    def counted() -> int:
        started.append(1)
        return fork()

    monkeypatch.setattr(os, "fork", counted)
    several = diagnose(CORPUS, [str(log)], TABLE)
    assert len(started) == 3
    assert found(several)[0] == "xid"
    assert as_json(several) == as_json(by_one(monkeypatch, log))
    assert several.initiating is not None
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    assert several.initiating.evidence.line == len(lines)


def test_no_process_is_left_behind(monkeypatch: pytest.MonkeyPatch, log: Path) -> None:
    started: list[int] = []
    fork = os.fork

    def noted() -> int:
        if process := fork():
            started.append(process)
        return process

    monkeypatch.setattr(os, "fork", noted)
    diagnose(CORPUS, [str(log)], TABLE)
    assert len(started) == 3
    for process in started:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


def test_a_process_that_dies_costs_time_only(monkeypatch: pytest.MonkeyPatch, log: Path) -> None:
    start = ahead._start

    def doomed(*arguments: object) -> object:
        process = start(*arguments)  # type: ignore[arg-type]
        assert process is not None
        os.kill(process.process, signal.SIGKILL)
        return process

    monkeypatch.setattr(ahead, "_start", doomed)
    assert as_json(diagnose(CORPUS, [str(log)], TABLE)) == as_json(by_one(monkeypatch, log))


def test_no_process_to_be_had(monkeypatch: pytest.MonkeyPatch, log: Path) -> None:
    def refused() -> int:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refused)
    assert as_json(diagnose(CORPUS, [str(log)], TABLE)) == as_json(by_one(monkeypatch, log))


def test_lines_of_json_later_in_the_log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A phrase with an escape inside the JSON string is found once the log is seen to be JSON."""
    index = index_of([Fault("ray", (Line('worker "a" died unexpectedly here'),))])
    plain = "INFO plain line of a start-up, nothing to see\n" * 3500
    wrapped = '{"time": "t", "msg": "worker \\"a\\" died unexpectedly here"}\n'
    path = tmp_path / "pod.log"
    path.write_text(plain + wrapped * 12000, encoding="utf-8")
    several = diagnose(index, [str(path)])
    monkeypatch.setattr(phrases, "processes", lambda: 1)
    assert as_json(several) == as_json(diagnose(index, [str(path)]))


@pytest.mark.parametrize("seed", range(4))
def test_any_mixture_of_lines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int) -> None:
    """Carriage returns, long lines, lines without words: all cut where blocks end, or not."""
    rng = random.Random(seed)
    kinds: list[Callable[[], str]] = [
        lambda: steps(rng.randrange(9999), rng.randrange(9999), rng.randrange(8))[:4000],
        lambda: watchdog(rng.randrange(8), rng.randrange(9)),
        lambda: "Epoch 1: 10%|#\rEpoch 1: 11%|##\r\n" * rng.randrange(40),
        lambda: "x" * rng.randrange(30_000) + "\n",
        lambda: "CUDA out of memory. Tried to allocate 2.00 GiB\n",
        lambda: "Process 12 has 3.1 GiB memory in use\n" * rng.randrange(300),
        lambda: XID_LINE,
        lambda: "\n" * rng.randrange(200),
    ]
    path = tmp_path / "mixed.log"
    text = "".join(rng.choice(kinds)() for _ in range(400)) + "no line break at the end"
    path.write_bytes(text.encode())
    several = diagnose(CORPUS, [str(path)], TABLE)
    assert as_json(several) == as_json(by_one(monkeypatch, path))
