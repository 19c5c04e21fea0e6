"""The facts of all logs together: ranks, processes, collectives that timed out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from faultbook.diagnosis import facts
from faultbook.diagnosis.allocation import Allocation, allocation
from faultbook.logs.record import LogLine

KEPT = 4_096
RANKS_KEPT = 65_536
_RANK = re.compile(rb"\[rank(\d{1,6})\]")
_WORLD = re.compile(rb"nranks \d|world[ _]size|MEMBER: \d")
_SAMPLE = 8_192  # bytes of each block in which ranks are looked for

# Phrases that stand in lines with facts, beside the words that errors are made of.
LITERALS: tuple[str, ...] = ("nranks ", "last enqueued", "worknccl(", "(local_rank: ")


@dataclass(slots=True)
class FactBook:
    """What the lines state about ranks and processes; every list is bounded."""

    watchdog: list[facts.WatchdogReport] = field(default_factory=list)
    timeout_origins: list[tuple[int, LogLine]] = field(default_factory=list)
    closed: list[tuple[int, str]] = field(default_factory=list)
    failed: list[facts.Exit] = field(default_factory=list)
    table: list[facts.Exit] = field(default_factory=list)
    allocations: list[tuple[int, Allocation]] = field(default_factory=list)
    ranks: set[int] = field(default_factory=set)
    ranks_of_pids: dict[tuple[str | None, int], int] = field(default_factory=dict)
    world_size: int | None = None
    _rows: dict[str, tuple[str, LogLine]] = field(default_factory=dict)
    _root_follows: bool = False

    def sample(self, data: bytes) -> None:
        """Look for ranks, and for their number, at the start of a block."""
        head = data[:_SAMPLE]
        if len(self.ranks) < RANKS_KEPT:
            self.ranks.update(int(rank) for rank in _RANK.findall(head))
        if _WORLD.search(head):
            self._world(head.decode("utf-8", "replace"))

    def add(self, line: LogLine, episode: int = 0) -> None:
        """Read the facts that one line states."""
        if line.rank is not None and len(self.ranks) < RANKS_KEPT:
            self.ranks.add(line.rank)
        message = line.message
        if "WorkNCCL(" in message or "last enqueued" in message or "dump signal" in message:
            self._watchdog(line)
        if "nranks " in message:
            self._nccl(line)
        if "closing signal" in message:
            closed = facts.closed_process(line)
            if closed and len(self.closed) < KEPT:
                self.closed.append(closed)
        if "first observed failure" in message:
            self._root_follows = True
        if "exitcode" in message or "local_rank: " in message:
            self._exit(line)
        if "Tried to allocate" in message and len(self.allocations) < KEPT:
            found = allocation(line)
            if found:
                self.allocations.append((episode, found))

    def end_file(self) -> None:
        """Forget what must not reach into the next file."""
        self._rows.clear()

    def rank_of(self, line: LogLine) -> int | None:
        """Return the rank of a line, by NCCL's own record of host and process if need be."""
        if line.rank is not None or line.pid is None:
            return line.rank
        return self.ranks_of_pids.get((line.host, line.pid))

    def _world(self, text: str) -> None:
        size = facts.world_size(text)
        if size and size > (self.world_size or 0):
            self.world_size = size

    def _watchdog(self, line: LogLine) -> None:
        report = facts.watchdog_report(line)
        if report and len(self.watchdog) < KEPT:
            self.watchdog.append(report)
        origin = facts.timeout_origin(line)
        if origin is not None and len(self.timeout_origins) < KEPT:
            self.timeout_origins.append((origin, line))

    def _nccl(self, line: LogLine) -> None:
        found = facts.nccl_rank(line)
        if not found:
            return
        rank, size = found
        self.world_size = max(size, self.world_size or 0)
        if line.pid is not None and len(self.ranks_of_pids) < RANKS_KEPT:
            self.ranks_of_pids.setdefault((line.host, line.pid), rank)
        if len(self.ranks) < RANKS_KEPT:
            self.ranks.add(rank)

    def _exit(self, line: LogLine) -> None:
        failed = facts.failed_process(line)
        if failed:
            if len(self.failed) < KEPT:
                self.failed.append(failed)
            return
        row = facts.table_row(line)
        if not row:
            return
        self._rows[row[0]] = (row[1], line)
        if row[0] == "exitcode":
            ended = facts.exit_of_rows(self._rows)
            if ended and len(self.table) < KEPT:
                # The process that ended first is named last: it goes to the front.
                self.table.insert(0 if self._root_follows else len(self.table), ended)
            self._rows.clear()
            self._root_follows = False
