"""JUnit XML, which build servers show as test results."""

from __future__ import annotations

import socket
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from faultbook.checks.engine import Report
from faultbook.checks.registry import find_check
from faultbook.problem import Level, Problem


def as_junit(report: Report) -> str:
    """Return a suite with a failed case for each error, and a passed one for each sound file.

    Warnings do not fail a run; they stand in the suite's output.
    """
    by_file: dict[str, list[Problem]] = defaultdict(list)
    for problem in report.problems:
        by_file[problem.file].append(problem)
    cases = [case for file in _files(report, by_file) for case in _cases(file, by_file[file])]
    failed = sum(len(case) > 0 for case in cases)
    suites = ET.Element("testsuites")
    suite = ET.SubElement(
        suites,
        "testsuite",
        {
            "name": "faultbook check",
            "package": "faultbook",
            "id": "0",
            "timestamp": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S"),
            "hostname": socket.gethostname() or "localhost",
            "tests": str(len(cases)),
            "failures": str(failed),
            "errors": "0",
            "time": "0",
        },
    )
    ET.SubElement(suite, "properties")
    suite.extend(cases)
    warnings = [str(p) for p in report.problems if p.level is Level.WARNING]
    ET.SubElement(suite, "system-out").text = "\n".join(warnings)
    ET.SubElement(suite, "system-err")
    ET.indent(suites)
    return ET.tostring(suites, encoding="unicode", xml_declaration=False) + "\n"


def _files(report: Report, by_file: dict[str, list[Problem]]) -> list[str]:
    return sorted({*report.files, *by_file})


def _cases(file: str, problems: list[Problem]) -> Iterator[ET.Element]:
    errors = [p for p in problems if p.level is Level.ERROR]
    if not errors:
        yield ET.Element("testcase", {"name": "check", "classname": file, "time": "0"})
    for problem in errors:
        check = find_check(problem.check)
        slug = check.slug if check else ""
        name = f"{problem.check} {slug} at {problem.line}:{problem.column}"
        case = ET.Element("testcase", {"name": name, "classname": file, "time": "0"})
        attributes = {"type": problem.check, "message": problem.message}
        ET.SubElement(case, "failure", attributes).text = str(problem)
        yield case
