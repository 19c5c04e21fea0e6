"""For people: one line a problem. For programs: the same as JSON."""

from __future__ import annotations

import json

from faultbook.checks.engine import Report
from faultbook.problem import Level


def as_text(report: Report) -> str:
    """Return one line a problem, and a last line that counts them."""
    return "".join(f"{p}\n" for p in report.problems) + (
        f"\n{summary(report)}\n" if report.problems else f"{summary(report)}\n"
    )


def summary(report: Report) -> str:
    """Return one sentence that counts files and problems."""
    checked = f"{_count(len(report.files), 'file')} checked"
    if not report.problems:
        return f"{checked}: no problem."
    broken = _count(len({p.file for p in report.problems}), "file")
    warnings = sum(p.level is Level.WARNING for p in report.problems)
    count = _count(len(report.problems), "problem")
    if warnings:
        count += f" ({_count(warnings, 'warning')})"
    return f"{checked}: {count} in {broken}."


def as_json(report: Report) -> str:
    """Return one object with the counts and a list of problems."""
    record = {
        "files": len(report.files),
        "errors": sum(p.level is Level.ERROR for p in report.problems),
        "warnings": sum(p.level is Level.WARNING for p in report.problems),
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
            for p in report.problems
        ],
    }
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
