"""The pages in a real Chromium: errors, widths, print, schemes, scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.site.conftest import Visit
from tests.site.page_kinds import ENTRY, MISSING, PAGE_KINDS

pytestmark = pytest.mark.browser

every_kind = pytest.mark.parametrize("path", PAGE_KINDS.values(), ids=list(PAGE_KINDS))
SCREEN = {"width": 1280, "height": 900}
PHONE = {"viewport": {"width": 390, "height": 844}}
SMALL_PHONE = {"viewport": {"width": 320, "height": 700}}


def test_no_kind_of_page_is_forgotten(site: Path) -> None:
    kind = re.compile(r'<div class="md-content (p-[a-z0-9-]+)')

    def kinds(pages: Iterable[Path]) -> set[str]:
        return {found[1] for page in pages if (found := kind.search(page.read_text("utf-8")))}

    opened = (site / path.partition("?")[0] / "index.html" for path in PAGE_KINDS.values())
    assert kinds(opened) == kinds(site.rglob("index.html"))


@every_kind
def test_no_complaint_and_no_third_party(visit: Visit, path: str) -> None:
    visit.open(path)
    visit.page.wait_for_load_state("networkidle")
    assert not visit.complaints
    assert not visit.foreign


def test_a_missing_address_shows_the_way(browser: Browser, root_url: str) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 700})
    page = context.new_page()
    response = page.goto(root_url + MISSING)
    assert response is not None
    assert response.status == 404
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_role("link", name="All failures, from A to Z").click()
    page.wait_for_url(f"{root_url}failures/all/")
    context.close()


@pytest.mark.parametrize("visit", [PHONE, SMALL_PHONE], ids=["390", "320"], indirect=True)
@every_kind
def test_nothing_is_wider_than_the_phone(visit: Visit, path: str) -> None:
    page = visit.open(path)
    width = page.viewport_size["width"]  # type: ignore[index]
    wide = page.evaluate(
        """limit => [...document.querySelectorAll("body *")]
          .filter(e => !e.closest("pre, .vh, .md-skip, details:not([open])"))
          .filter(e => e.getBoundingClientRect().right > limit + 1)
          .map(e => e.tagName + "." + e.className)""",
        width,
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width, wide[:8]
    assert not wide, wide[:8]


@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
@every_kind
def test_readable_with_scripts_off(visit: Visit, path: str) -> None:
    page = visit.open(path)
    expect(page.locator("h1")).to_be_visible()
    assert len(page.locator("#content").inner_text()) > 150
    assert page.locator("#content").evaluate(
        "e => getComputedStyle(e).opacity === '1' && getComputedStyle(e).visibility === 'visible'"
    )
    # a control that does nothing without scripts is not shown
    for button in page.locator("button:visible").all():
        assert button.get_attribute("type") == "submit"


def _colours(page: Page) -> tuple[str, str]:
    return page.evaluate(
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    )


def test_dark_follows_the_system_and_the_button_wins(browser: Browser, url: str) -> None:
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(url)
    assert _colours(page) == ["rgb(17, 23, 27)", "rgb(231, 235, 238)"]
    page.get_by_role("button", name="Switch to the light scheme").click()
    assert _colours(page) == ["rgb(255, 255, 255)", "rgb(22, 32, 42)"]
    page.goto(f"{url}{ENTRY}/")
    assert _colours(page)[0] == "rgb(255, 255, 255)"
    page.get_by_role("button", name="Switch to the dark scheme").click()
    assert _colours(page)[0] == "rgb(17, 23, 27)"
    context.close()


def test_the_calculator_is_live(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/executive/")
    total = page.locator("[data-total]")
    before = total.inner_text()
    page.get_by_label("GPUs held").fill("1,000")
    page.get_by_label("Price of one GPU for an hour").fill("$2")
    page.get_by_label("Hours of work lost").fill("3")
    page.get_by_label("Hours until it runs again").fill("1.5")
    expect(total).to_have_text("$9,000")
    page.get_by_label("Hours until it runs again").fill("1,5")  # a decimal comma
    expect(total).to_have_text("$9,000")
    assert before != "$9,000"
    page.get_by_label("GPUs held").fill("many")
    expect(page.get_by_label("GPUs held")).to_have_attribute("aria-invalid", "true")


@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
def test_the_calculator_is_a_worked_example_without_scripts(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/executive/")
    values = {
        name: float(page.locator(f"input[name={name}]").input_value())
        for name in ("gpus", "price", "lost", "down")
    }
    total = values["gpus"] * values["price"] * (values["lost"] + values["down"])
    expect(page.locator("[data-total]")).to_have_text(f"${total:,.0f}")
    assert page.locator("input[name=gpus]").get_attribute("readonly") is not None


def test_the_chosen_view_holds_from_entry_to_entry(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/")
    page.get_by_role("navigation", name="View").get_by_role("link", name="On-call").click()
    page.wait_for_url(f"**/{ENTRY}/on-call/")
    page = visit.open("failures/communication/")
    link = page.locator(f"a[data-entry={ENTRY}]").first
    assert link.get_attribute("href") == f"../../{ENTRY}/on-call/"
    link.click()
    page.wait_for_url(f"**/{ENTRY}/on-call/")
    # a link followed is not a choice
    visit.open(f"{ENTRY}/executive/")
    page = visit.open("")
    assert page.locator("a[data-entry]").first.get_attribute("href").endswith("/on-call/")


def test_copying_gives_the_command_and_the_signature(browser: Browser, url: str) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{url}{ENTRY}/")
    page.locator("#s5 .cmd [data-copy]").first.click()
    expect(page.locator("#s5 .cmd [data-copy]").first).to_have_text("Copied")
    command = page.evaluate("navigator.clipboard.readText()")
    assert command == page.locator("#s5 .cmd code").first.inner_text().strip()
    assert not command.startswith("$")
    page.locator("#s1 .line [data-copy]").first.click()
    assert "<int>" in page.evaluate("navigator.clipboard.readText()")
    context.close()


def test_sections_are_addresses(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/#s8-2")
    expect(page.locator("#s8-2")).to_be_in_viewport()
    assert page.locator("#s8-2").inner_text().startswith("8.2")
    active = page.locator(".md-nav__link--active")
    expect(active).to_have_text(re.compile("Fix"))


@pytest.mark.parametrize("visit", [PHONE], indirect=True)
def test_the_menu_of_the_phone_opens(visit: Visit) -> None:
    page = visit.open("")
    menu = page.locator("header .menu")
    menu.locator("summary").click()
    menu.get_by_role("link", name="Failures").click()
    page.wait_for_url("**/failures/")


def test_an_entry_weighs_little(visit: Visit) -> None:
    """Everything a first visit fetches, uncompressed: fonts 100 kB, page, styles, scripts."""
    sizes: list[int] = []
    visit.page.on("response", lambda response: sizes.append(len(response.body())))
    visit.open(f"{ENTRY}/")
    visit.page.wait_for_load_state("networkidle")
    assert sum(sizes) < 350_000


@pytest.mark.parametrize("answer", ["none", "late"])
def test_words_do_not_wait_for_fonts_that_do_not_come(visit: Visit, answer: str) -> None:
    routes: list[Route] = []

    def never(route: Route) -> None:
        routes.append(route)
        if answer == "none":
            route.abort()

    visit.page.route("**/*.woff2", never)
    page = visit.page
    page.goto(f"{visit.url}{ENTRY}/", wait_until="domcontentloaded")
    expect(page.locator("h1")).to_be_visible(timeout=5000)
    assert routes
    for route in routes:
        if answer == "late":
            route.continue_()
