"""The smallest entries that have signatures."""

from __future__ import annotations

from faultbook.entry import (
    Category,
    Companion,
    Entry,
    Evidence,
    Example,
    Fix,
    FixStep,
    Role,
    Severity,
    Signature,
    Status,
)
from faultbook.perspectives import Cost, Executive, OnCall, Wake


def signature(
    line: str,
    *,
    role: Role = Role.INITIATING,
    whole_line: bool = False,
    all_of: tuple[Companion, ...] = (),
    unless: tuple[Companion, ...] = (),
) -> Signature:
    return Signature(
        line,
        role,
        "NCCL",
        "not known",
        (Example(line, "source"),),
        whole_line=whole_line,
        all_of=all_of,
        unless=unless,
    )


def entry(id_: str, *signatures: Signature) -> Entry:
    """An entry with these signatures; all else is as short as its type allows."""
    step = FixStep(action="Do this.", risk="None.", verify="Look.", command="true")
    cost = Cost(8, 2.0, 1, 1, "An example.")
    return Entry(
        id=id_,
        title=id_.replace("-", " "),
        category=Category.COMMUNICATION,
        tags=(),
        components=("nccl",),
        presents_as=(),
        severity=Severity.JOB_DOWN,
        status=Status.DRAFT,
        summary="A summary.",
        signatures=signatures,
        symptoms=(),
        mechanism="",
        limits="",
        affected_systems=(),
        confirm=(),
        causes=(),
        fix=Fix((step,), (step,)),
        prevention=(),
        faq=(),
        references=(),
        executive=Executive("", "", "", "", "", cost, ()),
        on_call=OnCall((), (), Wake("", ""), ()),
        evidence=Evidence("2026-01-01", "2026-01-01"),
    )
