"""Matching a pattern against a line in linear time, without a regular expression engine.

The set of positions that the pattern can have reached is carried from step to step, so
nothing is ever tried twice. If the last set is not empty the pattern matches, and the sets
that can still reach the end are found on the way back; from them the one assignment that
is reported follows: the leftmost start, then from the left each placeholder as long as can
be, `<any>` as short as can be (at the end of a pattern: all the rest).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from faultbook.signature.pattern import (
    BLANKS,
    Blank,
    Kind,
    Pattern,
    Slot,
    Text,
    Token,
    is_digit,
)
from faultbook.signature.spans import Spans, intersection
from faultbook.signature.steps import Literal, Step, blank_step, slot_step
from faultbook.signature.subject import WINDOW, Subject, windows


@dataclass(frozen=True, slots=True)
class Match:
    """Where a pattern matched: offsets in the line, in characters.

    `values` has the (start, end) of each placeholder, in the order of the pattern.
    """

    start: int
    end: int
    values: tuple[tuple[int, int], ...]


def match(pattern: Pattern, line: str, *, whole: bool = False) -> Match | None:
    """Match a pattern against a cleaned line: anywhere in it, or against the `whole` of it.

    The whole of a line is what is left once blanks at its ends are taken off; a line of
    more than `WINDOW` characters is never matched as a whole.
    """
    compiled = _compiled(pattern)
    for subject in _subjects(line, whole):
        sets = _reach(compiled, subject, whole)
        if sets:
            return _assignment(compiled, subject, sets)
    return None


def matches(pattern: Pattern, line: str, *, whole: bool = False) -> bool:
    """Whether a pattern matches a line; quicker than `match`."""
    compiled = _compiled(pattern)
    return any(_reach(compiled, subject, whole) for subject in _subjects(line, whole))


_DIGITS = re.compile("[0-9]+")


def count_work(pattern: Pattern, line: str) -> int:
    """Characters and intervals that a match looks at, for tests that it takes linear time."""
    compiled = _compiled(pattern)
    total = 0
    for subject in windows(line):
        sets = _reach(compiled, subject, whole=False)
        if sets:
            _assignment(compiled, subject, sets)
        total += subject.work
    return total


@dataclass(frozen=True, slots=True)
class _Compiled:
    tokens: tuple[Token, ...]
    steps: tuple[Step, ...]


@lru_cache(maxsize=16_384)
def _compiled(pattern: Pattern) -> _Compiled:
    last = len(pattern.tokens) - 1
    steps: list[Step] = []
    for index, token in enumerate(pattern.tokens):
        match token:
            case Text(text):
                steps.append(
                    Literal(text, word_before=index == 0, word_after=index == last),
                )
            case Blank():
                steps.append(blank_step())
            case Slot():
                steps.append(slot_step(token))
    return _Compiled(pattern.tokens, tuple(steps))


def _subjects(line: str, whole: bool) -> list[Subject]:
    if not whole:
        return list(windows(line)) if len(line) > WINDOW else [Subject(line)]
    stripped = line.strip(BLANKS)
    if len(stripped) > WINDOW:
        return []
    return [Subject(stripped, len(line) - len(line.lstrip(BLANKS)))]


def _reach(compiled: _Compiled, subject: Subject, whole: bool) -> list[Spans]:
    """The positions before the first step and after each step; nothing if no match."""
    current = [(0, 0)] if whole else _starts(compiled.tokens[0], subject)
    sets = [current]
    for step in compiled.steps:
        current = step.forward(subject, current)
        if not current:
            return []
        sets.append(current)
    if whole:
        ends = [(subject.length, subject.length)]
    elif _numeric(compiled.tokens[-1]):
        ends = _number_ends(subject, current)
    else:
        return sets
    sets[-1] = intersection(current, ends)
    return sets if sets[-1] else []


def _numeric(token: Token) -> bool:
    return isinstance(token, Slot) and token.kind in (Kind.INT, Kind.NUM) and not token.choices


def _starts(first: Token, subject: Subject) -> Spans:
    """Where a pattern may start: anywhere, but an integer or number not after a digit."""
    if not _numeric(first):
        return [(0, subject.length)]
    spans: Spans = []
    low = 1 if is_digit(subject.char_before(0)) else 0
    for run in _DIGITS.finditer(subject.folded):
        if low <= run.start():
            spans.append((low, run.start()))
        low = run.end() + 1
    if low <= subject.length:
        spans.append((low, subject.length))
    return spans


def _number_ends(subject: Subject, ends: Spans) -> Spans:
    """Those ends of a last number that no digit follows."""
    return [
        (at, at)
        for low, high in ends
        for at in range(low, high + 1)
        if not is_digit(subject.char_after(at))
    ]


def _assignment(compiled: _Compiled, subject: Subject, sets: list[Spans]) -> Match:
    """Narrow the sets from the end, then walk them from the left."""
    for index in range(len(compiled.steps) - 1, -1, -1):
        starts = compiled.steps[index].backward(subject, sets[index + 1])
        sets[index] = intersection(sets[index], starts)
    position = start = sets[0][0][0]
    last = len(compiled.tokens) - 1
    values: list[tuple[int, int]] = []
    for index, (token, step) in enumerate(zip(compiled.tokens, compiled.steps, strict=True)):
        ends = intersection(step.forward(subject, [(position, position)]), sets[index + 1])
        shortest = token == Slot(Kind.ANY) and index < last
        end = ends[0][0] if shortest else ends[-1][1]
        if isinstance(token, Slot):
            values.append((position + subject.offset, end + subject.offset))
        position = end
    return Match(start + subject.offset, position + subject.offset, tuple(values))
