"""The quick engine: one Hyperscan database of literals."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from queue import SimpleQueue

import hyperscan

from faultbook.signature.cleaning import flatten, narrow
from faultbook.signature.finder import Finder, Hits, Item
from faultbook.signature.rarity import Phrase

_WORKERS = 2
_AHEAD = 4


class HyperscanFinder(Finder):
    """All phrases in one database of caseless literals.

    A literal has single spaces, and regular expressions for runs of blanks would cost most
    of the speed. So the database also has, for each blank in a phrase, the phrase from there
    on with one space more: at the last run of a line that is more than one space, this is
    found. Then the block is searched once more with single spaces, which finds all.
    """

    name = "hyperscan"

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        super().__init__(phrases)
        gaps = sorted({gap for phrase in phrases for gap in _gaps(phrase.text)})
        texts = [phrase.text for phrase in phrases] + gaps
        self._wide = len(phrases)
        self._lengths = [len(phrase.text.encode()) for phrase in phrases]
        literal = hyperscan.HS_FLAG_CASELESS
        gap = literal | hyperscan.HS_FLAG_SINGLEMATCH
        self._database = hyperscan.Database()
        if texts:
            self._database.compile(
                expressions=[_escaped(text) for text in texts],
                ids=list(range(self._wide)) + [self._wide] * len(gaps),
                elements=len(texts),
                flags=[literal] * self._wide + [gap] * len(gaps),
            )

    def find_each(
        self, blocks: Iterable[Item], data: Callable[[Item], bytes]
    ) -> Iterator[tuple[Item, Hits]]:
        """Each block with its hits, in order; two threads scan while the caller works.

        Hyperscan gives up the interpreter lock while it scans. A few blocks are held at a
        time; the threads end with the iterator.
        """
        tasks: SimpleQueue[_Task | None] = SimpleQueue()
        pending: deque[tuple[Item, _Task]] = deque()
        threads = [
            threading.Thread(target=self._work, args=(tasks,), daemon=True)
            for _ in range(min(_WORKERS, os.cpu_count() or 1))
        ]
        for thread in threads:
            thread.start()
        try:
            for block in blocks:
                task = _Task(data(block))
                tasks.put(task)
                pending.append((block, task))
                if len(pending) > _AHEAD:
                    yield self._finished(*pending.popleft())
            while pending:
                yield self._finished(*pending.popleft())
        finally:
            for _ in threads:
                tasks.put(None)

    def _finished(self, block: Item, task: _Task) -> tuple[Item, Hits]:
        task.done.acquire()
        if task.error:
            raise task.error
        return block, self._hits(task.block, task.text, task.found)

    def _work(self, tasks: SimpleQueue[_Task | None]) -> None:
        scratch = hyperscan.Scratch(self._database)
        while task := tasks.get():
            try:
                task.text, task.found = self._search_with(flatten(task.block), scratch)
            except Exception as error:
                task.error = error
            task.done.release()

    def _search(self, flat: bytes) -> tuple[bytes, list[tuple[int, int]]]:
        return self._search_with(flat, None)

    def _search_with(
        self, flat: bytes, scratch: hyperscan.Scratch | None
    ) -> tuple[bytes, list[tuple[int, int]]]:
        if not self.phrases:
            return flat, []
        ends: list[tuple[int, int]] = []

        def keep(number: int, _start: int, end: int, _flags: int, _context: object) -> None:
            ends.append((end, number))

        self._database.scan(flat, match_event_handler=keep, scratch=scratch)
        if any(number == self._wide for _, number in ends):
            flat = narrow(flat)
            ends.clear()
            self._database.scan(flat, match_event_handler=keep, scratch=scratch)
        lengths, wide = self._lengths, self._wide
        return flat, [(end - lengths[number], number) for end, number in ends if number != wide]


class _Task:
    """One block for a thread to scan; `done` is released when that is done."""

    __slots__ = ("block", "done", "error", "found", "text")

    def __init__(self, block: bytes) -> None:
        self.block = block
        self.text = b""
        self.found: list[tuple[int, int]] = []
        self.error: Exception | None = None
        self.done = threading.Lock()
        self.done.acquire()


def _gaps(phrase: str) -> Iterator[str]:
    """The phrase from each blank on, with a space more there."""
    at = phrase.find(" ", 1)
    while 0 <= at < len(phrase) - 1:
        yield " " + phrase[at:]
        at = phrase.find(" ", at + 1)


def _escaped(text: str) -> bytes:
    """A literal as a regular expression."""
    return b"".join(
        b"%c" % byte if chr(byte).isalnum() and byte < 128 else b"\\x%02x" % byte
        for byte in text.encode()
    )
