"""Matches of rules, and how many of them are kept.

A place is one integer, so that order and distance are plain arithmetic: the number of the
file, the number of the line, and which of the logical lines on it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter, deque
from dataclasses import dataclass, field

from faultbook.logs.record import LogLine

FIRST_KEPT = 64  # matches of one rule that are kept from the start of the logs
LAST_KEPT = 32  # and from their end; counts are exact, whatever is kept
PLACES_KEPT = 200_000  # places of a rule that are kept for companions
RANKS_KEPT = 65_536

_PIECE_BITS = 8
_LINE_BITS = 40


def place(file: int, number: int, piece: int) -> int:
    """Return the place of a logical line."""
    return (((file << _LINE_BITS) | number) << _PIECE_BITS) | min(piece, 255)


def file_of(at: int) -> int:
    """Return the number of the file of a place."""
    return at >> (_LINE_BITS + _PIECE_BITS)


def line_of(at: int) -> int:
    """Return a place without the piece: equal for all logical lines of a physical one."""
    return at >> _PIECE_BITS


@dataclass(frozen=True, slots=True)
class Sighting:
    """One rule that matched one logical line. `start` and `end` are offsets in its text.

    `episode` counts how often training had made progress after a fault before this line;
    `cut` is true where the line breaks off before the signature ends.
    """

    rule: int
    at: int
    line: LogLine
    start: int
    end: int
    episode: int
    process: int
    cut: bool = False


@dataclass(slots=True)
class RuleTally:
    """All matches of one rule: how many, on which ranks, and some of them in full."""

    count: int = 0
    first: list[Sighting] = field(default_factory=list)
    last: deque[Sighting] = field(default_factory=lambda: deque(maxlen=LAST_KEPT))
    by_rank: Counter[int] = field(default_factory=Counter)
    places: array[int] = field(default_factory=lambda: array("q"))
    processes: array[int] = field(default_factory=lambda: array("l"))
    last_seen: dict[int, int] = field(default_factory=dict)  # by file: the last episode

    def count_only(self, file: int, episode: int) -> None:
        """Count one more match like those that are kept."""
        self.count += 1
        self.last_seen[file] = episode

    def add(self, sighting: Sighting, *, as_companion: bool) -> None:
        """Count a match, and keep it if it is among the first or the last."""
        self.count_only(file_of(sighting.at), sighting.episode)
        if len(self.first) < FIRST_KEPT:
            self.first.append(sighting)
        else:
            self.last.append(sighting)
        rank = sighting.line.rank
        if rank is not None and (rank in self.by_rank or len(self.by_rank) < RANKS_KEPT):
            self.by_rank[rank] += 1
        if as_companion and len(self.places) < PLACES_KEPT:
            # A companion that is looked for late comes out of order, by a few places.
            at = bisect_right(self.places, sighting.at)
            self.places.insert(at, sighting.at)
            self.processes.insert(at, sighting.process)

    def kept(self) -> list[Sighting]:
        """Return the matches that are kept, in order."""
        return [*self.first, *self.last]
