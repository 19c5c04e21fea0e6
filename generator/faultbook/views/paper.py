"""The height of a runbook on paper, to set it as large as fits one A4 sheet.

It counts the lines of each text at the widths of the style sheet (`50-on-call.css`, `90-print.css`)
and adds up what is around them; a test in a real browser compares both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from faultbook.entry import Entry
from faultbook.perspectives import Branch, CallStep, OnCall
from faultbook.views.measure import MONO, SPACE, Piece, count_lines, mono, prose
from faultbook.views.neighbours import Neighbour, lead_signature
from faultbook.views.words import long_date

SHEET = 1039.0
"""The height of the sheet less its margins, in CSS pixels (275 mm)."""
SPARE = 16.0
"""Left free: a line more than was counted still fits, at the sizes of most texts."""

SCALES = (100, 97, 94, 91, 88, 85, 82, 79, 76, 73, 70)
"""Sizes of type on paper, in hundredths; all but the first have a class of their own."""
_REM = 14.72 / 100  # pixels, for each hundredth
_WIDTH = 701.0
_BOLD = 1.012
_CONDENSED = 0.955  # the page's title, bold and narrower


@dataclass(frozen=True, slots=True)
class _Outcome:
    see: Sequence[Piece]
    note: Sequence[Piece]


@dataclass(frozen=True, slots=True)
class _Step:
    title: Sequence[Piece]
    where: Sequence[Piece]
    command: Sequence[Sequence[Piece]]
    outcomes: Sequence[_Outcome]


class Runbook:
    """The texts of a runbook, measured once.

    `cards` has the entries that it leads to; `report`: it has a link to report a problem.
    """

    def __init__(self, entry: Entry, cards: Mapping[str, Neighbour], *, report: bool) -> None:
        self._entry = entry
        self._call: OnCall = entry.on_call
        self._cards = cards
        self._report = report
        self._title = prose(entry.title)
        self._steps = [self._step(step) for step in self._call.steps]
        phases = [step.phase == "check" for step in self._call.steps]
        self._groups = sum(a != b for a, b in zip(phases, [None, *phases[:-1]], strict=True))
        self._stop = [prose(text) for text in self._call.stop_when]
        self._wake = prose(f"{self._call.wake.role}: {self._call.wake.why}")
        self._hand_over = [prose(text) for text in self._call.hand_over]

    def height(self, scale: int) -> float:
        """Return the height in CSS pixels at a size of type."""
        rem = scale * _REM
        parts = (
            self._head(rem),
            self._right_place(rem),
            self._groups * (0.7 + 0.35 + 1.4375) * rem + self._groups,
            self._wrapped_note(rem),
            sum(_step_height(step, rem) for step in self._steps),
            self._escalate(rem),
            self._footer(rem),
        )
        return sum(parts)

    def _head(self, rem: float) -> float:
        lines = count_lines(self._title, _WIDTH / (1.7 * rem * _CONDENSED))
        return (1.972 * lines + 0.6 + 1.024 + 0.8) * rem

    def _right_place(self, rem: float) -> float:
        height = (0.62 * 1.3 + 0.25) * rem
        if not self._entry.signatures:
            return height + (0.3 + 1.02 * count_lines(self._symptom, _WIDTH / (0.68 * rem))) * rem
        room = (_WIDTH - 2) / (0.75 * rem) - 3.0 / 0.75
        height += 2 + (0.84 + 1.2 * count_lines(self._lead, room)) * rem
        return height + (1.32 * rem if len(self._entry.signatures) > 1 else 0.0)

    @cached_property
    def _lead(self) -> list[Piece]:
        lead = lead_signature(self._entry) or self._entry.signatures[0]
        return mono(lead.line.replace("|", " or "))

    @cached_property
    def _symptom(self) -> list[Piece]:
        return prose(self._entry.symptoms[0].see)

    def _wrapped_note(self, rem: float) -> float:
        """Return what a note beside a heading adds to it, when it takes several lines."""
        note = prose(self._call.mitigation_note or "")
        lines = count_lines(note, (_WIDTH - 6.2 * rem) / (0.68 * rem))
        return max(0.0, 1.02 * lines - 1.4375) * rem

    def _step(self, step: CallStep) -> _Step:
        rows = (step.command or "").strip().split("\n") if step.command else []
        return _Step(
            prose(step.title, whole_code=True),
            prose(step.where, whole_code=True),
            [mono(row, keep=30) for row in rows],
            [_Outcome(mono(b.see.replace("`", "")), self._note(b)) for b in step.outcomes],
        )

    def _note(self, branch: Branch) -> list[Piece]:
        if not isinstance(branch.go, str):
            return prose(branch.note or "")
        if not branch.go.startswith("entry:"):
            return prose(branch.note or branch.go)
        name = branch.go[6:]
        known = self._cards[name].id if name in self._cards else name
        return prose(f"{known}: {branch.note}" if branch.note else known)

    def _escalate(self, rem: float) -> float:
        room = ((_WIDTH - 2) / 3 - 1 - 1.6 * rem) / (0.74 * rem)
        columns = (
            sum(count_lines(text, room - 0.9 / 0.74) for text in self._stop),
            count_lines(self._wake, room),
            sum(count_lines(text, room - 1.15 / 0.74) for text in self._hand_over),
        )
        return 4 + (0.7 + 2.6 + 1.1 + 0.76 * 1.4 + 1.11 * max(columns)) * rem

    def _footer(self, rem: float) -> float:
        lines, used = 1, 0.0
        for width in self._footer_parts:
            if used and (used + 1.2 / 0.64 + width) * 0.64 * rem > _WIDTH:
                lines, used = lines + 1, width
            else:
                used += width + (1.2 / 0.64 if used else 0.0)
        return (0.3 + 1.024 * lines + 0.2 * (lines - 1)) * rem

    @cached_property
    def _footer_parts(self) -> tuple[float, ...]:
        name = self._entry.id
        reviewed = long_date(self._entry.evidence.reviewed)
        said = prose(f"{name}, on-call view. Last reviewed {reviewed}.")
        command = len(f"faultbook show {name} --view on-call") * 0.9 * MONO
        parts = (_whole(said), _whole(prose("In a terminal: ")) + SPACE + command)
        return (*parts, _whole(prose("Report a problem"))) if self._report else parts


def _whole(pieces: Sequence[Piece]) -> float:
    """Return the width of a text on one line."""
    return sum(gap + width for gap, width in pieces) - pieces[0][0]


def _step_height(step: _Step, rem: float) -> float:
    rest = _WIDTH - 2 * rem
    right = max(16.5 * rem, rest / 2)
    room = rest - right - 1.1 * rem
    left = 1.58 * rem
    left += 1.17 * rem * count_lines(step.title, room / (0.9 * rem * _BOLD))
    left += 1.015 * rem * count_lines(step.where, room / (0.7 * rem))
    if step.command:
        inside = (room - 2 - 2.032 * rem) / (0.68 * rem)
        rows = sum(count_lines(row, inside) for row in step.command)
        left += 2 + (0.84 + max(1.116, 1.054 * rows)) * rem
    told = sum(_outcome_height(outcome, right - 1, rem) for outcome in step.outcomes)
    return 1 + max(left, told + len(step.outcomes) - 1)


def _outcome_height(outcome: _Outcome, width: float, rem: float) -> float:
    inside = width - 0.8 * rem
    seen = max(0.4 * inside, 6.4 * rem)
    told = inside - seen - (0.5 + 0.75 + 0.4 + 1.15 + 0.4) * rem
    lines = count_lines(outcome.see, seen / (0.68 * rem))
    notes = count_lines(outcome.note, told / (0.72 * rem)) if outcome.note else 0
    return (0.8 + max(1.15, 0.918 * lines, 0.972 * notes)) * rem


def print_setting(
    entry: Entry, cards: Mapping[str, Neighbour] = MappingProxyType({}), *, report: bool = False
) -> str:
    """Return the class that scales the runbook on paper; empty if it fits as it is."""
    runbook = Runbook(entry, cards, report=report)
    fitting = (scale for scale in SCALES if runbook.height(scale) <= SHEET - SPARE)
    scale = next(fitting, SCALES[-1])
    return f"print-{scale}" if scale < SCALES[0] else ""
