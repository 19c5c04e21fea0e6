"""Which of the ambiguous prefixes a file really uses, by majority."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from faultbook.logs.formats import AMBIGUOUS, PrefixFormat
from faultbook.logs.peel import may_be_host, next_prefix

SAMPLE_HEAD = 2000  # lines looked at in the first block of a file
SAMPLE_LATER = 50  # lines looked at in each later block


@dataclass(frozen=True, slots=True)
class Profile:
    """The names of the ambiguous prefixes that count in a file."""

    accepted: frozenset[str] = frozenset()
    is_json: bool = False


NO_PROFILE = Profile()


@dataclass(slots=True)
class _Tally:
    lines: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    rising: int = 0
    last: int = -1


@dataclass(slots=True)
class ProfileBuilder:
    """Counts shapes over samples of a file. `profile()` may be asked at any time."""

    lines: int = 0
    json_lines: int = 0
    _tallies: dict[str, _Tally] = field(
        default_factory=lambda: {f.name: _Tally() for f in AMBIGUOUS}
    )

    def add(self, lines: Iterable[str]) -> None:
        """Count a sample of clean lines; blank ones do not count."""
        for line in lines:
            if not line.strip():
                continue
            self.lines += 1
            self.json_lines += line.lstrip()[:1] == "{" and line.rstrip()[-1:] == "}"
            if next_prefix(line, 0, frozenset()) is not None:
                continue
            for fmt in AMBIGUOUS:
                found = fmt.regex.match(line)
                if found:
                    self._count(fmt, found[fmt.key])

    def _count(self, fmt: PrefixFormat, label: str) -> None:
        tally = self._tallies[fmt.name]
        if fmt.key == "host" and not may_be_host(label):
            return
        tally.lines += 1
        if len(tally.labels) < 4096 or label in tally.labels:
            tally.labels[label] += 1
        if label.isdigit():
            tally.rising += int(label) > tally.last
            tally.last = int(label)

    def profile(self) -> Profile:
        """Return what the samples say so far."""
        accepted = {f.name for f in AMBIGUOUS if self._accepts(f)}
        if "line_number" in accepted:
            accepted.discard("srun_label")
        return Profile(frozenset(accepted), is_json=self.json_lines * 2 > self.lines)

    def _accepts(self, fmt: PrefixFormat) -> bool:
        tally = self._tallies[fmt.name]
        # A host repeats, line after line; a word of prose before a colon does not.
        if fmt.key == "host":
            counted = sum(n for n in tally.labels.values() if n >= 2)
        else:
            counted = tally.lines
        if not counted or counted < fmt.share * self.lines:
            return False
        if len(tally.labels) < fmt.distinct:
            return False
        rising = tally.rising > 0.9 * tally.lines and tally.lines >= 3
        if fmt.name == "line_number":
            return rising
        # Labels that rise with every line are line numbers, not tasks.
        return not (fmt.name == "srun_label" and rising and len(tally.labels) > 8)
