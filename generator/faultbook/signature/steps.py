# ruff: noqa: D102  (every step keeps the contract that Step describes)
"""The steps that a pattern is made of: each maps sets of positions forwards or backwards.

`forward(subject, starts)` gives every end that the step can reach from one of the starts;
`backward(subject, ends)` every start from which it reaches one of the ends. Both take time
linear in the window, whatever the sets are: no step ever scans a run twice.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from faultbook.signature.pattern import BLANKS, Kind, Slot, fold, is_word, touches
from faultbook.signature.spans import Spans, from_points, intersection, keep_pairs, union
from faultbook.signature.subject import Subject


class Step(ABC):
    """One step of a compiled pattern."""

    __slots__ = ()

    @abstractmethod
    def forward(self, subject: Subject, starts: Spans) -> Spans:
        """The ends that can be reached from the starts."""

    @abstractmethod
    def backward(self, subject: Subject, ends: Spans) -> Spans:
        """The starts from which one of the ends can be reached."""


class Literal(Step):
    """A text with optional edges: word edges at either side, or those of a value."""

    __slots__ = ("_guard", "_pattern", "_text", "_wide", "_word_after", "_word_before")

    def __init__(
        self,
        text: str,
        *,
        word_before: bool = False,
        word_after: bool = False,
        guard: Kind = Kind.ANY,
    ) -> None:
        self._text = fold(text)
        self._wide = " " in text
        self._pattern: re.Pattern[str] | None = None
        self._word_before = word_before and is_word(text[0])
        self._word_after = word_after and is_word(text[-1])
        self._guard = guard

    def forward(self, subject: Subject, starts: Spans) -> Spans:
        if not starts:
            return []
        if subject.plain or not self._wide:
            pairs = self._plain_pairs(subject, starts)
        else:
            pairs = keep_pairs(self._wide_pairs(subject, starts[0][0], starts[-1][1]), starts, 0)
        return from_points([end for start, end in pairs if self._fits(subject, start, end)])

    def backward(self, subject: Subject, ends: Spans) -> Spans:
        if subject.plain or not self._wide:
            length = len(self._text)
            starts = [(max(low - length, 0), high - length) for low, high in ends if high >= length]
            pairs = self._plain_pairs(subject, starts)
        else:
            pairs = keep_pairs(self._wide_pairs(subject, 0, subject.length), ends, 1)
        return from_points([start for start, end in pairs if self._fits(subject, start, end)])

    def _plain_pairs(self, subject: Subject, starts: Spans) -> list[tuple[int, int]]:
        """Occurrences whose blanks are single spaces and whose start is in the set."""
        text, folded = self._text, subject.folded
        length = len(text)
        pairs = []
        for low, high in starts:
            subject.work += high - low + 1
            start = folded.find(text, low, high + length)
            while start >= 0:
                pairs.append((start, start + length))
                start = folded.find(text, start + 1, high + length)
        return pairs

    def _wide_pairs(self, subject: Subject, low: int, high: int) -> list[tuple[int, int]]:
        """Occurrences that start between two positions, with any runs of blanks."""
        if self._pattern is None:  # made late: few lines have other blanks than single spaces
            # Possessive, though nothing could be given back: a text piece starts with no blank.
            self._pattern = re.compile(f"[{BLANKS}]++".join(map(re.escape, self._text.split(" "))))
        search = self._pattern.search
        subject.work += high - low + 1
        pairs = []
        found = search(subject.folded, low)
        while found and found.start() <= high:
            pairs.append(found.span())
            found = search(subject.folded, found.start() + 1)
        return pairs

    def _fits(self, subject: Subject, start: int, end: int) -> bool:
        if self._word_before and is_word(subject.char_before(start)):
            return False
        if self._word_after and is_word(subject.char_after(end)):
            return False
        if self._guard == Kind.ANY:
            return True
        return not touches(self._guard, subject.two_before(start), subject.two_after(end))


class Run(Step):
    """One or more characters of a class."""

    __slots__ = ("_run", "_search")

    def __init__(self, chars: str) -> None:
        run = re.compile(f"[{chars}]+")
        self._run = run.match
        self._search = run.search

    def forward(self, subject: Subject, starts: Spans) -> Spans:
        folded = subject.folded
        ends: Spans = []
        covered = -1
        for low, high in starts:
            start = max(low, covered)
            while start <= high:
                if start != high:
                    found = self._search(folded, start, high + 1)
                    if found is None:
                        subject.work += high - start + 1
                        break
                    start = found.start()
                run = self._run(folded, start)
                if run is None:
                    break
                end = run.end()
                subject.work += end - start + 1
                ends.append((start + 1, end))
                covered = end + 1
                start = covered
        return ends

    def backward(self, subject: Subject, ends: Spans) -> Spans:
        starts: Spans = []
        for low, end in self._runs(subject):
            reached = intersection([(low + 1, end)], ends)
            if reached:
                starts.append((low, reached[-1][1] - 1))
        return starts

    def _runs(self, subject: Subject) -> list[tuple[int, int]]:
        subject.work += subject.length
        runs = []
        found = self._search(subject.folded)
        while found:
            runs.append(found.span())
            found = self._search(subject.folded, found.end())
        return runs


class OneOf(Step):
    """One character out of a few."""

    __slots__ = ("_chars", "_search")

    def __init__(self, chars: str) -> None:
        self._chars = chars
        self._search = re.compile(f"[{re.escape(chars)}]").search

    def forward(self, subject: Subject, starts: Spans) -> Spans:
        return [(at + 1, at + 1) for at in self._within(subject, starts)]

    def backward(self, subject: Subject, ends: Spans) -> Spans:
        before = [(max(low, 1) - 1, high - 1) for low, high in ends if high > 0]
        return [(at, at) for at in self._within(subject, before)]

    def _within(self, subject: Subject, spans: Spans) -> list[int]:
        folded = subject.folded
        found = []
        for low, high in spans:
            subject.work += high - low + 1
            if low == high:
                if low < subject.length and folded[low] in self._chars:
                    found.append(low)
                continue
            match = self._search(folded, low, high + 1)
            while match:
                found.append(match.start())
                match = self._search(folded, match.end(), high + 1)
        return found


class Anything(Step):
    """Zero or more characters."""

    __slots__ = ()

    def forward(self, subject: Subject, starts: Spans) -> Spans:
        return [(starts[0][0], subject.length)] if starts else []

    def backward(self, subject: Subject, ends: Spans) -> Spans:
        return [(0, ends[-1][1])] if ends else []


class Quotation(Step):
    """A quote, anything but that quote, and the same quote again."""

    __slots__ = ()
    _QUOTES = "\"'`"
    _ANY_QUOTE = re.compile(f"[{_QUOTES}]")

    def forward(self, subject: Subject, starts: Spans) -> Spans:
        pairs = self._pairs(subject, starts[0][0]) if starts else []
        return from_points(sorted(end for _, end in keep_pairs(pairs, starts, 0)))

    def backward(self, subject: Subject, ends: Spans) -> Spans:
        pairs = sorted(self._pairs(subject, 0), key=lambda pair: pair[1])
        return from_points(sorted(start for start, _ in keep_pairs(pairs, ends, 1)))

    def _pairs(self, subject: Subject, low: int) -> list[tuple[int, int]]:
        """Every quotation that starts at `low` or later, by its start."""
        subject.work += subject.length - low
        opened: dict[str, int] = {}
        pairs = []
        for match in self._ANY_QUOTE.finditer(subject.folded, low):
            quote, at = match.group(), match.start()
            if quote in opened:
                pairs.append((opened[quote], at + 1))
            opened[quote] = at
        return sorted(pairs)


class Address(Run):
    """Hexadecimal digits, dots and colons, with one dot or colon at least."""

    __slots__ = ()
    _MARK = re.compile("[.:]")

    def __init__(self) -> None:
        super().__init__("0-9a-f.:")

    def forward(self, subject: Subject, starts: Spans) -> Spans:
        ends: Spans = []
        for low, high in super().forward(subject, starts):
            mark = self._MARK.search(subject.folded, low - 1, high)
            if mark:
                ends.append((mark.end(), high))
        return ends

    def backward(self, subject: Subject, ends: Spans) -> Spans:
        starts: Spans = []
        for low, high in super().backward(subject, ends):
            folded = subject.folded
            mark = max(folded.rfind(".", low, high + 1), folded.rfind(":", low, high + 1))
            if mark >= 0:
                starts.append((low, mark))
        return starts


class Sequence(Step):
    """One step after the other."""

    __slots__ = ("_steps",)

    def __init__(self, *steps: Step) -> None:
        self._steps = steps

    def forward(self, subject: Subject, starts: Spans) -> Spans:
        for step in self._steps:
            starts = step.forward(subject, starts)
        return starts

    def backward(self, subject: Subject, ends: Spans) -> Spans:
        for step in reversed(self._steps):
            ends = step.backward(subject, ends)
        return ends


class Either(Step):
    """Any one of several steps."""

    __slots__ = ("_steps",)

    def __init__(self, *steps: Step) -> None:
        self._steps = steps

    def forward(self, subject: Subject, starts: Spans) -> Spans:
        reached: Spans = []
        for step in self._steps:
            reached = _joined(subject, reached, step.forward(subject, starts))
        return reached

    def backward(self, subject: Subject, ends: Spans) -> Spans:
        reached: Spans = []
        for step in self._steps:
            reached = _joined(subject, reached, step.backward(subject, ends))
        return reached


class Maybe(Step):
    """A step or nothing."""

    __slots__ = ("_step",)

    def __init__(self, step: Step) -> None:
        self._step = step

    def forward(self, subject: Subject, starts: Spans) -> Spans:
        return _joined(subject, starts, self._step.forward(subject, starts))

    def backward(self, subject: Subject, ends: Spans) -> Spans:
        return _joined(subject, ends, self._step.backward(subject, ends))


def _joined(subject: Subject, one: Spans, other: Spans) -> Spans:
    subject.work += len(one) + len(other)
    return union(one, other)


def blank_step() -> Step:
    """A run of blanks."""
    return Run(BLANKS)


def slot_step(slot: Slot) -> Step:
    """The step for a placeholder. Classes are written for folded text."""
    if slot.choices:
        return Either(*(Literal(choice, guard=slot.kind) for choice in slot.choices))
    sign, digits, name = Maybe(OneOf("+-")), Run("0-9"), Run("0-9a-z._-")
    step: Step
    match slot.kind:
        case Kind.INT:
            step = Sequence(sign, digits)
        case Kind.NUM:
            fraction = Sequence(OneOf("."), digits)
            exponent = Sequence(OneOf("e"), sign, digits)
            number = Sequence(digits, Maybe(fraction), Maybe(exponent))
            step = Sequence(sign, Either(number, Literal("nan"), Literal("inf")))
        case Kind.HEX:
            step = Sequence(Maybe(Literal("0x")), Run("0-9a-f"))
        case Kind.WORD:
            step = Run(f"^{BLANKS},;()\\[\\]{{}}<>'\"`=")
        case Kind.PATH:
            step = Run(f"^{BLANKS}'\"`<>|(),;")
        case Kind.HOST:
            step = name
        case Kind.IP:
            zone = Sequence(OneOf("%"), name)
            step = Sequence(Maybe(OneOf("[")), Address(), Maybe(zone), Maybe(OneOf("]")))
        case Kind.QUOTED:
            step = Quotation()
        case Kind.ANY:
            step = Anything()
    return step
