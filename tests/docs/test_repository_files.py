"""What GitHub reads: forms, template, workflows; and that CONTRIBUTING stays one page."""

import re
import shutil
import subprocess

import pytest
import yaml

from tests.docs.examples import ROOT

FOLDER = ROOT / ".github"
WORKFLOWS = sorted((FOLDER / "workflows").glob("*.yml"))
FORMS = sorted(p for p in (FOLDER / "ISSUE_TEMPLATE").glob("*.yml") if p.stem != "config")
ELEMENTS = {"markdown", "input", "textarea", "dropdown", "checkboxes"}


@pytest.mark.parametrize("path", FORMS, ids=lambda p: p.stem)
def test_a_form_is_as_github_wants_it(path: object) -> None:
    form = yaml.safe_load(path.read_text("utf-8"))  # type: ignore[attr-defined]

    assert set(form) >= {"name", "description", "body"}
    ids = [item["id"] for item in form["body"] if "id" in item]
    assert len(ids) == len(set(ids))
    for item in form["body"]:
        assert item["type"] in ELEMENTS
        attributes = item["attributes"]
        if item["type"] == "markdown":
            assert attributes["value"].strip()
            continue
        assert item["id"]
        assert attributes["label"]
        if item["type"] == "dropdown":
            assert len(attributes["options"]) == len(set(attributes["options"])) > 1
    assert any(item.get("validations", {}).get("required") for item in form["body"])


def test_commands_in_forms_exist() -> None:
    from faultbook.cli.main import VERBS

    for path in (*FORMS, FOLDER / "pull_request_template.md"):
        for verb in re.findall(r"`faultbook (\w+)", path.read_text("utf-8")):
            assert verb in VERBS


def triggers(path: object) -> dict[str, object]:
    found = yaml.safe_load(path.read_text("utf-8"))[True]  # type: ignore[attr-defined]
    assert isinstance(found, dict)
    return found


def test_the_workflows_that_there_must_be() -> None:
    by_name = {path.stem: triggers(path) for path in WORKFLOWS}

    assert set(by_name) == {"check", "tests", "build", "deploy", "links"}
    for name in ("check", "tests", "build"):
        assert "pull_request" in by_name[name]
    assert "pull_request" not in by_name["links"]
    assert "schedule" in by_name["links"]
    assert "pull_request" not in by_name["deploy"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.stem)
def test_a_workflow_asks_for_little_and_ends(path: object) -> None:
    workflow = yaml.safe_load(path.read_text("utf-8"))  # type: ignore[attr-defined]

    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 60
        for step in job["steps"]:
            assert "pull_request_target" not in str(step)
            # what a stranger wrote reaches a shell through the environment only
            assert "${{ github.event" not in step.get("run", "")


def test_workflows_pass_actionlint() -> None:
    """The tests workflow runs it on every change; here it runs where it is installed."""
    found = shutil.which("actionlint")
    if found is None:
        pytest.skip("actionlint is not installed: .github/workflows/tests.yml runs it")
    done = subprocess.run([found, *WORKFLOWS], capture_output=True, text=True, check=False)
    assert done.stdout == ""


def test_contributing_is_one_page() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")

    assert len(text.split()) < 650
    for link in re.findall(r"\]\(([^)#]+)", text):
        assert (ROOT / link).exists()
