"""What the search tells beside its results: what it read, what the keys do, no more than helps."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.site.conftest import Visit
from tests.site.page_kinds import ENTRY

pytestmark = pytest.mark.browser

EXTENDED = (
    "node-7:202016:202235 [0] misc/shmutils.cc:90 NCCL WARN Error: failed to extend "
    "/dev/shm/nccl-Ab12C to 9637999 bytes, error: No space left on device (28)"
)


def test_misspelt_words_are_read_aloud(visit: Visit) -> None:
    page = visit.open("search/?q=checkpiont+corupted")
    expect(page.locator("#found h2").first).to_contain_text("read as “checkpoint”, “corrupted”")


def test_a_piece_of_a_word_is_no_misspelling(visit: Visit) -> None:
    page = visit.open("search/?q=checkp+corrupted")
    expect(page.locator("#found h2").first).to_be_visible()
    expect(page.locator("#found")).not_to_contain_text("read as")


def test_beside_the_entry_that_prints_a_line_few_merely_resemble_it(visit: Visit) -> None:
    page = visit.open("")
    page.locator("textarea").first.fill(EXTENDED)
    expect(page.get_by_role("grid", name="Prints this line")).to_be_visible()
    assert page.get_by_role("grid", name="Resembles it").get_by_role("row").count() <= 3


def test_from_the_field_the_keys_lead_to_what_was_found_and_last_to_close(visit: Visit) -> None:
    page = visit.open(f"{ENTRY}/")
    page.keyboard.press("/")
    page.locator("dialog.so textarea").fill("xid 79")
    expect(page.locator("dialog.so .sr.sel")).to_be_visible()
    focused = "document.activeElement.className + document.activeElement.dataset.view"
    stops = []
    for _ in range(4):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(focused))
    assert stops[0].startswith("sr__t")
    assert [stop.removeprefix("undefined") for stop in stops[1:]] == [
        "on-call",
        "engineer",
        "executive",
    ]
    page.keyboard.press("Shift+Tab")
    assert not visit.complaints
