"""The executive register: what costs most comes first, the CSV says what the table says."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from faultbook.corpus import load_corpus
from faultbook.paths import public_entries_dir
from faultbook.perspectives import Cost
from faultbook.site.register import COLUMNS
from faultbook.views.cost import dollars
from tests.site.conftest import Visit

browser_test = pytest.mark.browser


def records(site: Path) -> list[list[str]]:
    text = (site / "executive" / "register.csv").read_text(encoding="utf-8")
    head, *rows = csv.reader(io.StringIO(text))
    assert tuple(head) == COLUMNS
    return rows


def column(page: Page, number: int) -> list[str]:
    return page.locator(f"#register tbody td:nth-child({number})").all_inner_texts()


def test_the_register_is_the_entries(site: Path) -> None:
    rows = records(site)
    found = {row[-1]: row for row in rows}
    corpus = load_corpus([public_entries_dir()])
    assert len(rows) == len(corpus)
    for entry in corpus:
        address = next(a for a in found if a.endswith(f"{entry.id}/executive/"))
        assert found[address][0] == entry.executive.headline
    # nothing that a spreadsheet takes for a formula, no citation mark, no markup
    assert not [cell for row in rows for cell in row if cell[:1] in "=+@\t" and cell]
    assert not [cell for row in rows for cell in row if re.search(r"\[@|`|\*\*", cell)]


@browser_test
def test_the_register_is_offered_for_download(visit: Visit) -> None:
    page = visit.open("executive/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()
    assert download.value.suggested_filename == "register.csv"


@browser_test
def test_the_download_says_what_the_table_says(visit: Visit, site: Path) -> None:
    page = visit.open("executive/")
    told = [re.sub(r"\s*\b12\.\d+$", "", text) for text in column(page, 5)]  # the citation's number
    money = [re.sub(r"[^\d.]", "", text) for text in column(page, 3)]
    shown = zip(column(page, 1), column(page, 2), money, column(page, 4), told, strict=True)
    assert [list(row) for row in shown] == [row[:5] for row in records(site)]


@browser_test
def test_what_costs_most_comes_first_and_money_sorts_as_numbers(visit: Visit) -> None:
    page = visit.open("executive/")

    def money() -> list[float]:
        return [float(re.sub(r"[^\d.]", "", text) or 0) for text in column(page, 3)]

    head = page.locator("#register th", has_text="Cost")
    expect(head).to_have_attribute("aria-sort", "descending")
    assert money() == sorted(money(), reverse=True)
    assert max(money()) >= 10_000  # longer than 9,999 as text
    head.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(head).to_have_attribute("aria-sort", "ascending")
    assert money() == sorted(money())


@browser_test
def test_effects_sort_by_weight_and_not_by_letter(visit: Visit) -> None:
    page = visit.open("executive/")
    page.get_by_role("button", name="Effect").click()
    found = list(dict.fromkeys(column(page, 2)))
    assert found == ["Job down", "Degraded", "Silent", "Harmless"]


@browser_test
@pytest.mark.parametrize("visit", [{"viewport": {"width": 390, "height": 844}}], indirect=True)
def test_the_register_sorts_on_the_phone_as_well(visit: Visit) -> None:
    page = visit.open("executive/")
    page.get_by_role("button", name="In plain words").click()
    names = column(page, 1)
    assert names == sorted(names, key=str.lower)


@browser_test
def test_the_mark_of_a_head_tells_the_direction(visit: Visit) -> None:
    page = visit.open("executive/")
    head = page.get_by_role("button", name="Effect")
    marks = []
    for _ in range(3):
        marks.append(head.evaluate("head => getComputedStyle(head, '::after').content"))
        head.click()
    assert len(set(marks)) == 3


@browser_test
def test_owner_and_price_have_no_bold_part(visit: Visit) -> None:
    """A few entries stress their first words: among hundreds of rows that stressed nothing."""
    page = visit.open("executive/")
    assert page.locator("#register td strong").count() == 0


@pytest.mark.parametrize(
    ("cost", "text"),
    [
        (Cost(256, 2.5, 0, 1.5, ""), "$960"),
        (Cost(1, 1, 0, 0.3, ""), "$0.30"),
        (Cost(64, 2.5, 0, 0, ""), "$0"),
        (Cost(0, 2.5, 0, 1, ""), ""),
        (Cost(1024, 2.5, 8, 8, ""), "$40,960"),
    ],
)
def test_money(cost: Cost, text: str) -> None:
    assert dollars(cost) == text
