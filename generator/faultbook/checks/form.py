"""Checks of the file's form. `faultbook check --fix` mends them."""

from __future__ import annotations

from collections.abc import Iterator

from faultbook.checks.model import Check, Finding, Subject
from faultbook.problem import Level
from faultbook.source.document import Place
from faultbook.source.tidy import MODELINE, WIDTH, Flaw, out_of_order, too_long, trailing_blanks

_RUN = "Run `faultbook check --fix`."


def modeline(subject: Subject) -> Iterator[Finding]:
    """The first line tells editors which schema the file follows."""
    if not subject.document.text.startswith(MODELINE):
        yield Finding(
            (),
            "The first line does not name the schema.",
            f"Write `{MODELINE}../../schema/entry.schema.json`, or run `faultbook check --fix`.",
        )


def key_order(subject: Subject) -> Iterator[Finding]:
    """Properties stand in the order of the schema."""
    for flaw in out_of_order(subject.document):
        yield _finding(flaw, f"The properties are not in the order of the schema: {flaw.words}.")


def long_lines(subject: Subject) -> Iterator[Finding]:
    """Prose is folded."""
    for flaw in too_long(subject.document):
        yield _finding(flaw, f"A line of this text is longer than {WIDTH} columns.")


def blanks(subject: Subject) -> Iterator[Finding]:
    """No line ends in blanks."""
    for flaw in trailing_blanks(subject.document):
        yield _finding(flaw, "The line ends in blanks.")


def _finding(flaw: Flaw, message: str) -> Finding:
    return Finding((), message, _RUN, place=Place(flaw.line, flaw.column))


CHECKS = (
    Check(
        "FB701",
        "modeline",
        "The first line names the schema.",
        "Editors then complete properties, show what each is for, and mark mistakes as they are "
        "typed, with nothing to set up.",
        "Run `faultbook check --fix`.",
        "id: cuda-out-of-memory",
        f"{MODELINE}../../schema/entry.schema.json\nid: cuda-out-of-memory",
        on_entry=modeline,
        fixable=True,
    ),
    Check(
        "FB702",
        "key-order",
        "Properties stand in the order in which the schema lists them.",
        "Who reads many entries finds each part in its place, and two versions compare line by "
        "line.",
        _RUN,
        "title: No space\nid: no-space",
        "id: no-space\ntitle: No space",
        Level.WARNING,
        on_entry=key_order,
        fixable=True,
    ),
    Check(
        "FB703",
        "long-line",
        f"Prose has no line over {WIDTH} columns.",
        "A review shows lines, and the end of a long one is not seen.",
        _RUN,
        'limits: "A text that goes on and on, far over the edge of the screen ..."',
        "limits: >-\n  A text that goes on\n  and on ...",
        Level.WARNING,
        on_entry=long_lines,
        fixable=True,
    ),
    Check(
        "FB704",
        "trailing-blanks",
        "No line ends in blanks, except in a block that shows what was printed.",
        "Nobody sees them, and every second editor removes them, which makes noise in reviews.",
        _RUN,
        "status: draft  ",
        "status: draft",
        Level.WARNING,
        on_entry=blanks,
        fixable=True,
    ),
)
