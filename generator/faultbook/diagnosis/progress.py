"""Training progress: lines that count steps. Steps that go on after a fault outlive it."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NUMBER = r"(\d{1,12}(?:\.\d{1,6})?)"
# Each gives a counter in group 1. The first that is found in a line counts.
_COUNTERS: tuple[re.Pattern[str], ...] = (
    re.compile(r"\d{1,3}%\|[^|]{0,400}\| {0,4}" + _NUMBER + r"[kKMG]?\/"),
    re.compile(
        r"\b(?:global_step|global step|num_updates|step|steps|iteration|iter|it)\b['\"]?[ :=\[]{1,8}"
        + _NUMBER,
        re.I,
    ),
    re.compile(r"\d{1,3}(?:\.\d{1,4})?% \[" + _NUMBER + r"\/\d"),
    re.compile(r"\bEpoch\b[^\[\]]{0,40}\[ {0,8}" + _NUMBER + r"\/ {0,8}\d", re.I),
    re.compile(r"['\"]epoch['\"]: ['\"]?" + _NUMBER),
)
# A counter counts only beside one of these: `step 3: loading` is no training step.
_COMPANY = re.compile(
    r"loss|lr\b|learning_rate|it/s|s/it|samples|tokens|elapsed|throughput|\d{1,3}%\||eta|tflop|\d\/ {0,8}\d",
    re.I,
)
_BAD = re.compile(r"\berror|exception|traceback|nan\b", re.I)
LITERALS: tuple[bytes, ...] = (b"step", b"iter", b"it/s", b"s/it", b"epoch", b"num_updates", b"%|")
_WINDOW = 120  # lines looked at on each side of a stretch
_MAX_LINE = 2048


def counter(line: str) -> tuple[str, float] | None:
    """Return the series and the value of the step counter in a line, if it shows progress."""
    line = line[:_MAX_LINE]
    if not _COMPANY.search(line) or _BAD.search(line):
        return None
    for number, pattern in enumerate(_COUNTERS):
        found = pattern.search(line)
        if found:
            return str(number), float(found[1])
    return None


def steps_forward(lines: Iterable[str]) -> int:
    """Return how often a counter rose from one line to a later one of its series."""
    last: dict[str, float] = {}
    rises = 0
    for line in lines:
        seen = counter(line)
        if seen is None:
            continue
        series, value = seen
        if series in last and value > last[series]:
            rises += 1
        last[series] = value
    return rises


def stretch_advances(data: bytes, start: int, end: int) -> bool:
    """Say whether training went on between two places of a block: two steps or more.

    Only the lines at both ends of the stretch are looked at, so that it costs the same
    however long the stretch is.
    """
    if end - start < 32:
        return False
    head = _lines(data[start : min(end, start + _WINDOW * 160)])[:_WINDOW]
    if steps_forward(head) >= 2:
        return True
    tail = _lines(data[max(start, end - _WINDOW * 160) : end])[-_WINDOW:]
    return steps_forward(tail) >= 2 or steps_forward([*head[-8:], *tail]) >= 2


def _lines(data: bytes) -> list[str]:
    lowered = data.lower()
    if not any(literal in lowered for literal in LITERALS):
        return []
    text = data.decode("utf-8", "replace").replace("\r", "\n")
    return [line for line in text.split("\n") if line]
