"""Annotations of GitHub Actions: each problem at its line of a pull request."""

from __future__ import annotations

from faultbook.checks.engine import Report
from faultbook.checks.registry import find_check
from faultbook.cli.reporters.text import summary
from faultbook.problem import Problem


def as_github(report: Report) -> str:
    """Return one workflow command a problem, and a last line that counts them."""
    return "".join(f"{_command(p)}\n" for p in report.problems) + f"{summary(report)}\n"


def _command(problem: Problem) -> str:
    check = find_check(problem.check)
    title = f"{problem.check} {check.slug}" if check else problem.check
    properties = {
        "file": problem.file.replace("\\", "/"),
        "line": str(problem.line),
        "col": str(problem.column),
        "title": title,
    }
    shown = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{problem.level} {shown}::{_data(f'{problem.message} {problem.hint}'.strip())}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
