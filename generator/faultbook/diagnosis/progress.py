"""Training progress: lines that count steps. Steps that go on after a fault outlive it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_NUMBER = r"(\d{1,12}(?:\.\d{1,6})?)"
# Each gives a counter in group 1. The first that is found in a line counts.
_COUNTERS: tuple[re.Pattern[str], ...] = (
    re.compile(r"\d{1,3}%\|[^|]{0,400}\| {0,4}" + _NUMBER + r"[kKMG]?\/"),
    re.compile(
        r"\b(?:global[_ ]step|num_updates|steps?|iteration|iter|it)\b['\"]?[ :=\[]{1,8}" + _NUMBER,
        re.I,
    ),
    re.compile(r"\d{1,3}(?:\.\d{1,4})?% \[" + _NUMBER + r"\/\d"),
    re.compile(r"\bEpoch\b[^\[\]]{0,40}\[ {0,8}" + _NUMBER + r"\/ {0,8}\d", re.I),
    re.compile(r"['\"]epoch['\"]: ['\"]?" + _NUMBER),
)
# A counter counts only beside one of these: `step 3: loading` is no training step.
_COMPANY = re.compile(
    r"loss|lr\b|learning_rate|it/s|s/it|samples|tokens|elapsed|throughput|\d{1,3}%\||eta|tflop"
    r"|\d\/ {0,8}\d",
    re.I,
)
_BAD = re.compile(r"\berror|exception|traceback|nan\b", re.I)
LITERALS: tuple[bytes, ...] = (b"step", b"iter", b"it/s", b"s/it", b"epoch", b"num_updates", b"%|")
ENOUGH = 2  # rises of a counter
STRETCH = 16_384  # bytes looked at on each side of a stretch
SHORTEST = 24
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


@dataclass(slots=True)
class Progress:
    """Watches whether training goes on after a fault: two steps or more.

    One more refresh of a progress bar is no step: a bar is drawn once more when its program
    ends.
    """

    rises: int = 0
    _last: dict[str, float] = field(default_factory=dict)

    def restart(self) -> None:
        """Begin to count anew, after a fault."""
        self.rises = 0

    @property
    def goes_on(self) -> bool:
        """Whether training has gone on since the last fault."""
        return self.rises >= ENOUGH

    def feed(self, data: bytes, start: int, end: int) -> None:
        """Look at a stretch of a block, at its two ends, so that it costs the same however long."""
        if end - start < SHORTEST:
            return
        if end - start <= 2 * STRETCH:
            self._look(data[start:end])
        else:
            self._look(data[start : start + STRETCH])
            self._look(data[end - STRETCH : end])

    def _look(self, data: bytes) -> None:
        lowered = data.lower()
        if not any(literal in lowered for literal in LITERALS):
            return
        for line in data.decode("utf-8", "replace").replace("\r", "\n").split("\n"):
            seen = counter(line)
            if seen is None:
                continue
            series, value = seen
            self.rises += value > self._last.get(series, value)
            self._last[series] = value
