"""What changes its shape with the width of the window: nothing becomes a column of single words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.site.conftest import Visit
from tests.site.page_kinds import ENTRY

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}}
TABLET = {"viewport": {"width": 768, "height": 900}}
WIDTH = "(path) => document.querySelector(path).getBoundingClientRect().width"
OUTCOME = "#step1 .st__br li:first-child"


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_on_the_phone_a_note_stands_below_what_is_seen(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/on-call/")
    seen = page.locator(f"{OUTCOME} samp").bounding_box()
    note = page.locator(f"{OUTCOME} .go>span").bounding_box()
    assert seen
    assert note
    assert note["y"] >= seen["y"] + seen["height"]
    assert note["width"] > 250


@pytest.mark.parametrize("visit", [TABLET, {}], indirect=True)
def test_what_is_seen_has_half_of_a_wide_table(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/on-call/")
    assert page.evaluate(WIDTH, f"{OUTCOME} samp") > 0.4 * page.evaluate(WIDTH, OUTCOME)


def test_outcomes_have_more_than_half_of_a_step(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/on-call/")
    assert page.evaluate(WIDTH, "#step1 .st__br") > 0.5 * page.evaluate(WIDTH, "#step1")


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_figures_of_a_wide_table_name_their_column_on_the_phone(visit: Visit) -> None:
    page = visit.open("developers/speed/")
    cell = page.locator("td[data-h='Full build']").first
    assert "Full build" in cell.evaluate("(cell) => getComputedStyle(cell, '::before').content")
    assert cell.evaluate("(cell) => getComputedStyle(cell).whiteSpace") == "nowrap"


@pytest.mark.parametrize("visit", [{**PHONE, "java_script_enabled": False}], indirect=True)
def test_the_phone_has_a_list_of_the_sections(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/")
    link = page.get_by_role("navigation", name="Sections").get_by_role("link", name="Fix")
    expect(link).not_to_be_visible()
    page.get_by_text("Sections of this entry").click()
    link.click()
    expect(page.locator("#s8")).to_be_in_viewport()


def test_beside_the_list_of_sections_there_is_no_second_one(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/")
    expect(page.locator(".md-sidebar--secondary")).to_be_visible()
    expect(page.locator(".tocs")).not_to_be_visible()


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_on_the_phone_the_head_of_code_holds_its_button(visit: Visit) -> None:
    page = visit.open("extension-abi-undefined-symbol/")
    head = page.locator(".code figcaption").first
    title, system, button = (head.locator(part).bounding_box() for part in ("b", ">span", "button"))
    assert title
    assert system
    assert button
    assert system["y"] >= title["y"] + title["height"]
    assert page.evaluate(
        "b => b.scrollWidth <= b.clientWidth", head.locator("button").element_handle()
    )


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_on_the_phone_each_cell_of_affected_systems_has_its_name(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/")
    names = (
        page.locator("#s4 tbody tr")
        .first.locator("td")
        .evaluate_all("cells => cells.map(cell => getComputedStyle(cell, '::before').content)")
    )
    assert names == ["none", '"Versions: "', '"Condition: "']


def test_a_citation_is_large_enough_to_read(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/")
    size = "all => Math.min(...all.map(one => parseFloat(getComputedStyle(one).fontSize)))"
    assert page.locator(".src").evaluate_all(size) >= 12


@pytest.mark.parametrize("visit", [{**PHONE, "has_touch": True, "is_mobile": True}], indirect=True)
def test_under_a_finger_the_whole_outcome_leads_on(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/on-call/")
    row = page.locator(OUTCOME)
    number = row.locator("a.to")
    box = number.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 32
    seen = row.locator("samp").bounding_box()
    assert seen
    page.touchscreen.tap(seen["x"] + 5, seen["y"] + 5)
    expect(page).to_have_url(re.compile(f"{number.get_attribute('href')}$"))


@pytest.mark.parametrize("visit", [{"viewport": {"width": 320, "height": 700}}], indirect=True)
def test_where_indents_tell_something_the_lines_of_a_document_scroll(visit: Visit) -> None:
    """YAML that wraps looks like other YAML."""
    page = visit.open("organisations/")
    spaces = "pre => getComputedStyle(pre).whiteSpace"
    assert page.locator(".language-yaml pre").first.evaluate(spaces) == "pre"
    assert page.locator(".language-bash pre").first.evaluate(spaces) == "pre-wrap"
    page.emulate_media(media="print")
    assert page.locator(".language-yaml pre").first.evaluate(spaces) == "pre-wrap"


def test_a_document_leads_to_the_others_of_its_part(visit: Visit) -> None:
    page = visit.open("developers/speed/")
    others = page.get_by_role("navigation", name="Guide")
    expect(others.locator("[aria-current=page]")).to_have_text("Speed")
    others.get_by_role("link", name="Commands").click()
    expect(page.locator("h1")).to_have_text("Commands")
