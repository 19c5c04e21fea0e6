"""Checks of how we know: evidence, dates, scripts, deprecation."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date

from faultbook.checks.model import Check, Finding, Subject, World
from faultbook.entry import Status


def some_evidence(subject: Subject) -> Iterator[Finding]:
    """An entry must be documented, reported or reproduced."""
    evidence = subject.entry.evidence
    if not (evidence.documented or evidence.reported or evidence.reproduced):
        yield Finding(
            ("evidence",),
            "Nothing says how we know.",
            "Add `documented`, `reported` or `reproduced`.",
        )
    if evidence.reproduced and evidence.not_reproduced:
        yield Finding(
            ("evidence", "not_reproduced"),
            "The entry is `reproduced` and `not_reproduced` at once.",
            "Keep the one that is true.",
        )


def scripts(world: World) -> Iterator[Finding]:
    """A script that is named must exist."""
    for facts in world.facts.values():
        if facts.script and not os.path.isfile(os.path.join(world.root, facts.script)):  # noqa: PTH113, PTH118 - called for every entry
            yield Finding(
                ("evidence", "reproduced", "script"),
                f"There is no file `{facts.script}`.",
                "Correct the path, add the script, or take `reproduced` out.",
                entry=facts.id,
            )


def dates(subject: Subject) -> Iterator[Finding]:
    """Dates must exist and stand in order."""
    evidence = subject.entry.evidence
    valid = True
    for name in ("added", "reviewed"):
        value = getattr(evidence, name)
        if not _is_date(value):
            valid = False
            message = f"There is no day {value}."
            yield Finding(("evidence", name), message, "Write a real date as YYYY-MM-DD.")
    if valid and evidence.reviewed < evidence.added:
        yield Finding(
            ("evidence", "reviewed"),
            f"The review of {evidence.reviewed} lies before the addition on {evidence.added}.",
            "Correct one of the two.",
        )


def future(world: World) -> Iterator[Finding]:
    """No date may lie in the future."""
    for facts in world.facts.values():
        for name in ("added", "reviewed"):
            value = getattr(facts, name)
            if value > world.today and _is_date(value):
                yield Finding(
                    ("evidence", name),
                    f"{value} lies in the future; today is {world.today}.",
                    "Write the day on which it was done.",
                    entry=facts.id,
                )


def deprecation(subject: Subject) -> Iterator[Finding]:
    """A deprecated entry says why, and only such an entry does."""
    entry = subject.entry
    if entry.status == Status.DEPRECATED and not entry.deprecation:
        yield Finding(
            ("status",),
            "The entry is deprecated and does not say why.",
            "Add `deprecation:` with a `reason`, and a `successor` if there is one.",
        )
    if entry.deprecation and entry.status != Status.DEPRECATED:
        yield Finding(
            ("deprecation",),
            f"`deprecation` is given, but the status is `{entry.status}`.",
            "Write `status: deprecated`, or take `deprecation` out.",
        )


def _is_date(value: str) -> bool:
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


CHECKS = (
    Check(
        "FB601",
        "no-evidence",
        "An entry is documented, reported or reproduced, and says so.",
        "A reader who runs a command at night wants to know who saw it work.",
        "Say what was read or run.",
        "evidence:\n  added: 2026-11-30\n  reviewed: 2026-11-30",
        "evidence:\n  documented: The limit is described in the manual page.\n"
        "  added: 2026-11-30\n  reviewed: 2026-11-30",
        on_entry=some_evidence,
    ),
    Check(
        "FB602",
        "script-missing",
        "The script of `evidence.reproduced` exists.",
        "An entry that claims to be reproduced can be tried by anybody.",
        "Correct the path, or add the script.",
        "evidence:\n  reproduced:\n    script: tests/reproductions/memlok.py",
        "evidence:\n  reproduced:\n    script: tests/reproductions/memlock.py",
        on_corpus=scripts,
    ),
    Check(
        "FB603",
        "impossible-date",
        "Dates exist, and an entry is not reviewed before it was added.",
        "The age of a review tells a reader how far to trust it.",
        "Write the day on which it was done.",
        "evidence:\n  added: 2026-02-30",
        "evidence:\n  added: 2026-02-28",
        on_entry=dates,
    ),
    Check(
        "FB604",
        "future-date",
        "No date lies in the future.",
        "Nobody has reviewed an entry tomorrow.",
        "Write the day on which it was done.",
        "evidence:\n  reviewed: 2999-01-01",
        "evidence:\n  reviewed: 2026-11-30",
        on_corpus=future,
    ),
    Check(
        "FB605",
        "deprecation-reason",
        "`status: deprecated` and `deprecation` go together.",
        "An address stays for ever; who comes to a retired entry is told why, and where to go.",
        "Give the reason, or another status.",
        "status: deprecated",
        "status: deprecated\ndeprecation:\n  reason: Not printed since NCCL 2.9.\n"
        "  successor: nccl-shm-no-space-docker",
        on_entry=deprecation,
    ),
)
