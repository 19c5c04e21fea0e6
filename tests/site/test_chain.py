"""The picture of causes and effects on an entry's page."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from faultbook.entry import Role, Severity
from faultbook.views.chain import MOST, WIDTH, broken, chain
from faultbook.views.neighbours import Neighbour, Neighbours
from tests.site.conftest import Visit
from tests.site.sample import FULL

SPACE = "{http://www.w3.org/2000/svg}"


def neighbour(number: int, title: str = "A title <of> some & length") -> Neighbour:
    role = (Role.INITIATING, None)[number % 2]
    return Neighbour(f"other-{number}", title, "", Severity.JOB_DOWN, role)


def picture(causes: int, effects: int) -> ET.Element:
    found = Neighbours(
        {},
        tuple(map(neighbour, range(causes))),
        tuple(map(neighbour, range(100, 100 + effects))),
    )
    svg = str(chain(FULL, found, "../")).replace("<svg", f'<svg xmlns="{SPACE[1:-1]}"', 1)
    return ET.fromstring(svg)


def test_no_relation_no_picture() -> None:
    assert chain(FULL, Neighbours({}), "../") == ""


@pytest.mark.parametrize(("causes", "effects"), [(1, 0), (0, 1), (MOST, MOST), (23, 9)])
def test_boxes_lie_inside_and_apart_and_many_lead_to_the_map(causes: int, effects: int) -> None:
    svg = picture(causes, effects)
    _, _, width, height = map(int, svg.attrib["viewBox"].split())
    boxes = [
        {k: int(box.attrib[k]) for k in ("x", "y", "width", "height")}
        for box in svg.iter(f"{SPACE}rect")
    ]
    assert len(boxes) == 1 + min(causes, MOST) + min(effects, MOST)
    assert all(b["x"] + b["width"] <= width and b["y"] + b["height"] <= height for b in boxes)
    for above, below in itertools.pairwise(boxes):
        assert above["y"] + above["height"] < below["y"]
    links = [link.attrib["href"] for link in svg.iter(f"{SPACE}a")]
    assert (f"../map/#behind-{FULL.id}" in links) == (causes > MOST)
    assert (f"../map/#{FULL.id}" in links) == (effects > MOST)
    names = [link.attrib.get("aria-label", "") for link in svg.iter(f"{SPACE}a")]
    assert "A title <of> some & length (Initiating)" in names or causes + effects == 0


def test_titles_are_broken_and_none_is_lost() -> None:
    title = "CUBLAS_STATUS_EXECUTION_FAILED_WITH_A_NAME_THAT_NEVER_ENDS, and 'words' after it"
    lines = broken(title, WIDTH - 14)
    assert len(lines) > 2
    assert "".join(lines).replace(" ", "") == title.replace(" ", "")
    assert broken("", WIDTH) == ()


@pytest.mark.browser
def test_no_text_leaves_its_box_and_links_keep_the_view(visit: Visit) -> None:
    page = visit.open("nccl-watchdog-collective-timeout/")
    outside = page.evaluate(
        """() => [...document.querySelectorAll(".chain__b")].filter((box) => {
          const [rect, text] = [box.querySelector("rect"), box.querySelector("text")];
          return text.getBBox().x + text.getBBox().width > rect.getBBox().x + rect.getBBox().width;
        }).map((box) => box.textContent)"""
    )
    assert not outside
    link = page.locator(".chain a.chain__b").first
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_visible()
    assert "watchdog-collective-timeout" not in page.url


@pytest.mark.browser
def test_no_title_of_the_corpus_is_wider_than_its_box(visit: Visit) -> None:
    """The widths of letters are estimates; the browser measures them."""
    page = visit.open("failures/communication/")
    titles = page.locator(".list__t").all_inner_texts()
    assert len(titles) > 20
    page = visit.open("nccl-watchdog-collective-timeout/")
    wide = page.evaluate(
        """(lines) => {
          const text = document.querySelector(".chain a.chain__b text");
          return lines.filter(([line, room]) => {
            text.textContent = line;
            return text.getComputedTextLength() > room;
          });
        }""",
        [(line, WIDTH - 14 - 32) for title in titles for line in broken(title, WIDTH - 14)],
    )
    assert not wide, wide


def test_the_picture_says_in_words_what_it_shows() -> None:
    svg = picture(2, 1)
    assert re.search(
        r"2 failures may bring about .* bring about 1 failure", svg.attrib["aria-label"]
    )


def test_an_entry_that_prints_nothing_has_the_mark_of_its_severity() -> None:
    silent = replace(FULL, signatures=(), severity=Severity.SILENT)
    assert "#i-sil" in str(chain(silent, Neighbours({}, (neighbour(0),)), "../"))
