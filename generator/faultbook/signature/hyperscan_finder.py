"""The quick engine: one Hyperscan database of literals."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import hyperscan

from faultbook.machine import processors
from faultbook.signature.cleaning import flatten
from faultbook.signature.finder import Finder, Hits, Item, by_line, gaps
from faultbook.signature.rarity import Phrase
from faultbook.store import digest, forget_old, keep, read_kept

_WORKERS = 2
_AHEAD = 4
_KEPT = 8
_FORM = 3  # of a kept file


class HyperscanFinder(Finder):
    """All phrases in one database of caseless literals.

    A literal has single spaces, and regular expressions for runs of blanks would cost most
    of the speed. So the database also has the `gaps` of each phrase; where one is found, its
    line is looked at with single spaces.
    """

    name = "hyperscan"

    def __init__(self, phrases: Sequence[Phrase], cache: Path | None = None) -> None:
        super().__init__(phrases)
        self._owners: list[list[int]] = []  # of each gap: the phrases that have it
        self._database: hyperscan.Database | None = None
        if phrases:
            self._owners, self._database = _kept([phrase.text for phrase in phrases], cache)
        self._scratch = self._new_scratch()

    def find_each(
        self, blocks: Iterable[Item], data: Callable[[Item], bytes]
    ) -> Iterator[tuple[Item, Hits]]:
        """Each block with its hits, in order; two threads scan while the caller works.

        Hyperscan gives up the interpreter lock while it scans. A few blocks are held at a
        time; the threads end with the iterator. Where `blocks` raises, what it gave before
        comes first.
        """
        tasks: SimpleQueue[_Task | None] = SimpleQueue()
        pending: deque[tuple[Item, _Task]] = deque()
        threads = [
            threading.Thread(target=self._work, args=(tasks,), daemon=True)
            for _ in range(min(_WORKERS, processors()))
        ]
        for thread in threads:
            thread.start()
        try:
            source = _Source(blocks)
            for block in source:
                task = _Task(data(block))
                tasks.put(task)
                pending.append((block, task))
                if len(pending) > _AHEAD:
                    yield self._finished(*pending.popleft())
            while pending:
                yield self._finished(*pending.popleft())
            if source.error:
                raise source.error
        finally:
            for _ in threads:
                tasks.put(None)
            for thread in threads:  # so that the process may fork
                thread.join()

    def _finished(self, block: Item, task: _Task) -> tuple[Item, Hits]:
        task.done.acquire()
        if task.error:
            raise task.error
        return block, by_line(task.block, task.flat, self._hits(task.flat, task.ends))

    def _work(self, tasks: SimpleQueue[_Task | None]) -> None:
        scratch = self._new_scratch()
        while task := tasks.get():
            try:
                task.flat = flatten(task.block)
                task.ends = self._ends(task.flat, scratch)
            except Exception as error:
                task.error = error
            task.done.release()

    def _new_scratch(self) -> hyperscan.Scratch | None:
        return hyperscan.Scratch(self._database) if self._database else None

    def _search(self, flat: bytes) -> list[tuple[int, int]]:
        return self._hits(flat, self._ends(flat, self._scratch))

    def _ends(self, flat: bytes, scratch: hyperscan.Scratch | None) -> list[tuple[int, int]]:
        """(End, identifier) of every literal in a block, by end."""
        ends: list[tuple[int, int]] = []
        if not self._database:
            return ends

        def keep(number: int, _start: int, end: int, _flags: int, _context: object) -> None:
            ends.append((end, number))

        self._database.scan(flat, match_event_handler=keep, scratch=scratch)
        return ends

    def _hits(self, flat: bytes, ends: list[tuple[int, int]]) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for end, identifier in ends:
            if identifier < len(self.phrases):
                if self._stands_at(flat, end - len(self._texts[identifier]), identifier):
                    found.append((end - 1, identifier))
            else:
                found.extend(
                    (end - 1, number)
                    for number in self._owners[identifier - len(self.phrases)]
                    if self._on_line(flat, end - 1, number)
                )
        return found


class _Source(Iterator[Item]):
    """Blocks as they come. Where they break off, `error` says why; it is not raised."""

    def __init__(self, blocks: Iterable[Item]) -> None:
        self._blocks = iter(blocks)
        self.error: Exception | None = None

    def __next__(self) -> Item:
        try:
            return next(self._blocks)
        except StopIteration:
            raise
        except Exception as error:
            self.error = error
            raise StopIteration from None


class _Task:
    """One block for a thread to scan; `done` is released when that is done."""

    __slots__ = ("block", "done", "ends", "error", "flat")

    def __init__(self, block: bytes) -> None:
        self.block = block
        self.flat = b""
        self.ends: list[tuple[int, int]] = []
        self.error: Exception | None = None
        self.done = threading.Lock()
        self.done.acquire()


def _kept(phrases: list[str], cache: Path | None) -> tuple[list[list[int]], hyperscan.Database]:
    """The phrases of each gap, and the database; those kept in the cache folder, if there are."""
    place = None
    if cache:
        place = cache / f"phrases-{_FORM}-{digest(*phrases)}.hs"
        head, _, data = (read_kept(place) or b"").partition(b"\n")
        # One made by another version or for another processor is refused, and made anew.
        with suppress(ValueError, hyperscan.HyperscanError):
            return json.loads(head), hyperscan.loadb(data, hyperscan.HS_MODE_BLOCK)
    owners: dict[str, list[int]] = {}
    for number, phrase in enumerate(phrases):
        for gap in gaps(phrase):
            owners.setdefault(gap, []).append(number)
    made = list(owners.values()), _database([*phrases, *owners])
    if place:
        keep(place, json.dumps(made[0]).encode() + b"\n" + hyperscan.dumpb(made[1]))
        forget_old(place.parent, "phrases-*.hs", _KEPT)
    return made


def _database(texts: list[str]) -> hyperscan.Database:
    """A database of literals."""
    database = hyperscan.Database()
    database.compile(
        expressions=list(map(_escaped, texts)),
        # One identifier for each: shared ones make compiling slow.
        ids=list(range(len(texts))),
        elements=len(texts),
        flags=[hyperscan.HS_FLAG_CASELESS] * len(texts),
    )
    return database


def _escaped(text: str) -> bytes:
    """A literal as a regular expression."""
    return b"".join(
        b"%c" % byte if chr(byte).isalnum() and byte < 128 else b"\\x%02x" % byte
        for byte in text.encode()
    )
