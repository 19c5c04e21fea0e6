"""One pass over the logs: which lines matter, and what they say.

Only lines that hold a phrase of a rule, or a word that errors are made of, are decoded and
parsed. All that is kept is bounded; all that is counted is counted to the end.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import itemgetter

from faultbook.diagnosis import gather, kinds, vocabulary
from faultbook.diagnosis.frames import NEAREST, FrameTable
from faultbook.diagnosis.gather import FactBook
from faultbook.diagnosis.intake import Here, Intake
from faultbook.diagnosis.kinds import Kind
from faultbook.diagnosis.notables import NotableTable
from faultbook.diagnosis.phrases import PhraseTable, Piece, Search
from faultbook.diagnosis.progress import Progress
from faultbook.diagnosis.sighting import RuleTally, place
from faultbook.logs import Block, LogLine, count_breaks, parse_line
from faultbook.signature.finder import Hits
from faultbook.signature.index import SignatureIndex

CONTEXT: tuple[str, ...] = (*vocabulary.LITERALS, *gather.LITERALS)
SAMPLED = 8  # the first blocks of a log, then one in so many, are searched for ranks
LONGEST_TRACEBACK = 200  # lines
LONGEST_FRAME = 4_096  # bytes
REASON_WITHIN = 8  # lines below its heading, where ranks write into one log


@dataclass(slots=True)
class _Placed:
    """A block, the number of its first line, and whether hot phrases were left out of it."""

    piece: Piece
    number: int
    without_hot: bool
    searched: bool = False
    needed: bool = False


@dataclass(slots=True)
class _Traceback:
    """A traceback whose last line has not been seen yet."""

    head: LogLine
    lines: int = 0
    frames: deque[LogLine] = field(default_factory=lambda: deque(maxlen=NEAREST))


@dataclass(slots=True)
class _File:
    """Where the pass stands in the file that is being read."""

    number: int = 1  # of the first line of the next block
    blocks: int = 0
    episode: int = 0
    after_fault: bool = False
    progress: Progress = field(default_factory=Progress)

    @property
    def sampled(self) -> bool:
        """Whether the next block is searched for ranks."""
        return self.blocks < SAMPLED or self.blocks % SAMPLED == 0


@dataclass(slots=True)
class Scan:
    """The state of a pass over one or several logs; `conclude` may be called at any time."""

    index: SignatureIndex
    table: PhraseTable
    intake: Intake
    files: list[str] = field(default_factory=list)
    last_episodes: list[int] = field(default_factory=list)
    whole_lines: list[int] = field(default_factory=list)  # of each log, those that are ended
    _file: _File = field(default_factory=_File)
    _wants_companions: bool = False
    _traceback: _Traceback | None = None

    @classmethod
    def start(cls, index: SignatureIndex, table: PhraseTable | None = None) -> Scan:
        """Begin a pass with the rules of an index."""
        return cls(index, table or PhraseTable.of(index, CONTEXT), Intake.of(index))

    @property
    def tallies(self) -> dict[int, RuleTally]:
        """What matched, by rule."""
        return self.intake.tallies

    @property
    def notables(self) -> NotableTable:
        """The lines that look like errors."""
        return self.intake.notables

    @property
    def frames(self) -> FrameTable:
        """The ends of tracebacks."""
        return self.intake.frames

    @property
    def facts(self) -> FactBook:
        """What lines state about ranks and processes."""
        return self.intake.facts

    @property
    def processes(self) -> list[LogLine]:
        """A line of each process, by its number."""
        return self.intake.processes

    def begin_file(self, name: str) -> None:
        """Start the next log."""
        self.files.append(name)
        self.last_episodes.append(0)
        self.whole_lines.append(0)
        self._file = _File()
        self._traceback = None
        self.intake.end_file()

    def read(self, name: str, blocks: Iterable[Block]) -> None:
        """Scan one log from its first block to its last."""
        self.begin_file(name)
        search = Search(self.table)
        before: _Placed | None = None
        for piece in search.pieces(blocks):
            placed = _Placed(piece, self._file.number, bool(search.hot))
            self._wants_companions = False
            self._add(piece)
            if self._wants_companions and before is not None:
                self._add_hot(search, before)
            if self._wants_companions or (before is not None and before.needed):
                self._add_hot(search, placed)
            placed.needed = self._wants_companions
            before = placed

    def add_block(self, block: Block) -> None:
        """Scan one more block of the log that was begun last."""
        self.add_hits(block, self.table.finder.find(block.data))

    def _add(self, piece: Piece) -> None:
        """Take in a block, or pass over one that has nothing for us, without reading it."""
        state = self._file
        quiet = not piece.hits and self._traceback is None and not state.after_fault
        if piece.breaks is None or not quiet or state.sampled:
            self.add_hits(piece.block, piece.hits, piece.breaks)
            return
        state.blocks += 1
        state.number += piece.breaks
        self.whole_lines[-1] = state.number - 1

    def add_hits(self, block: Block, hits: Hits, breaks: int | None = None) -> None:
        """Take in a block of which the lines with phrases have been found.

        `breaks` says how many line breaks it has, if that is known.
        """
        data = block.data
        state = self._file
        if state.sampled:
            self.facts.sample(data)
        state.blocks += 1
        first = state.number
        index = counted = looked_to = 0
        if self._traceback is not None:
            self._end_of_traceback(block, 0, first)
        for start, phrases in hits:
            end = data.find(b"\n", start)
            end = len(data) if end < 0 else end
            raw = data[start:end]
            rules = self.table.candidates(phrases, raw)
            if not rules and (phrases[-1] < self.table.context or b"frame #" in raw[:64]):
                continue
            self._look_for_progress(data, looked_to, start)
            looked_to = end
            index += count_breaks(data, counted, start)
            counted = start
            raw = block.raw_line(start, end, index)
            number = first + index
            taken = self.intake.take(raw, self._here(block, number), rules)
            self._wants_companions |= taken.wants_companions
            if taken.fault:
                state.after_fault = True
                state.progress.restart()
            if taken.traceback is not None:
                self._traceback = _Traceback(taken.traceback)
                self._end_of_traceback(block, end + 1, number + 1)
            if taken.heading is not None and block.raw_lines is None:
                self._reason_below(block, hits, end + 1, number + 1, taken.heading)
        self._look_for_progress(data, looked_to, len(data))
        if breaks is None:
            breaks = index + count_breaks(data, counted, len(data))
        state.number = first + breaks
        self.last_episodes[-1] = state.episode
        self.whole_lines[-1] = state.number - 1

    def _here(self, block: Block, number: int) -> Here:
        file = len(self.files) - 1
        return Here(file, block.origin, block.profile, number, self._file.episode)

    def _look_for_progress(self, data: bytes, start: int, end: int) -> None:
        """Begin a new episode if training went on between two places after a fault."""
        state = self._file
        if not state.after_fault:
            return
        state.progress.feed(data, start, end)
        if state.progress.goes_on:
            state.episode += 1
            state.after_fault = False

    def _end_of_traceback(self, block: Block, start: int, number: int) -> None:
        """Find the exception under a traceback where its name is unlike an error's.

        Where the block ends first, the search goes on in the next one.
        """
        open_one = self._traceback
        if open_one is None or block.raw_lines is not None:
            self._traceback = None
            return
        data = block.data
        while start < len(data) and open_one.lines < LONGEST_TRACEBACK:
            end = data.find(b"\n", start)
            end = len(data) if end < 0 else end
            if end - start > LONGEST_FRAME:
                break
            line = parse_line(data[start:end], number, block.origin, block.profile)[0]
            if line.same_process(open_one.head):
                if not kinds.is_frame(line.message):
                    if open_one.frames:
                        self._exception(line, number, open_one.frames)
                    break
                open_one.frames.append(line)
            open_one.lines += 1
            start, number = end + 1, number + 1
        else:
            if open_one.lines < LONGEST_TRACEBACK:
                return
        self._traceback = None

    def _reason_below(
        self, block: Block, hits: Hits, start: int, number: int, heading: LogLine
    ) -> None:
        """Note the first line of the same process below a heading, whatever its words."""
        data = block.data
        for below in range(REASON_WITHIN):
            if start >= len(data):
                return
            end = data.find(b"\n", start)
            end = len(data) if end < 0 else end
            line = parse_line(data[start:end], number + below, block.origin, block.profile)[0]
            if line.same_process(heading):
                if kinds.is_frame(line.message):  # or blank: no reason was kept
                    return
                at = place(len(self.files) - 1, number + below, 0)
                if self._is_taken(hits, start, data[start:end]):
                    self.intake.expect_reason(at)
                elif kinds.kind_of(line) is Kind.PLAIN:
                    process = self.intake.process(line)
                    self.notables.add(line, at, self._file.episode, process, kind=Kind.NCCL)
                return
            start = end + 1

    def _is_taken(self, hits: Hits, start: int, raw: bytes) -> bool:
        """Say whether a line is among those that are taken in."""
        at = bisect_left(hits, start, key=itemgetter(0))
        if at == len(hits) or hits[at][0] != start:
            return False
        phrases = hits[at][1]
        return phrases[-1] >= self.table.context or bool(self.table.candidates(phrases, raw))

    def _exception(self, line: LogLine, number: int, frames: Iterable[LogLine]) -> None:
        """Keep the end of a traceback; note its last line, unless its words do that anyway."""
        at = place(len(self.files) - 1, number, 0)
        episode = self._file.episode
        self.frames.add(at, episode, tuple(frames))
        if kinds.ends_traceback(line.message) and not kinds.is_exception(line.message):
            process = self.intake.process(line)
            self.notables.add(line, at, episode, process, kind=Kind.EXCEPTION)

    def _add_hot(self, search: Search, placed: _Placed) -> None:
        """Look for companions with hot phrases in a block, once."""
        if placed.searched or not placed.without_hot:
            return
        placed.searched = True
        block = placed.piece.block
        data = block.data
        first = placed.number
        index = counted = 0
        for start, phrases in search.hot_hits(data):
            end = data.find(b"\n", start)
            end = len(data) if end < 0 else end
            rules = self.table.candidates(phrases, data[start:end])
            if not rules:
                continue
            index += count_breaks(data, counted, start)
            counted = start
            raw = block.raw_line(start, end, index)
            lines = parse_line(raw, first + index, block.origin, block.profile)
            for piece, line in enumerate(lines):
                at = place(len(self.files) - 1, first + index, piece)
                self.intake.match(rules, line, at, self._file.episode)
