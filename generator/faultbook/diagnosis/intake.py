"""Taking in the lines that were found: what they match, what they look like, what they state.

Lines that differ in digits alone are parsed a few dozen times; after that what is known of
them is only counted, so that a line that is printed a million times costs little more than
its bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from faultbook.diagnosis import kinds, roles
from faultbook.diagnosis.frames import FrameTable
from faultbook.diagnosis.gather import FactBook
from faultbook.diagnosis.kinds import Kind
from faultbook.diagnosis.notables import Notable, NotableTable
from faultbook.diagnosis.sighting import PLACES_KEPT, RuleTally, Sighting, place
from faultbook.logs import LogLine, Origin, Profile, clean_text, parse_line
from faultbook.logs.split import parse_plain
from faultbook.signature.index import SignatureIndex
from faultbook.signature.pattern import Slot, Text

PARSED = 32  # so many lines of one shape are parsed in full
READ = 2_048  # and so many for their rank and process
SHAPES_KEPT = 20_000
LONGEST_SHAPE = 4_096  # bytes
_SHAPE = bytes.maketrans(b"123456789", b"000000000")
_FAULTS = frozenset({roles.INITIATING, roles.EITHER})


@dataclass(frozen=True, slots=True)
class Here:
    """Where a line stands: its file (by number and by what its name says), line and episode."""

    file: int
    origin: Origin
    profile: Profile
    number: int
    episode: int


@dataclass(slots=True)
class Taken:
    """What taking in a line showed."""

    fault: bool = False
    wants_companions: bool = False
    traceback: LogLine | None = None
    heading: LogLine | None = None  # of NCCL's reason, which stands on the next line


@dataclass(slots=True)
class _Shape:
    """Lines that differ in digits alone: how often they came, and what the first ones gave."""

    seen: int = 0
    plain: bool = True  # each was one logical line, and all matched the same
    notable: Notable | None = None
    matched: tuple[tuple[int, int, int], ...] | None = None  # rule, start, end
    taken: Taken | None = None


@dataclass(slots=True)
class Intake:
    """All that is kept of the lines of all logs."""

    index: SignatureIndex
    companions: frozenset[int]
    tallies: dict[int, RuleTally] = field(default_factory=dict)
    notables: NotableTable = field(default_factory=NotableTable)
    frames: FrameTable = field(default_factory=FrameTable)
    facts: FactBook = field(default_factory=FactBook)
    processes: list[LogLine] = field(default_factory=list)
    _process_numbers: dict[tuple[object, ...], int] = field(default_factory=dict)
    _shapes: dict[bytes, _Shape] = field(default_factory=dict)
    _by_digits: dict[int, bool] = field(default_factory=dict)
    _reason: int = -1  # place of the line that holds the reason under a heading

    @classmethod
    def of(cls, index: SignatureIndex) -> Intake:
        """Begin with nothing taken in."""
        named = (near.rule for rule in index.rules for near in (*rule.all_of, *rule.unless))
        return cls(index, frozenset(named))

    def end_file(self) -> None:
        """Forget what must not reach into the next file."""
        self._shapes.clear()
        self.notables.end_file()
        self.facts.end_file()

    def take(self, raw: bytes, here: Here, rules: Sequence[int]) -> Taken:
        """Take in one physical line that may match some rules (or none)."""
        shape = self._shape(raw)
        if shape is None and not rules and self.notables.full:
            self.notables.crowded_out += 1
            return Taken()
        if shape is not None and shape.seen > PARSED and shape.plain:
            return self._again(raw, here, rules, shape)
        return self._parse(raw, here, rules, shape)

    def expect_reason(self, at: int) -> None:
        """Take the line at a place, when it comes, for NCCL's reason, unless it is an echo."""
        self._reason = at

    def match(self, rules: Iterable[int], line: LogLine, at: int, episode: int) -> list[Sighting]:
        """Count the rules that match a line; return those that belong to an entry."""
        found: list[Sighting] = []
        for number in rules:
            rule = self.index.rules[number]
            hit = self.index.match(number, line.message if rule.whole else line.text)
            if hit is None:
                continue
            sighting = Sighting(number, at, line, hit.start, hit.end, episode, self.process(line))
            self._tally(number).add(sighting, as_companion=number in self.companions)
            if rule.entry >= 0:
                found.append(sighting)
        return found

    def process(self, line: LogLine) -> int:
        """Return the number of the process that wrote a line: `processes` holds a line of it."""
        key = (line.rank, line.local_rank, line.host, line.pid, line.file)
        number = self._process_numbers.get(key)
        if number is None:
            number = self._process_numbers[key] = len(self.processes)
            self.processes.append(line)
        return number

    def _parse(self, raw: bytes, here: Here, rules: Sequence[int], shape: _Shape | None) -> Taken:
        taken = Taken()
        everything: list[Sighting] = []
        logical = parse_line(raw, here.number, here.origin, here.profile)
        for piece, line in enumerate(logical):
            at = place(here.file, here.number, piece)
            found = self.match(rules, line, at, here.episode)
            everything += found
            note = self._note(line, at, here.episode, taken, known=bool(found))
            taken.fault |= note is not None and note.kind in kinds.ROOTS
            if shape is not None and note is not None:
                shape.notable = note
            if piece and note is not None and note.kind == Kind.EXCEPTION:
                above = takewhile(_is_frame, reversed(logical[:piece]))
                self.frames.add(at, here.episode, [*above][::-1])
        if rules and not everything and len(logical) > 1 and b"\r" not in raw:
            everything += self._match_joined(rules, logical, here)
        taken.fault |= any(self.index.rules[s.rule].role in _FAULTS for s in everything)
        taken.wants_companions = any(
            self.index.rules[s.rule].all_of or self.index.rules[s.rule].unless for s in everything
        )
        if shape is not None:
            single = len(logical) == 1 and logical[0].text == clean_text(raw)
            self._learn(shape, everything, taken, single=single)
        return taken

    def _note(
        self, line: LogLine, at: int, episode: int, taken: Taken, *, known: bool
    ) -> Notable | None:
        kind = kinds.kind_of(line)
        if kind == Kind.TRACEBACK:
            taken.traceback = line
        if kind == Kind.PLAIN and kinds.is_heading(line.message):
            taken.heading = line
        if kind == Kind.PLAIN and at == self._reason:
            kind = Kind.NCCL
        self.facts.add(line, episode)
        return self.notables.add(line, at, episode, self.process(line), kind=kind, known=known)

    def _match_joined(
        self, rules: Sequence[int], logical: list[LogLine], here: Here
    ) -> list[Sighting]:
        """Match a line as it stands, in case what looked like several lines was one."""
        text = "".join(line.text for line in logical)
        joined = replace(logical[0], text=text, message=text)
        return self.match(rules, joined, place(here.file, here.number, 0), here.episode)

    def _shape(self, raw: bytes) -> _Shape | None:
        if len(raw) > LONGEST_SHAPE:
            return None
        key = raw.translate(_SHAPE)
        shape = self._shapes.get(key)
        if shape is None:
            if len(self._shapes) >= SHAPES_KEPT:
                return None
            shape = self._shapes[key] = _Shape()
        shape.seen += 1
        return shape

    def _learn(
        self, shape: _Shape, found: Sequence[Sighting], taken: Taken, *, single: bool
    ) -> None:
        matched = tuple((s.rule, s.start, s.end) for s in found if not self._reads_digits(s.rule))
        if not single or taken.traceback is not None or taken.heading is not None:
            shape.plain = False
        if shape.matched is not None and shape.matched != matched:
            shape.plain = False
        shape.matched = matched
        shape.taken = Taken(taken.fault, taken.wants_companions)

    def _again(self, raw: bytes, here: Here, rules: Sequence[int], shape: _Shape) -> Taken:
        """Take in a line of a shape that is known well."""
        if shape.notable is not None:
            shape.notable.count += 1
        at = place(here.file, here.number, 0)
        line: LogLine | None = None
        for number, start, end in shape.matched or ():
            tally = self._tally(number)
            placed = number in self.companions and len(tally.places) < PLACES_KEPT
            if shape.seen > READ and not placed:
                tally.count_only(here.file, here.episode)
                continue
            line = line or parse_plain(raw, here.number, here.origin, here.profile)
            sighting = Sighting(number, at, line, start, end, here.episode, self.process(line))
            tally.add(sighting, as_companion=placed)
        known = {number for number, _, _ in shape.matched or ()}
        others = [n for n in rules if n not in known and self._may_differ(n)]
        if others:
            line = line or parse_plain(raw, here.number, here.origin, here.profile)
            self.match(others, line, at, here.episode)
        return shape.taken or Taken()

    def _may_differ(self, number: int) -> bool:
        """Say whether a rule may match one line of a shape and not another, or is a companion."""
        return self._reads_digits(number) or self.index.rules[number].entry < 0

    def _reads_digits(self, number: int) -> bool:
        """Say whether the digits of a line decide whether a rule matches."""
        known = self._by_digits.get(number)
        if known is None:
            known = self._by_digits[number] = any(
                any(char.isdigit() for char in text)
                for token in self.index.pattern(number).tokens
                for text in _texts(token)
            )
        return known

    def _tally(self, number: int) -> RuleTally:
        tally = self.tallies.get(number)
        if tally is None:
            tally = self.tallies[number] = RuleTally()
        return tally


def _is_frame(line: LogLine) -> bool:
    return kinds.is_frame(line.message)


def _texts(token: object) -> tuple[str, ...]:
    if isinstance(token, Text):
        return (token.text,)
    return token.choices if isinstance(token, Slot) else ()
