"""One pass over the logs: which lines matter, and what they say.

Only lines that hold a phrase of a rule, or a word that errors are made of, are decoded and
parsed. All that is kept is bounded; all that is counted is counted to the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from faultbook.diagnosis import gather, kinds, roles, vocabulary
from faultbook.diagnosis.gather import FactBook
from faultbook.diagnosis.kinds import Kind
from faultbook.diagnosis.notables import Notable, NotableTable
from faultbook.diagnosis.phrases import PhraseTable, Search
from faultbook.diagnosis.progress import Progress
from faultbook.diagnosis.sighting import RuleTally, Sighting, place
from faultbook.logs import Block, LogLine, parse_line
from faultbook.signature.finder import Hits
from faultbook.signature.index import SignatureIndex

CONTEXT: tuple[str, ...] = (*vocabulary.LITERALS, *gather.LITERALS)
REPEATS_PARSED = 32  # lines that differ in digits alone are parsed so often, then counted
REPEATS_KEPT = 20_000
LONGEST_TRACEBACK = 200  # lines
LONGEST_FRAME = 4_096  # bytes
_DIGITS = b"0123456789"
_FAULTS = frozenset({roles.INITIATING, roles.EITHER})


@dataclass(slots=True)
class _Repeat:
    seen: int = 0
    notable: Notable | None = None


@dataclass(slots=True)
class _Placed:
    """A block, the number of its first line, and whether hot phrases were left out of it."""

    block: Block
    number: int
    without_hot: bool
    searched: bool = False
    needed: bool = False


@dataclass(slots=True)
class _Traceback:
    """A traceback whose last line has not been seen yet."""

    head: LogLine
    lines: int = 0
    frames: int = 0


@dataclass(slots=True)
class _File:
    """Where the pass stands in the file that is being read."""

    number: int = 1  # of the first line of the next block
    episode: int = 0
    after_fault: bool = False
    progress: Progress = field(default_factory=Progress)


@dataclass(slots=True)
class Scan:
    """The state of a pass over one or several logs; `conclude` may be called at any time."""

    index: SignatureIndex
    table: PhraseTable
    companions: frozenset[int]
    tallies: dict[int, RuleTally] = field(default_factory=dict)
    notables: NotableTable = field(default_factory=NotableTable)
    facts: FactBook = field(default_factory=FactBook)
    files: list[str] = field(default_factory=list)
    last_episodes: list[int] = field(default_factory=list)
    processes: list[LogLine] = field(default_factory=list)
    _process_numbers: dict[tuple[object, ...], int] = field(default_factory=dict)
    _repeats: dict[bytes, _Repeat] = field(default_factory=dict)
    _file: _File = field(default_factory=_File)
    _needs_hot: bool = False
    _traceback: _Traceback | None = None

    @classmethod
    def start(cls, index: SignatureIndex, table: PhraseTable | None = None) -> Scan:
        """Begin a pass with the rules of an index."""
        named = (near.rule for rule in index.rules for near in (*rule.all_of, *rule.unless))
        return cls(index, table or PhraseTable.of(index, CONTEXT), frozenset(named))

    def begin_file(self, name: str) -> None:
        """Start the next log."""
        self.files.append(name)
        self.last_episodes.append(0)
        self._file = _File()
        self._repeats.clear()
        self._traceback = None
        self.notables.end_file()
        self.facts.end_file()

    def read(self, name: str, blocks: Iterable[Block]) -> None:
        """Scan one log from its first block to its last."""
        self.begin_file(name)
        search = Search(self.table)
        before: _Placed | None = None
        for block, hits in search.blocks(blocks):
            placed = _Placed(block, self._file.number, bool(search.hot))
            self._needs_hot = False
            self.add_hits(block, hits)
            if self._needs_hot and before is not None:
                self._add_hot(search, before)
            if self._needs_hot or (before is not None and before.needed):
                self._add_hot(search, placed)
            placed.needed = self._needs_hot
            before = placed

    def add_block(self, block: Block) -> None:
        """Scan one more block of the log that was begun last."""
        self.add_hits(block, self.table.finder.find(block.data))

    def add_hits(self, block: Block, hits: Hits) -> None:
        """Take in a block of which the lines with phrases have been found."""
        data = block.data
        state = self._file
        self.facts.sample(data)
        first = state.number - block.starts_inside
        index = counted = looked_to = 0
        if self._traceback is not None:
            self._end_of_traceback(block, 0, first)
        for start, phrases in hits:
            end = data.find(b"\n", start)
            end = len(data) if end < 0 else end
            raw = data[start:end]
            rules = self.table.candidates(phrases, raw)
            if not rules and phrases[-1] < self.table.context:
                continue
            self._look_for_progress(data, looked_to, start)
            looked_to = end
            index += data.count(b"\n", counted, start)
            counted = start
            raw = block.raw_line(start, end, index)
            if self._line(raw, block, first + index, rules):
                state.after_fault = True
                state.progress.restart()
            if self._traceback is not None and self._traceback.lines == 0:
                self._end_of_traceback(block, end + 1, first + index + 1)
        self._look_for_progress(data, looked_to, len(data))
        state.number = first + index + data.count(b"\n", counted)
        self.last_episodes[-1] = state.episode

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
                        self._exception(line, number)
                    break
                open_one.frames += 1
            open_one.lines += 1
            start, number = end + 1, number + 1
        else:
            if open_one.lines < LONGEST_TRACEBACK:
                return
        self._traceback = None

    def _exception(self, line: LogLine, number: int) -> None:
        """Note the last line of a traceback, unless its words do that anyway."""
        if kinds.ends_traceback(line.message) and not kinds.is_exception(line.message):
            at = place(len(self.files) - 1, number, 0)
            episode, process = self._file.episode, self._process(line)
            self.notables.add(line, at, episode, process, kind=Kind.EXCEPTION)

    def _add_hot(self, search: Search, placed: _Placed) -> None:
        """Look for companions with hot phrases in a block, once."""
        if placed.searched or not placed.without_hot:
            return
        placed.searched = True
        block, data = placed.block, placed.block.data
        first = placed.number - block.starts_inside
        index = counted = 0
        for start, phrases in search.hot_hits(data):
            end = data.find(b"\n", start)
            end = len(data) if end < 0 else end
            rules = self.table.candidates(phrases, data[start:end])
            if not rules:
                continue
            index += data.count(b"\n", counted, start)
            counted = start
            raw = block.raw_line(start, end, index)
            lines = parse_line(raw, first + index, block.origin, block.profile)
            for piece, line in enumerate(lines):
                at = place(len(self.files) - 1, first + index, piece)
                self._match(rules, line, at, self._process(line))

    def _line(self, raw: bytes, block: Block, number: int, rules: Sequence[int]) -> bool:
        """Take in one line that holds a phrase; say whether it states a fault."""
        repeat = None
        if not rules:
            repeat = self._repeat(raw)
            if repeat and repeat.seen > REPEATS_PARSED:
                if repeat.notable:
                    repeat.notable.count += 1
                return False
        fault = matched = False
        logical = parse_line(raw, number, block.origin, block.profile)
        for piece, line in enumerate(logical):
            at = place(len(self.files) - 1, number, piece)
            process = self._process(line)
            found = self._match(rules, line, at, process)
            kind = kinds.kind_of(line)
            note = self.notables.add(
                line, at, self._file.episode, process, kind=kind, known=bool(found)
            )
            if kind == Kind.TRACEBACK:
                self._traceback = _Traceback(line)
            self.facts.add(line, self._file.episode)
            matched |= bool(found)
            fault |= any(self.index.rules[s.rule].role in _FAULTS for s in found)
            fault |= note is not None and note.kind in kinds.ROOTS
            if repeat and note:
                repeat.notable = note
        if rules and not matched and len(logical) > 1 and b"\r" not in raw:
            fault |= self._match_joined(rules, logical, number)
        return fault

    def _match_joined(self, rules: Sequence[int], logical: list[LogLine], number: int) -> bool:
        """Match a line as it stands, in case what looked like several lines was one."""
        text = "".join(line.text for line in logical)
        joined = replace(logical[0], text=text, message=text)
        at = place(len(self.files) - 1, number, 0)
        found = self._match(rules, joined, at, self._process(joined))
        return any(self.index.rules[s.rule].role in _FAULTS for s in found)

    def _repeat(self, raw: bytes) -> _Repeat | None:
        key = raw[:512].translate(None, _DIGITS)
        repeat = self._repeats.get(key)
        if repeat is None:
            if len(self._repeats) >= REPEATS_KEPT:
                return None
            repeat = self._repeats[key] = _Repeat()
        repeat.seen += 1
        return repeat

    def _match(self, rules: Iterable[int], line: LogLine, at: int, process: int) -> list[Sighting]:
        """Count the rules that match a line; return those that belong to an entry."""
        found: list[Sighting] = []
        for number in rules:
            rule = self.index.rules[number]
            hit = self.index.match(number, line.message if rule.whole else line.text)
            if hit is None:
                continue
            episode = self._file.episode
            sighting = Sighting(number, at, line, hit.start, hit.end, episode, process)
            tally = self.tallies.setdefault(number, RuleTally())
            tally.add(sighting, as_companion=number in self.companions)
            if rule.entry >= 0:
                found.append(sighting)
                self._needs_hot |= bool(rule.all_of or rule.unless)
        return found

    def _process(self, line: LogLine) -> int:
        key = (line.rank, line.local_rank, line.host, line.pid, line.file)
        number = self._process_numbers.get(key)
        if number is None:
            number = self._process_numbers[key] = len(self.processes)
            self.processes.append(line)
        return number
