"""Long lists: parted by subject without scripts, narrowed by words with them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from faultbook.corpus import Corpus, load_corpus
from faultbook.paths import overrides_dir, public_entries_dir
from faultbook.site.lists import home, on_call_board, tag_page
from faultbook.site.maker import Maker
from faultbook.views.prose import Prose
from faultbook.views.templates import environment
from tests.site.conftest import Visit
from tests.site.sample import CORPUS, FULL

browser_test = pytest.mark.browser
SCRIPTS_OFF = {"java_script_enabled": False}


def maker(corpus: Corpus) -> Maker:
    return Maker(corpus, environment([overrides_dir()]), Prose())


def test_many_runbooks_under_one_heading_are_parted_by_subject() -> None:
    categories = ("communication", "memory")
    many = tuple(
        replace(FULL, id=f"entry-{n}", category=categories[n % 2], presents_as=("crash-at-start",))
        for n in range(20)
    )
    page = on_call_board(maker(Corpus(many))).body
    assert 'href="#crash-at-start-communication"' in page
    assert 'id="crash-at-start-memory"' in page
    few = on_call_board(maker(Corpus(many[:3]))).body
    assert 'class="part"' not in few
    assert few.count("data-row>") == 3


def test_home_lists_what_was_reviewed_last_or_is_named_most() -> None:
    same = tuple(
        replace(entry, evidence=replace(entry.evidence, reviewed="2026-05-02")) for entry in CORPUS
    )
    assert "What most other entries point to" in home(maker(Corpus(same))).body
    newer = replace(same[0], evidence=replace(same[0].evidence, reviewed="2026-06-01"))
    page = home(maker(Corpus((newer, *same[1:])))).body
    assert "Last reviewed" in page
    assert page.index(f'href="{newer.id}/"') < page.index(f'href="{same[1].id}/"')


@browser_test
@pytest.mark.parametrize("visit", [SCRIPTS_OFF], indirect=True)
def test_the_board_is_read_by_subject_without_scripts(visit: Visit) -> None:
    page = visit.open("on-call/")
    parts = page.get_by_role("navigation", name="Crash at start, by subject")
    link = parts.get_by_role("link").nth(1)
    name = link.inner_text()
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator(":target")).to_have_text(name)
    expect(page.locator(".filt")).not_to_be_visible()


@browser_test
@pytest.mark.parametrize(
    ("path", "label", "words"),
    [
        ("on-call/", "Narrow the runbooks", "nccl watchdog"),
        ("failures/communication/", "Narrow these failures", "watchdog"),
        ("settings/", "Narrow the settings", "nccl shm"),
        ("executive/", "Narrow the register", "memory"),
        ("tags/", "Narrow the tags", "nccl"),
    ],
)
def test_words_narrow_a_list(visit: Visit, path: str, label: str, words: str) -> None:
    page = visit.open(path)
    rows, shown = page.locator("[data-row]"), page.locator("[data-row]:visible")
    total = rows.count()
    page.get_by_label(label).fill(words.upper())
    expect(page.locator(".filt [role=status]")).to_have_text(re.compile(rf"^\d+ of {total}$"))
    expect(page.locator(".filt [role=status]")).to_have_text(f"{shown.count()} of {total}")
    texts = [(row.text_content() or "").lower() for row in shown.all()]
    assert 0 < len(texts) < total
    assert all(word in text for text in texts for word in words.split())
    # a heading without a row left is gone as well
    assert not page.locator("[data-rows]:visible:not(:has([data-row]:not([hidden])))").count()
    page.get_by_label(label).fill("")
    assert shown.count() == total
    assert not visit.complaints


@browser_test
@pytest.mark.parametrize("path", ["executive/", "failures/all/", "hubs/nccl/"])
def test_a_list_narrowed_to_nothing_says_so(visit: Visit, path: str) -> None:
    """A head stood there without a row, and `0 of 291`."""
    page = visit.open(path)
    bar = page.locator(".filt").last  # above the lines of a hub its codes have one too
    bar.locator("input").fill("no such word at all")
    expect(bar.locator("[role=status]")).to_contain_text("None of them has all of this")
    rows = page.locator(":is(#register, #rows) [data-row], #lines tr")
    expect(rows.first).not_to_be_visible()
    expect(page.locator("#register thead, #rows ul, #lines thead").first).not_to_be_visible()
    bar.locator("input").fill("")
    expect(rows.first).to_be_visible()


@browser_test
def test_words_that_were_typed_before_the_script_came_count(visit: Visit) -> None:
    visit.page.add_init_script(
        """new MutationObserver((_, watcher) => {
          const field = document.querySelector("input[data-narrow]");
          if (field) { field.value = "nccl"; watcher.disconnect(); }
        }).observe(document, {childList: true, subtree: true});"""
    )
    page = visit.open("settings/")
    expect(page.locator(".filt [role=status]")).to_have_text(re.compile(r"^\d+ of \d+$"))


@browser_test
@pytest.mark.parametrize("path", ["executive/", "hubs/nccl/"])
@pytest.mark.parametrize("width", [1280, 412])
def test_nothing_moves_when_heads_become_buttons(visit: Visit, path: str, width: int) -> None:
    page = visit.page
    page.set_viewport_size({"width": width, "height": 900})
    top = "document.querySelector('table[data-sortable] tbody').getBoundingClientRect().top"
    page.route("**/hub.js", lambda route: route.abort())
    page.goto(visit.url + path)
    page.wait_for_load_state("networkidle")
    before = page.evaluate(top)
    assert page.locator(".sortb").count() == 0
    page.unroute("**/hub.js")
    page.reload()
    page.wait_for_selector(".sortb", state="attached")
    assert abs(page.evaluate(top) - before) < 1


def test_a_thing_has_one_tag() -> None:
    """`startup` and `start-up` were two pages, each with a part of the failures."""
    tags = {tag for entry in load_corpus([public_entries_dir()]) for tag in entry.tags}
    tags -= {"datasets"}  # the library; "dataset" is what it holds
    alike = Counter(re.sub(r"(?<=[a-z]{3})s$", "", tag.replace("-", "")) for tag in tags)
    assert [tag for tag, count in alike.items() if count > 1] == []


def test_a_tag_leads_to_the_hub_that_holds_more() -> None:
    """The tag told of 35 failures of NCCL, its hub of 59, and neither named the other."""
    page = tag_page(maker(CORPUS), "nccl", list(CORPUS))
    assert 'href="../../hubs/nccl/"' in page.body
