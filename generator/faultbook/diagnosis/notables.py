"""The lines of a log that look like errors, folded by what they say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from faultbook.diagnosis.kinds import Kind
from faultbook.logs.record import LogLine

KEPT = 2_000  # different lines; further ones are only counted
RANKS_KEPT = 65_536
_VARYING = re.compile(r"0x[0-9a-fA-F]+|\d+")


@dataclass(slots=True)
class Notable:
    """A line that looks like an error, or like its echo, and how often it came.

    `rooted` is false for an exception that another one in its chain brought about; `known`
    is true once a rule matched the line; `last` is where it came last.
    """

    kind: Kind
    at: int
    line: LogLine
    episode: int
    count: int = 0
    ranks: set[int] = field(default_factory=set)
    known: bool = False
    rooted: bool = True
    last: int = -1


@dataclass(slots=True)
class _Chain:
    root: Notable | None = None
    goes_on: bool = False


@dataclass(slots=True)
class NotableTable:
    """Lines that look like errors, by kind and text without numbers, one set an episode."""

    rows: dict[tuple[int, Kind, str], Notable] = field(default_factory=dict)
    crowded_out: int = 0
    _chains: dict[int, _Chain] = field(default_factory=dict)

    @property
    def full(self) -> bool:
        """Whether a line that was not seen before finds no room."""
        return len(self.rows) >= KEPT

    def add(
        self,
        line: LogLine,
        at: int,
        episode: int,
        process: int,
        *,
        kind: Kind,
        known: bool = False,
    ) -> Notable | None:
        """Take in one line of a kind; None if it is plain, or one too many."""
        if kind in (Kind.TRACEBACK, Kind.CHAIN):
            if kind == Kind.CHAIN:
                self._chains.setdefault(process, _Chain()).goes_on = True
            return None
        if kind == Kind.PLAIN:
            return None
        key = (episode, kind, _VARYING.sub("#", line.message[:300]))
        row = self.rows.get(key)
        if row is None:
            if self.full:
                self.crowded_out += 1
                return None
            row = self.rows[key] = Notable(kind, at, line, episode)
        row.count += 1
        row.last = max(row.last, at)
        row.known |= known
        if line.rank is not None and len(row.ranks) < RANKS_KEPT:
            row.ranks.add(line.rank)
        if kind == Kind.EXCEPTION:
            self._link(row, process)
        return row

    def end_file(self) -> None:
        """Close all chains: an exception in the next file starts anew."""
        self._chains.clear()

    def _link(self, row: Notable, process: int) -> None:
        chain = self._chains.setdefault(process, _Chain())
        if chain.goes_on and chain.root is not None:
            if row.count == 1 and row is not chain.root:
                row.rooted = False
        else:
            chain.root = row
        chain.goes_on = False
