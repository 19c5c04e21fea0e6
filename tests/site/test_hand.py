"""What a hand needs: rows that lead on under a finger, marks that are as large as they look."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.site.conftest import Visit

pytestmark = pytest.mark.browser

ENTRY = "extension-abi-undefined-symbol"
HAND = {"viewport": {"width": 375, "height": 800}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("visit", [HAND], indirect=True)
def test_a_row_that_leads_to_another_failure_is_a_link_as_a_whole(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/on-call/")
    row = page.locator(".st__br li", has=page.locator(".other")).first
    row.scroll_into_view_if_needed()
    seen = row.locator("samp").bounding_box()
    box = row.bounding_box()
    assert seen
    assert box
    assert box["height"] >= 32
    there = row.locator(".go a").get_attribute("href")
    page.touchscreen.tap(seen["x"] + 5, seen["y"] + 5)
    expect(page).to_have_url(re.compile(f"{re.escape(str(there).lstrip('./'))}$"))


@pytest.mark.parametrize("visit", [HAND, {}], indirect=True)
def test_no_row_of_outcomes_is_lower_than_a_finger(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/on-call/")
    height = "rows => Math.min(...rows.map(row => row.getBoundingClientRect().height))"
    assert page.locator(".st__br li").evaluate_all(height) >= 32


def test_a_citation_does_not_spread_the_lines(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/")
    rows = """paragraphs => paragraphs.map(p => {
      const line = parseFloat(getComputedStyle(p).lineHeight);
      const height = p.getBoundingClientRect().height;
      return Math.abs(height / line - Math.round(height / line)) * line;
    })"""
    cited = page.locator("#s3 .prose>p", has=page.locator(".src"))
    assert cited.count()
    assert max(cited.evaluate_all(rows)) < 2


def test_the_mark_that_empties_a_field_is_as_large_as_its_box(visit: Visit) -> None:
    page = visit.open("search/")
    field = page.locator("#narrow")
    field.fill("nccl")
    expect(page.locator(".find [role=status]")).not_to_be_empty()
    box = field.bounding_box()
    assert box
    field.click(position={"x": box["width"] - 19, "y": box["height"] / 2})  # beside its middle
    expect(field).to_have_value("")


@pytest.mark.parametrize(
    "visit", [{"viewport": {"width": width, "height": 800}} for width in (1280, 375)], indirect=True
)
def test_a_word_to_fill_in_stands_on_one_line(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/")
    rows = "all => Math.max(...all.map(one => one.getClientRects().length))"
    words = page.locator(".cmd :is(.ph.nb, .nb>.ph)")
    assert words.count() > 1
    assert words.evaluate_all(rows) == 1
