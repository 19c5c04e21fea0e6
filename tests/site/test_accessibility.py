"""axe-core on every kind of page: both widths, both schemes, and the search while it answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.site.page_kinds import ENTRY
from tests.site.test_browser import every_kind

pytestmark = pytest.mark.browser

AXE = Path(__file__).resolve().parents[1] / "data" / "axe" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WIDTHS = (1280, 390)
SCHEMES = ("light", "dark")
RUN = """async (rules) => {
  const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) =>
    `${id}: ` + nodes.slice(0, 3).map((n) => `${n.target} ${n.failureSummary}`).join(" | "));
}"""


def ways_to_look(browser: Browser, url: str, action: str = "") -> list[str]:
    """Open an address in both schemes at both widths; press a key; what axe finds, all together."""
    found = []
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(url)
        page.wait_for_load_state("networkidle")
        if action:
            page.keyboard.press("/")
            page.fill("dialog.so textarea", action)
            page.wait_for_selector("dialog.so [role=row]")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            found += [f"{scheme} {width} {text}" for text in page.evaluate(RUN, RULES)]
    context.close()
    return found


@every_kind
def test_axe_finds_nothing(browser: Browser, url: str, path: str) -> None:
    found = ways_to_look(browser, url + path)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("query", ["watchdog timeout", "NCCL_SHM_DISABLE"])
def test_axe_finds_nothing_in_the_open_search(browser: Browser, url: str, query: str) -> None:
    found = ways_to_look(browser, f"{url}{ENTRY}/", query)
    assert not found, "\n".join(found)
