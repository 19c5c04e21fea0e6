"""Each kind of bad input, in each of the five formats; those for machines fit their schemas.

`tests/broken` holds a file (or a small corpus) for each kind, `expected.yaml` what is to be said
of it. Here every kind is checked by itself and told in every format.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest
import xmlschema
import yaml
from jsonschema import Draft4Validator

from faultbook.checks.engine import Report, Request, run_checks
from faultbook.cli.reporters import REPORTERS
from tests.contribute.running import ROOT

BROKEN = ROOT / "tests" / "broken"
CORPUS = ROOT / "tests" / "data" / "corpus" / "entries"
SCHEMAS = ROOT / "tests" / "data" / "schemas"
EXPECTED: dict[str, list[str]] = yaml.safe_load((BROKEN / "expected.yaml").read_text("utf-8"))
KINDS = sorted(name for name, lines in EXPECTED.items() if lines)


@pytest.fixture(scope="module")
def sarif_is_valid() -> Callable[[str], None]:
    validator = Draft4Validator(json.loads((SCHEMAS / "sarif-2.1.0.json").read_text("utf-8")))
    return lambda text: validator.validate(json.loads(text))


@pytest.fixture(scope="module")
def junit_is_valid() -> Callable[[str], None]:
    return xmlschema.XMLSchema(str(SCHEMAS / "junit.xsd")).validate


def report_on(kind: str) -> Report:
    folder = BROKEN / kind / "entries"
    if folder.is_dir():
        return run_checks(Request((folder,), "2026-11-30"))
    return run_checks(Request((CORPUS,), "2026-11-30", (BROKEN / f"{kind}.yaml",), shellcheck=True))


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_bad_input(
    kind: str,
    sarif_is_valid: Callable[[str], None],
    junit_is_valid: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("FAULTBOOK_CACHE", "")
    report = report_on(kind)
    told = {name: write(report) for name, write in REPORTERS.items()}

    assert set(told) == {"text", "json", "github", "sarif", "junit"}
    assert len(report.problems) == len(EXPECTED[kind])
    sarif_is_valid(told["sarif"])
    junit_is_valid(told["junit"])
    results = json.loads(told["sarif"])["runs"][0]["results"]
    failures = "".join(ET.fromstring(told["junit"]).itertext())
    for problem, row in zip(report.problems, json.loads(told["json"])["problems"], strict=True):
        place = f"{problem.file}:{problem.line}:{problem.column}"
        assert f"{place}: {problem.level} {problem.check}: {problem.message}" in told["text"]
        assert (row["file"], row["line"], row["column"]) == (
            problem.file,
            problem.line,
            problem.column,
        )
        assert row["message"] == problem.message
        line = f"file={problem.file},line={problem.line},col={problem.column}"
        assert f"::{problem.level} {line},title={problem.check} " in told["github"]
        assert place in failures or place in told["junit"]
    for result, problem in zip(results, report.problems, strict=True):
        [where] = result["locations"]
        region = where["physicalLocation"]["region"]
        assert result["ruleId"] == problem.check
        assert (region["startLine"], region["startColumn"]) == (problem.line, problem.column)


def test_no_format_lets_a_line_break_out_of_a_message() -> None:
    for kind in ("escape-character", "colon-in-text"):
        if kind in KINDS:
            github = REPORTERS["github"](report_on(kind))
            assert all(re.match(r"::(error|warning|notice|group|endgroup)", row) or not row
                       for row in github.splitlines()[:-1])  # fmt: skip


def test_the_kinds_are_all_there() -> None:
    assert len(KINDS) >= 80
    assert {name for name in EXPECTED if (BROKEN / name).is_dir()} <= set(KINDS)
