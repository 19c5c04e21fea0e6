"""Exemptions from checks: data with a reason, and an error once they are not needed.

`entries/exemptions.yaml` is a list of `{check, entry, other, reason}`; `other` only for
checks that concern two entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from faultbook.checks.model import Check
from faultbook.problem import Problem
from faultbook.source.document import Document, read_document
from faultbook.source.text import Unreadable

FILE = "exemptions.yaml"
_KEYS = {"check", "entry", "other", "reason"}

CHECKS = (
    Check(
        "FB901",
        "exemption-unneeded",
        "Every exemption silences a finding.",
        "A list of exceptions that only grows hides the next real fault.",
        f"Take it out of `{FILE}`.",
        "# the sentence is not repeated any more\n"
        "- {check: FB303, entry: a, other: b, reason: quoted from one manual}",
        "# nothing",
    ),
    Check(
        "FB902",
        "exemption-broken",
        "Every exemption names a check, an entry and a reason.",
        "An exemption that nobody can judge cannot be taken back.",
        "Write `check`, `entry` and `reason`; `other` names the second entry.",
        "- {check: FB303, entry: a}",
        "- {check: FB303, entry: a, other: b, reason: both quote one manual}",
    ),
)


@dataclass(frozen=True, slots=True)
class Exemption:
    """One line of the file, and where it stands."""

    check: str
    entry: str
    other: str | None
    problem: Problem

    def covers(self, problem: Problem) -> bool:
        """Say whether a problem is exempt."""
        return (
            problem.check == self.check
            and problem.entry == self.entry
            and self.other in (None, problem.other)
        )


def read_exemptions(
    path: Path, file: str, checks: Iterable[Check]
) -> tuple[list[Exemption], list[Problem]]:
    """Read the file (none is no exemption). Checks may be named by id or slug."""
    if not path.is_file():
        return [], []
    try:
        document = read_document(path, file)
    except Unreadable as error:
        return [], [error.problem]
    if document.data is None:
        return [], []
    if not isinstance(document.data, list):
        return [], [_broken(document, (), "The file is not a list.", "Begin with `- check:`.")]
    names = {name: check.id for check in checks for name in (check.id, check.slug)}
    exemptions, problems = [], list(document.problems)
    for index, item in enumerate(document.data):
        made = _exemption(document, index, item, names)
        if isinstance(made, Exemption):
            exemptions.append(made)
        else:
            problems.append(made)
    return exemptions, problems


def apply_exemptions(
    problems: Sequence[Problem], exemptions: Sequence[Exemption], *, whole: bool
) -> list[Problem]:
    """Take out what is exempt. When the `whole` corpus was checked, report what is not needed."""
    used: set[Exemption] = set()
    kept: list[Problem] = []
    for problem in problems:
        cover = next((e for e in exemptions if e.covers(problem)), None)
        if cover is None:
            kept.append(problem)
        else:
            used.add(cover)
    if whole:
        kept += [e.problem for e in exemptions if e not in used]
    return kept


def _exemption(
    document: Document, index: int, item: Any, names: dict[str, str]
) -> Exemption | Problem:
    hint = "Write `check`, `entry` and `reason`; `other` names the second entry."
    if not isinstance(item, dict):
        return _broken(document, (index,), "An exemption must be a mapping.", hint)
    for key, value in item.items():
        if key not in _KEYS:
            return _broken(document, (index, key), f"`{key}` is not known here.", hint)
        if not isinstance(value, str) or not value:
            return _broken(document, (index, key), f"`{key}` must be text.", hint)
    for key in ("check", "entry", "reason"):
        if key not in item:
            return _broken(document, (index,), f"`{key}` is missing.", hint)
    if item["check"] not in names:
        message = f"There is no check `{item['check']}`."
        return _broken(document, (index, "check"), message, "See `faultbook explain`.")
    check, entry, other = names[item["check"]], item["entry"], item.get("other")
    about = f" with `{other}`" if other else ""
    unneeded = replace(
        document.problem(
            (index,),
            "FB901",
            f"Nothing needs the exemption of `{entry}`{about} from {check}.",
            "Take it out.",
        ),
        entry=entry,
    )
    return Exemption(check, entry, other, unneeded)


def _broken(document: Document, pointer: tuple[str | int, ...], message: str, hint: str) -> Problem:
    return document.problem(pointer, "FB902", message, hint)
