"""The end of each traceback: the frames nearest to its exception.

Where no entry knows the exception, they are what a reader looks at first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from faultbook.diagnosis.sighting import file_of
from faultbook.logs.record import LogLine

NEAREST = 8  # lines: two or three frames, each with its code
LONGEST = 400  # characters of a line
KEPT = 1_000  # tracebacks
_FILE = re.compile(r'\s{0,200}File "')


@dataclass(frozen=True, slots=True)
class Frame:
    """A line of a traceback above its exception."""

    line: int
    text: str


@dataclass(slots=True)
class FrameTable:
    """The last lines above an exception, by the place of the exception."""

    rows: dict[int, tuple[int, tuple[Frame, ...]]] = field(default_factory=dict)

    def add(self, at: int, episode: int, above: Sequence[LogLine]) -> None:
        """Keep the lines nearest to the exception that stands at a place.

        Where there is no room, those go that training has overcome since.
        """
        if len(self.rows) >= KEPT:
            self._forget(file_of(at), episode)
        if above and len(self.rows) < KEPT:
            frames = (_frame(line) for line in _whole(above[-NEAREST:]))
            self.rows[at] = (episode, tuple(frames))

    def of(self, at: int) -> tuple[Frame, ...]:
        """Return the lines above the exception at a place, if it ended a traceback."""
        return self.rows.get(at, (0, ()))[1]

    def _forget(self, file: int, episode: int) -> None:
        self.rows = {
            at: row for at, row in self.rows.items() if file_of(at) != file or row[0] >= episode
        }


def _whole(lines: Sequence[LogLine]) -> Sequence[LogLine]:
    """Return the lines from the first whole frame on."""
    starts = (number for number, line in enumerate(lines) if _FILE.match(line.message))
    return lines[next(starts, 0) :]


def _frame(line: LogLine) -> Frame:
    return Frame(line.number, line.text[:LONGEST].rstrip(" \t\r\n"))
