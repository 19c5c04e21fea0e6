"""Hubs: filter by role, by words, sorting, plain tables without scripts; the register's CSV."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import expect

from faultbook.corpus import load_corpus
from faultbook.paths import public_entries_dir
from faultbook.site.register import COLUMNS
from tests.site.conftest import Visit

browser_test = pytest.mark.browser
ROWS = "#lines tr[data-role]"
SCRIPTS_OFF = {"java_script_enabled": False}


@browser_test
def test_a_role_alone_is_shown(visit: Visit) -> None:
    page = visit.open("hubs/nccl/")
    bar = page.get_by_role("group", name="Show")
    button = bar.get_by_role("button", name="Collateral")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    shown = page.locator(f"{ROWS}:visible")
    assert 0 < shown.count() < page.locator(ROWS).count()
    assert {row.get_attribute("data-role") for row in shown.all()} == {"collateral"}
    # a moment without a row left loses its heading as well
    assert not page.locator("#lines tbody:visible:not(:has(tr[data-role]:not([hidden])))").count()
    bar.get_by_role("button", name="All").click()
    assert shown.count() == page.locator(ROWS).count()


@browser_test
def test_words_narrow_the_lines_and_the_count_is_told(visit: Visit) -> None:
    page = visit.open("hubs/nccl/")
    page.get_by_label("Filter these lines").fill("SHM memory")
    shown = page.locator(f"{ROWS}:visible")
    texts = [row.inner_text().lower() for row in shown.all()]
    assert texts
    assert all("shm" in text and "memory" in text for text in texts)
    total = page.locator(ROWS).count()
    expect(page.locator("#lines [role=status]")).to_have_text(f"{len(texts)} of {total} lines")
    page.get_by_label("Filter these lines").fill("no such word at all")
    expect(shown).to_have_count(0)


@browser_test
def test_codes_sort_by_number_both_ways(visit: Visit) -> None:
    page = visit.open("hubs/exit-codes/")
    head = page.locator("#codes th").first
    cells = page.locator("#codes tbody td:first-child")

    def codes() -> list[float]:
        found = [str(cell.get_attribute("data-sort")) for cell in cells.all()]
        return [float(value) for value in found if value.lstrip("-").isdigit()]

    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    rising = codes()
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "descending")
    falling = codes()
    assert [n for n in rising if n >= 0] == sorted(n for n in rising if n >= 0)
    assert [n for n in falling if n >= 0] == sorted((n for n in falling if n >= 0), reverse=True)
    assert len(set(rising)) > 5


@browser_test
@pytest.mark.parametrize("visit", [SCRIPTS_OFF], indirect=True)
def test_without_scripts_a_hub_is_a_plain_table(visit: Visit) -> None:
    page = visit.open("hubs/nccl/")
    assert page.locator(f"{ROWS}:visible").count() == page.locator(ROWS).count() > 10
    expect(page.get_by_role("group", name="Show")).not_to_be_visible()
    assert page.locator("#lines table thead th").count() == 4


def test_the_register_is_the_entries(site: Path) -> None:
    text = (site / "executive" / "register.csv").read_text(encoding="utf-8")
    head, *rows = csv.reader(io.StringIO(text))
    assert tuple(head) == COLUMNS
    found = {row[-1]: row for row in rows}
    corpus = load_corpus([public_entries_dir()])
    assert len(rows) == len(corpus)
    for entry in corpus:
        address = next(a for a in found if a.endswith(f"{entry.id}/executive/"))
        assert found[address][0] == entry.executive.headline
    # nothing that a spreadsheet takes for a formula, no citation mark, no markup
    assert not [cell for row in rows for cell in row if cell[:1] in "=+@\t" and cell]
    assert "[@" not in text
    assert "`" not in text


@browser_test
def test_the_register_is_offered_for_download(visit: Visit) -> None:
    page = visit.open("executive/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()
    assert download.value.suggested_filename == "register.csv"
