"""Problems in the formats that people and programs read."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from faultbook.problem import Level, Problem

Reporter = Callable[[Sequence[Problem], int], str]
"""Takes the problems and the number of files checked; returns text that ends in a newline."""


def as_text(problems: Sequence[Problem], files: int) -> str:
    """Return one line a problem, and a last line that counts them."""
    checked = "1 file" if files == 1 else f"{files} files"
    if not problems:
        return f"{checked} checked: no problem.\n"
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    broken = len({p.file for p in problems})
    return "".join(f"{p}\n" for p in problems) + f"\n{count} in {broken} of {checked}.\n"


def as_json(problems: Sequence[Problem], files: int) -> str:
    """Return one object with the counts and a list of problems."""
    report = {
        "files": files,
        "errors": sum(p.level is Level.ERROR for p in problems),
        "warnings": sum(p.level is Level.WARNING for p in problems),
        "problems": [
            {
                "file": p.file,
                "line": p.line,
                "column": p.column,
                "check": p.check,
                "level": str(p.level),
                "entry": p.entry,
                "message": p.message,
                "hint": p.hint,
            }
            for p in problems
        ],
    }
    return json.dumps(report, indent=2, ensure_ascii=False) + "\n"


REPORTERS: dict[str, Reporter] = {"text": as_text, "json": as_json}
