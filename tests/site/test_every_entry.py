"""Every page of every entry, in a real Chromium: on a screen, on paper, on a small phone."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page

from faultbook.views.paper import SCALES

pytestmark = pytest.mark.browser

SCREEN = {"width": 1280, "height": 900}
SMALL_PHONE = {"width": 320, "height": 700}
PAPER = {"width": 703, "height": 1039}
"""An A4 sheet less the margins of the style sheet, in CSS pixels."""


@dataclass(frozen=True)
class Measures:
    """What one walk over the three pages of an entry found."""

    printed_pages: int
    larger_sizes: int
    executive_height: int
    executive_commands: int
    widths: tuple[int, int, int]


SET_SMALLER = "!!document.querySelector(\"[class*=' print-']\")"
LARGER_SIZES = """([scales, height]) => {
  const setting = [...document.querySelectorAll("[class*=' print-']")][0];
  const name = setting?.className.match(/print-(\\d+)/);
  if (!name) return 0;
  const fits = (scale) => {
    setting.classList.remove(name[0]);
    if (scale < 100) setting.classList.add(`print-${scale}`);
    const found = document.documentElement.getBoundingClientRect().height;
    setting.classList.remove(`print-${scale}`);
    return found <= height;
  };
  return scales.filter((scale) => scale > Number(name[1]) && fits(scale)).length;
}"""


def larger_sizes(page: Page) -> int:
    """How many larger sizes of type would leave the runbook on one sheet."""
    if not page.evaluate(SET_SMALLER):
        return 0
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    found = page.evaluate(LARGER_SIZES, [SCALES, PAPER["height"]])
    page.emulate_media(media="null")  # each for its own again: "screen" would hold for paper too
    return int(found)


def width(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


@pytest.fixture(scope="module")
def measures(browser: Browser, url: str, entry_ids: list[str]) -> dict[str, Measures]:
    """Each page is opened once: the walk takes a good part of the time that all tests take."""
    context = browser.new_context()
    page = context.new_page()
    found = {}
    for entry in entry_ids:
        page.set_viewport_size(SCREEN)
        page.goto(f"{url}{entry}/executive/")
        height = page.evaluate("document.documentElement.scrollHeight")
        commands = page.locator("#content :is(pre, .cmd, .line, kbd, samp)").count()
        page.set_viewport_size(SMALL_PHONE)
        executive = width(page)
        page.goto(f"{url}{entry}/")
        engineer = width(page)
        page.goto(f"{url}{entry}/on-call/")
        on_call = width(page)
        printed = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
        found[entry] = Measures(
            printed, larger_sizes(page), height, commands, (engineer, on_call, executive)
        )
    context.close()
    return found


def test_every_runbook_prints_on_one_page(measures: dict[str, Measures]) -> None:
    assert not {e: m.printed_pages for e, m in measures.items() if m.printed_pages != 1}


def test_no_runbook_is_printed_smaller_than_it_need_be(measures: dict[str, Measures]) -> None:
    """One size of 3 % is the room that is left for error."""
    assert not {e: m.larger_sizes for e, m in measures.items() if m.larger_sizes > 1}
    full = [m for m in measures.values() if not m.larger_sizes]
    assert len(full) > 0.85 * len(measures)


def test_every_executive_page_fits_one_screen(measures: dict[str, Measures]) -> None:
    limit = SCREEN["height"]
    assert not {e: m.executive_height for e, m in measures.items() if m.executive_height > limit}


def test_executive_pages_have_no_command(measures: dict[str, Measures]) -> None:
    assert not [e for e, m in measures.items() if m.executive_commands]


def test_no_entry_is_wider_than_a_small_phone(measures: dict[str, Measures]) -> None:
    assert not {e: m.widths for e, m in measures.items() if max(m.widths) > 320}
