"""Searching a long plain log in several processes at once.

Python's threads take turns for all but the scan itself; processes do not. Each reads its own
stretches of the file, so that only what was found goes through a pipe.
"""

from __future__ import annotations

import contextlib
import marshal
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BufferedReader

from faultbook.logs.clean import count_breaks
from faultbook.logs.reader import BlockReader, Stretch, plain
from faultbook.machine import forks, processors
from faultbook.signature.finder import Finder, Hits

WORTH_IT = 24  # stretches: to start processes for fewer takes longer than it saves
PLANNED = 4096  # stretches: 2 GiB of log
MOST = 4  # processes


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a stretch: its lines with phrases, and how many lines it has."""

    hits: Hits
    breaks: int


def search(finder: Finder, text: bytes) -> Found:
    """Search the text of a stretch."""
    return Found(finder.find(text), count_breaks(text, 0, len(text)))


def processes() -> int:
    """Return how many processes to search with; 1 where processes cannot be copied."""
    return min(MOST, processors()) if forks() else 1


@dataclass(slots=True)
class Ahead:
    """The search through the stretches of one plain log, by several processes.

    A process that cannot be started, or dies, costs time only: its stretches are searched here.
    """

    log: BlockReader
    count: int
    _stretches: list[Stretch] = field(default_factory=list)
    _next: int = 0
    _readers: list[_Reader | None] = field(default_factory=list)
    _finder: Finder | None = None

    def ready(self) -> bool:
        """Whether there are stretches enough to go on with; plans the next ones."""
        if self._next == len(self._stretches):
            self.close()
            self._stretches, self._next = self.log.plan(PLANNED), 0
        return self._finder is not None or len(self._stretches) >= WORTH_IT

    def left_over(self) -> list[Stretch]:
        """Return the stretches that were planned and not searched; they are the caller's now."""
        self.close()
        rest, self._stretches = self._stretches[self._next :], []
        self._next = 0
        return rest

    def search(self, finder: Finder, most: int) -> Iterator[tuple[Stretch, Found]]:
        """Yield the next stretches, at most so many, and what each holds."""
        for _ in range(min(most, len(self._stretches) - self._next)):
            if finder is not self._finder:
                self._start(finder)
            stretch, at = self._stretches[self._next], self._next % self.count
            self._next += 1
            found = _received(self._readers[at])
            if found is None:
                self._readers[at] = None
                found = search(finder, plain(self.log.read(stretch)))
            yield stretch, found

    def _start(self, finder: Finder) -> None:
        self.close()
        self._finder = finder
        readers: dict[int, _Reader | None] = {}
        for first in range(self._next, self._next + self.count):
            readers[first % self.count] = _start(
                finder, self.log, self._stretches[first :: self.count]
            )
        self._readers = [readers[n] for n in range(self.count)]

    def close(self) -> None:
        """End the processes."""
        for reader in self._readers:
            if reader is not None:
                reader.close()
        self._readers, self._finder = [], None


class _Reader:
    """The end of a process's pipe."""

    def __init__(self, process: int, pipe: BufferedReader) -> None:
        self.process = process
        self.pipe = pipe

    def close(self) -> None:
        """Close the pipe, which ends the process, and wait for that."""
        self.pipe.close()
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.process, 0)


def _start(finder: Finder, log: BlockReader, stretches: Sequence[Stretch]) -> _Reader | None:
    outlet, inlet = os.pipe()
    try:
        process = os.fork()
    except OSError:  # no more processes, or no memory for one
        os.close(outlet)
        os.close(inlet)
        return None
    if process:
        os.close(inlet)
        return _Reader(process, os.fdopen(outlet, "rb"))
    try:
        os.close(outlet)
        with os.fdopen(inlet, "wb") as pipe:
            for stretch in stretches:
                found = search(finder, plain(log.read(stretch)))
                # Flushed at once: who reads is never kept waiting for the next one.
                marshal.dump((found.hits, found.breaks), pipe)
                pipe.flush()
    except BaseException:
        os._exit(1)  # an interrupt, or nobody reads any more: nothing of the parent's is run
    os._exit(0)


def _received(reader: _Reader | None) -> Found | None:
    if reader is None:
        return None
    try:
        hits, breaks = marshal.load(reader.pipe)
    except (EOFError, ValueError, TypeError):
        reader.close()
        return None
    return Found(hits, breaks)
