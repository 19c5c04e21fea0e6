"""On paper: nothing that works only on a screen, and nothing that stays folded."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.site.conftest import Visit
from tests.site.page_kinds import ENTRY

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}}
HIDDEN_ANSWERS = """() => [...document.querySelectorAll(".faq__a")]
  .filter((answer) => !answer.checkVisibility({ contentVisibilityAuto: true })).length"""
HEAD = "getComputedStyle(document.querySelector('{}'), '::before').content"
AFTER_SOME_FRAMES = f"""async () => {{
  const hidden = {HIDDEN_ANSWERS};
  for (let n = 0; hidden() && n < 100; n++) await new Promise(requestAnimationFrame);
  return hidden();
}}"""
"""Far parts are laid out a frame later. (`wait_for_function` needs `eval`, which the site bars.)"""


def test_every_answer_is_printed(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/")
    assert page.evaluate(HIDDEN_ANSWERS) > 0
    page.emulate_media(media="print")
    assert page.evaluate(AFTER_SOME_FRAMES) == 0


@pytest.mark.parametrize("path", ["hubs/nccl/", "executive/", "tags/", "failures/memory/"])
def test_fields_and_buttons_are_not_printed(visit: Visit, path: str) -> None:
    page = visit.open(path)
    expect(page.locator(".filt").first).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".filt").first).not_to_be_visible()


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_cells_name_their_column_on_the_phone_alone(visit: Visit) -> None:
    """Rows become blocks there, and the heads are gone; paper has columns of its own."""
    page = visit.open(f"{ENTRY}/")
    head = HEAD.format("#s7 td[data-h]")
    assert page.evaluate(head) != "none"
    page.emulate_media(media="print")
    assert page.evaluate(head) == "none"


def test_a_runbook_on_paper_names_where_its_links_lead(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/on-call/")
    other = page.locator(".go a .paper").first
    expect(other).not_to_be_visible()
    page.emulate_media(media="print")
    expect(other).to_be_visible()
    expect(page.locator(".go a .screen").first).not_to_be_visible()
    assert f"/{other.text_content()}/" in str(other.locator("..").get_attribute("href"))
    expect(page.locator(".right .paper")).to_contain_text(ENTRY)


def test_a_line_of_code_is_one_row_on_a_screen_and_wraps_below_itself_on_paper(
    visit: Visit,
) -> None:
    """A row that began in the gutter of numbers read as another indent."""
    page = visit.open("extension-abi-undefined-symbol/")
    lines = "[...document.querySelectorAll('.code .l')]"
    assert page.evaluate(
        f"{lines}.length > 10 && {lines}.every(l => l.getClientRects().length < 2)"
    )
    assert page.evaluate(
        "[...document.querySelectorAll('.code pre')].some(p => p.scrollWidth > p.clientWidth)"
    )
    page.emulate_media(media="print")
    assert page.evaluate(
        "[...document.querySelectorAll('.code pre')].every(p => p.scrollWidth <= p.clientWidth)"
    )
