"""Checks of the file's form. `faultbook check --fix` mends them."""

from __future__ import annotations

from collections.abc import Iterator

from faultbook.checks.model import Check, Finding, Subject

MODELINE = "# yaml-language-server: $schema="


def modeline(subject: Subject) -> Iterator[Finding]:
    """The first line tells editors which schema the file follows."""
    if not subject.first_line.startswith(MODELINE):
        yield Finding(
            (),
            "The first line does not name the schema.",
            f"Write `{MODELINE}../../schema/entry.schema.json`, or run `faultbook check --fix`.",
        )


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
)
