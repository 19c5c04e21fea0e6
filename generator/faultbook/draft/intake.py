"""The files at both ends: what was pasted, and the draft that is written."""

from __future__ import annotations

import os
import tempfile
from itertools import islice
from pathlib import Path

from faultbook.checks.engine import Request, run_checks
from faultbook.draft.proposal import Proposal
from faultbook.draft.render import SCHEMA, render_draft
from faultbook.draft.sift import Sifted, candidate, sift
from faultbook.logs.reader import open_log
from faultbook.problem import Problem
from faultbook.signature.index import SignatureIndex
from faultbook.source.tidy import tidy

LEFT_TO_FILL = "FB301"


def sift_text(index: SignatureIndex, text: str) -> Sifted:
    """Return what pasted text holds. A single line is taken as the failure, whatever it says."""
    rows = [row for row in text.splitlines() if row.strip()]
    if len(rows) < 2:
        return Sifted((), (candidate(rows[0]),) if rows else ())
    handle, name = tempfile.mkstemp(suffix=".log", prefix="faultbook-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as stream:
            stream.write(text)
        return sift(index, [name])
    finally:
        Path(name).unlink()


def numbered_line(file: str, number: int) -> str:
    """Return one line of a log, counted from 1.

    Raises:
        LookupError: the log has fewer lines.
        UnreadableLogError: the log cannot be opened.
    """
    with open_log(file) as stream:
        for raw in islice(stream, number - 1, number):
            return raw.decode("utf-8", "replace")
    raise LookupError(f"`{file}` has no line {number}.")


def save_draft(proposal: Proposal, entries: Path) -> Path:
    """Write the draft into its category's folder and return its path.

    Raises:
        FileExistsError: there is such a file.
    """
    path = entries / proposal.category / f"{proposal.id}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = tidy(render_draft(proposal, _schema_from(path)), path)
    with path.open("x", encoding="utf-8") as stream:
        stream.write(text)
    return path


def _schema_from(path: Path) -> str:
    """Return how the schema is reached from a file: the nearest `schema/` above it."""
    folder = path.absolute().parent
    for above in (folder, *folder.parents):
        schema = above / "schema" / "entry.schema.json"
        if schema.is_file():
            return Path(os.path.relpath(schema, folder)).as_posix()
    return SCHEMA


def what_is_left(
    path: Path, layers: tuple[Path, ...], today: str
) -> tuple[int, tuple[Problem, ...]]:
    """Check a draft; return how many questions it leaves open, and what else is wrong."""
    report = run_checks(Request(layers, today, (path,)))
    questions = sum(problem.check == LEFT_TO_FILL for problem in report.problems)
    return questions, tuple(p for p in report.problems if p.check != LEFT_TO_FILL)
