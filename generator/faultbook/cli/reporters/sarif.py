"""SARIF 2.1.0, which code-scanning dashboards and editors read."""

from __future__ import annotations

import hashlib
import json
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from faultbook import __version__
from faultbook.checks.engine import Report
from faultbook.checks.manual import as_markdown, as_plain
from faultbook.checks.model import Check
from faultbook.checks.registry import ALL_CHECKS
from faultbook.problem import Problem

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_sarif(report: Report) -> str:
    """Return one run with all rules and one result a problem."""
    order = {check.id: number for number, check in enumerate(ALL_CHECKS)}
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "faultbook",
                        "semanticVersion": __version__,
                        "rules": [_rule(check) for check in ALL_CHECKS],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(p, order) for p in report.problems],
            }
        ],
    }
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _rule(check: Check) -> dict[str, Any]:
    return {
        "id": check.id,
        "name": "".join(word.capitalize() for word in check.slug.split("-")),
        "shortDescription": {"text": check.what},
        "fullDescription": {"text": check.why},
        "help": {"text": as_plain(check), "markdown": as_markdown(check)},
        "defaultConfiguration": {"level": str(check.level)},
    }


def _result(problem: Problem, order: dict[str, int]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": problem.check,
        "level": str(problem.level),
        "message": {"text": f"{problem.message} {problem.hint}".strip()},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(problem.file)},
                    "region": {"startLine": problem.line, "startColumn": problem.column},
                }
            }
        ],
        "partialFingerprints": {"faultbook/v1": _fingerprint(problem)},
    }
    if problem.check in order:
        result["ruleIndex"] = order[problem.check]
    return result


def _uri(file: str) -> str:
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def _fingerprint(problem: Problem) -> str:
    """Identify a problem over edits elsewhere in its file: the line does not count."""
    text = f"{problem.check}\n{problem.file}\n{problem.message}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]
