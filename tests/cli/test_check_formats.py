"""The same problems in five formats, those for machines held against their schemas."""

import json
import re
import shutil
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest
import xmlschema
import yaml
from command_line import BROKEN, CORPUS, REPOSITORY, Done, faultbook
from jsonschema import Draft4Validator

SCHEMAS = REPOSITORY / "tests" / "data" / "schemas"
EXPECTED: dict[str, list[str]] = yaml.safe_load((BROKEN / "expected.yaml").read_text("utf-8"))
FILES = sorted(name for name in EXPECTED if (BROKEN / f"{name}.yaml").is_file())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All broken entries beside the sound corpus, checked as one."""
    folder = tmp_path_factory.mktemp("corpus") / "entries"
    shutil.copytree(CORPUS, folder)
    for name in FILES:
        shutil.copy(BROKEN / f"{name}.yaml", folder)
    return folder


@cache
def check(folder: Path, format_: str) -> Done:
    return faultbook("check", "--format", format_, cwd=folder.parent)


def test_every_format_tells_of_every_kind_of_bad_input(folder: Path) -> None:
    problems = json.loads(check(folder, "json").out)["problems"]
    text, junit, github = (check(folder, format_).out for format_ in ("text", "junit", "github"))
    results = json.loads(check(folder, "sarif").out)["runs"][0]["results"]

    told = {problem["file"] for problem in problems}
    assert {f"entries/{name}.yaml" for name in FILES if EXPECTED[name]} <= told
    assert [r["ruleId"] for r in results] == [p["check"] for p in problems]
    # there are thousands: sets, because looking for each in all the text takes ten seconds
    places = {f"{p['file']}:{p['line']}:{p['column']}: " for p in problems}
    assert places <= set(re.findall(r"^[^\s:]+:\d+:\d+: ", text, re.MULTILINE))
    assert places <= set(re.findall(r"([^\s:>]+:\d+:\d+: )", junit))
    annotations = {
        f"::{p['level']} file={p['file']},line={p['line']},col={p['column']},title={p['check']} "
        for p in problems
    }
    assert annotations <= set(re.findall(r"^::\w+ \S+ ", github, re.MULTILINE))


def test_sarif_fits_the_schema_of_sarif_2_1_0(folder: Path) -> None:
    log = json.loads(check(folder, "sarif").out)

    Draft4Validator(json.loads((SCHEMAS / "sarif-2.1.0.json").read_text())).validate(log)
    [run] = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(rules) == len(set(rules))
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]


def test_junit_fits_its_schema(folder: Path) -> None:
    done = check(folder, "junit")

    xmlschema.XMLSchema(str(SCHEMAS / "junit.xsd")).validate(done.out)
    suite = ET.fromstring(done.out)[0]
    cases = suite.findall("testcase")
    assert suite.get("tests") == str(len(cases))
    assert suite.get("failures") == str(len([c for c in cases if c.find("failure") is not None]))


def test_a_sound_entry_is_a_passed_case() -> None:
    suite = ET.fromstring(faultbook("check", "--format", "junit", CORPUS).out)[0]

    assert (suite.get("tests"), suite.get("failures")) == ("2", "0")


def test_all_formats_give_the_same_exit_code(folder: Path) -> None:
    formats = ["text", "json", "github", "sarif", "junit"]

    assert {check(folder, format_).code for format_ in formats} == {1}


def test_colour_codes_in_an_entry_reach_no_terminal_and_no_xml(tmp_path: Path) -> None:
    text = (BROKEN / "sound.yaml").read_text("utf-8")
    path = tmp_path / "sound.yaml"
    path.write_text(text.replace("severity: job-down", 'severity: "\\e[31mred\\a"'), "utf-8")

    for format_ in ("text", "github", "junit"):
        out = faultbook("check", "--corpus", CORPUS, "--format", format_, path).out
        assert "\x1b" not in out
        assert "\\x1b[31mred\\x07" in out
