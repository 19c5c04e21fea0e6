"""The page for missing addresses: at any depth, with and without a known address of the site."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from faultbook.mkdocs_adapter.build import build_site
from tests.site.page_kinds import MISSING
from tests.site.test_memory import project as small_project

project = small_project
BAR = "rgb(26, 35, 43)"
LARGEST_ICON = (
    "Math.max(...[...document.querySelectorAll('svg')].map(e => e.getBoundingClientRect().height))"
)
HEADER = "getComputedStyle(document.querySelector('header')).backgroundColor"
SHIFTS = """
window.__moved = 0;
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) window.__moved += shift.value;
}).observe({ type: "layout-shift", buffered: true });
"""
DEEP = "a/b/c/d/e/f/g/h/i/j/k/"
"""Deeper than any page lies: here nothing can be found."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 320, "height": 700})
    yield context.new_page()
    context.close()


@pytest.mark.browser
def test_nothing_moves_when_its_style_sheet_comes_late(page: Page, url: str) -> None:
    """Words were shown as soon as they were there, and jumped when the style sheet came."""

    def late(route: Route) -> None:
        time.sleep(0.3)
        route.continue_()

    page.route("**/*.css", late)
    page.add_init_script(SHIFTS)
    page.goto(f"{url}{MISSING}")
    expect(page.locator("h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.__moved") < 0.1


@pytest.mark.browser
@pytest.mark.parametrize(
    "path", ["misspelt", "misspelt/", "misspelt/on-call/", MISSING, "a/b/c/d", "a/b/c/d/e/"]
)
def test_below_a_path_that_nobody_named_it_is_styled_and_leads_home(
    page: Page, url: str, path: str
) -> None:
    response = page.goto(url + path)
    assert response is not None
    assert response.status == 404
    page.wait_for_load_state("networkidle")
    assert page.evaluate(HEADER) == BAR
    assert page.evaluate(LARGEST_ICON) <= 24
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    links = page.locator("a").evaluate_all("links => links.map(link => link.href)")
    assert links
    assert not [link for link in links if not link.startswith(url)]
    page.get_by_role("link", name="Home").click()
    page.wait_for_url(url)
    assert page.locator("h1").inner_text() == "Paste the line that stopped the job"


@pytest.mark.browser
@pytest.mark.parametrize(("path", "most"), [("misspelt", 2), ("misspelt/", 3), ("a/b/c/d/e/", 7)])
def test_it_asks_the_folders_above_it_and_no_other(
    page: Page, url: str, path: str, most: int
) -> None:
    """Below `/some/base/`: the two folders above that fail as well.

    A set: Chromium may ask again for a module that was not there when the page named it first.
    """
    failed: set[str] = set()
    page.on("response", lambda r: failed.add(r.url) if r.status == 404 else None)
    page.goto(url + path)
    page.wait_for_load_state("networkidle")
    assert len(failed) - 1 <= most, failed  # besides the page itself


@pytest.mark.browser
@pytest.mark.parametrize(
    ("path", "leads"),
    [
        ("nccl-shm-no-spce-docker/", "nccl-shm-no-space-docker/"),
        ("nccl-shm-no-space-dockr/on-call/", "nccl-shm-no-space-docker/on-call/"),
        ("mccl-shm-no-space-docker", "nccl-shm-no-space-docker/"),
        ("xid79/", "xid-79-gpu-fallen-off-the-bus/"),
    ],
)
def test_a_misspelt_id_gets_a_guess(page: Page, url: str, path: str, leads: str) -> None:
    page.goto(url + path)
    link = page.locator("[data-guess] a").first
    link.wait_for()
    assert link.get_attribute("href") == url + leads
    assert page.locator("[data-guess] a").count() == 1
    page.fill("#narrow", "nccl timeout")
    page.wait_for_selector("#found [role=row]")


@pytest.mark.browser
def test_its_search_and_its_scheme_work(page: Page, url: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 700})
    page.goto(url + MISSING)
    page.locator("#narrow[aria-controls]").wait_for()  # its script, which comes after the keys'
    page.keyboard.press("/")
    expect(page.locator("#narrow")).to_be_focused()
    page.fill("#narrow", "nccl timeout")
    page.wait_for_selector("#found [role=row]")
    page.locator("a.md-search-btn").click()
    page.fill("dialog.so textarea", "nccl timeout")
    page.wait_for_selector("dialog.so [role=row]")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Switch to the dark scheme").click()
    page.goto(url + MISSING)
    expect(page.locator("body")).to_have_css("background-color", "rgb(17, 23, 27)")


@pytest.mark.browser
def test_without_scripts_it_is_styled(browser: Browser, url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url + MISSING)
    assert page.evaluate(HEADER) == BAR
    assert page.locator("#narrow").is_hidden()
    context.close()


@pytest.mark.browser
def test_it_reads_well_without_any_style(page: Page, url: str) -> None:
    page.goto(url + DEEP)
    assert page.evaluate(HEADER) != BAR
    assert page.evaluate(LARGEST_ICON) <= 24
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.get_by_role("heading", name="This page does not exist").is_visible()
    assert page.get_by_role("link", name="All failures, from A to Z").is_visible()


def test_a_site_that_knows_its_address_names_every_place(project: Path, tmp_path: Path) -> None:
    config = project / "mkdocs.yml"
    config.write_text(f"site_url: https://example.org/sub/\n{config.read_text('utf-8')}")
    build_site(config, tmp_path / "site")
    text = (tmp_path / "site" / "404.html").read_text("utf-8")
    found = re.findall(r'(?:href|src)="([^"#]+)"', text)
    assert len(found) > 10
    assert not [
        name for name in found if not name.startswith(("/sub/", "https://example.org/sub/"))
    ]
    assert text.count('rel="stylesheet"') == 1
