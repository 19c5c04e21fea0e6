"""Cite, edit, report: what a reader of an entry can do with it, with a repository and without."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from faultbook.mkdocs_adapter.build import build_site
from faultbook.views.cite import bibtex, sentence
from tests.site.conftest import Visit
from tests.site.sample import FULL
from tests.site.test_memory import CHANGED
from tests.site.test_memory import project as small_project

project = small_project


def _pages(project: Path, site: Path, more: str) -> tuple[str, str]:
    """Build with more lines of configuration; return an entry's engineer and on-call pages."""
    config = project / "mkdocs.yml"
    config.write_text(f"{more}\n{config.read_text('utf-8')}")
    build_site(config, site)
    engineer, on_call = site / CHANGED / "index.html", site / CHANGED / "on-call/index.html"
    return engineer.read_text("utf-8"), on_call.read_text("utf-8")


def _address(page: str, words: str) -> str | None:
    found = re.search(rf'<a href="([^"]+)"[^>]*>{words}</a>', page)
    return unescape(found[1]) if found else None


def test_without_a_repository_an_entry_can_be_cited_and_nothing_leads_nowhere(
    project: Path, tmp_path: Path
) -> None:
    engineer, on_call = _pages(project, tmp_path / "site", "")
    assert "Cite this entry" in engineer
    assert f"Small, entry {CHANGED}, reviewed" in engineer
    assert "@misc{" in engineer
    for page in (engineer, on_call):
        assert _address(page, "Edit this entry") is None
        assert _address(page, "Report a problem") is None


@pytest.mark.parametrize(
    ("repo", "more", "edit", "report"),
    [
        (
            "https://github.com/acme/faults",
            "edit_uri: edit/main/docs/",
            "https://github.com/acme/faults/edit/main/entries/communication/",
            "https://github.com/acme/faults/issues/new?title=",
        ),
        (
            "https://gitlab.acme.example/ml/faults/",
            "edit_uri: -/edit/main/docs/",
            "https://gitlab.acme.example/ml/faults/-/edit/main/entries/communication/",
            "https://gitlab.acme.example/ml/faults/-/issues/new?issue[title]=",
        ),
        (
            "https://git.acme.example/ml/faults",
            "edit_uri: ''",
            None,
            "https://git.acme.example/ml/faults/issues/new?title=",
        ),
    ],
)
def test_with_a_repository_an_entry_can_be_edited_and_reported(
    project: Path, tmp_path: Path, repo: str, more: str, edit: str | None, report: str
) -> None:
    engineer, on_call = _pages(project, tmp_path / "site", f"repo_url: {repo}\n{more}")
    assert _address(engineer, "Edit this entry") == (edit and f"{edit}{CHANGED}.yaml")
    assert _address(engineer, "Report a problem") == f"{report}{CHANGED}%3A%20"
    assert _address(on_call, "Report a problem") == f"{report}{CHANGED}%3A%20"


def test_the_path_for_editing_can_be_named(project: Path, tmp_path: Path) -> None:
    config = project / "mkdocs.yml"
    text = config.read_text("utf-8")
    config.write_text(text.replace("faultbook:", "faultbook:\n      edit_entries: src/trunk", 1))
    more = "repo_url: https://git.acme.example/ml/faults"
    engineer, _ = _pages(project, tmp_path / "site", more)
    expected = f"https://git.acme.example/ml/faults/src/trunk/entries/communication/{CHANGED}.yaml"
    assert _address(engineer, "Edit this entry") == expected


def test_an_entry_of_another_repository_is_not_edited_in_this_one(
    project: Path, tmp_path: Path
) -> None:
    shutil.move(project / "entries", tmp_path / "elsewhere")
    config = project / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("[entries]", f"[{tmp_path / 'elsewhere'}]"))
    more = "repo_url: https://github.com/acme/faults\nedit_uri: edit/main/docs/"
    engineer, _ = _pages(project, tmp_path / "site", more)
    assert _address(engineer, "Edit this entry") is None
    assert _address(engineer, "Report a problem")


def test_a_citation_names_the_address_if_the_site_has_one() -> None:
    entry = replace(FULL, title="100% of {memory} & more_so", id="a-b")
    assert sentence(entry, "Faults", "https://x.example/").endswith(" https://x.example/a-b/")
    assert "http" not in sentence(entry, "Faults", "")
    found = bibtex(entry, "Faults", "https://x.example/")
    assert r"title = {{100\% of \{memory\} \& more\_so}}," in found
    assert "url = {https://x.example/a-b/}," in found
    assert found.count("{") == found.count("}")


@pytest.mark.browser
def test_a_citation_can_be_opened_and_copied(visit: Visit) -> None:
    page = visit.open(f"{CHANGED}/#cite")
    page.get_by_text("Cite this entry").click()
    buttons = page.locator("#cite").get_by_role("button")
    assert [b.get_attribute("aria-label") for b in buttons.all()] == [
        "Copy citation",
        "Copy BibTeX",
    ]
