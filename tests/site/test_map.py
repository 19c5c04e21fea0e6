"""The map of causes and effects holds every relation, both ways."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from faultbook.corpus import load_corpus
from faultbook.paths import public_entries_dir
from faultbook.site.cause_map import draw, relations
from tests.site.conftest import Visit


def test_every_relation_stands_in_the_tree_and_on_the_way_back(site: Path) -> None:
    text = (site / "map" / "index.html").read_text(encoding="utf-8")
    pairs = list(relations(load_corpus([public_entries_dir()])))
    assert pairs
    for name in {name for pair in pairs for name in pair}:
        assert text.count(f'<li id="{name}">') == 1
    for cause, effect in pairs:
        back = re.search(f'id="behind-{effect}".*?</details>', text, re.S)
        assert back is not None
        assert f'data-entry="{cause}"' in back[0]
    down = text.split('id="back"')[0].split('id="down"')[1]
    # each relation is one item below another, so items less trees are the relations
    items = len(re.findall("<li[ >]", down))
    trees = items - len(pairs)
    caused = {effect for _, effect in pairs}
    assert trees == len({cause for cause, _ in pairs} - caused)


@pytest.mark.browser
@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
def test_the_map_is_walked_without_scripts(visit: Visit) -> None:
    page = visit.open("failures/")
    page.get_by_role("link", name="By cause and effect").click()
    expect(page.get_by_role("img", name="Causes and effects between categories")).to_be_visible()
    again = page.locator("#down a[href^='#']").first
    target = str(again.get_attribute("href"))
    again.click()
    expect(page.locator(target)).to_be_in_viewport()


def test_the_strongest_flows_count_the_relations() -> None:
    corpus = load_corpus([public_entries_dir()])
    pairs = tuple(relations(corpus))
    picture = draw(corpus, pairs)
    category = {entry.id: entry.category for entry in corpus}
    for flow in picture.strongest:
        wanted = [p for p in pairs if (category[p[0]], category[p[1]]) == (flow.cause, flow.effect)]
        assert flow.count == len(wanted)
    counts = [flow.count for flow in picture.strongest]
    assert counts == sorted(counts, reverse=True)
    assert min(counts) >= max(f.count for f in picture.flows if f not in picture.strongest)


LABELS_OUTSIDE = """() => {
  const room = document.querySelector(".map__f svg").getBoundingClientRect();
  return [...document.querySelectorAll(".map__f text")].filter((text) => {
    const box = text.getBoundingClientRect();
    return box.left < room.left - 1 || box.right > room.right + 1 || box.bottom > room.bottom + 1;
  }).map((text) => text.textContent);
}"""
NUMBERS_COVERED = """() => {
  const texts = [...document.querySelectorAll(".map__f text")];
  const boxes = texts.map((text) => text.getBoundingClientRect());
  return boxes.filter((a, i) => boxes.some((b, j) => i < j && a.left < b.right && b.left < a.right
    && a.top + 2 < b.bottom && b.top + 2 < a.bottom)).length;
}"""


@pytest.mark.browser
@pytest.mark.parametrize(
    "visit",
    [{"viewport": {"width": w, "height": 900}} for w in (1280, 390, 320)],
    indirect=True,
)
def test_no_label_of_the_picture_is_cut_or_covered(visit: Visit) -> None:
    page = visit.open("map/")
    assert page.evaluate(LABELS_OUTSIDE) == []
    assert page.evaluate(NUMBERS_COVERED) == 0


@pytest.mark.browser
def test_the_map_is_walked_by_keyboard(visit: Visit) -> None:
    page = visit.open("map/#back")
    name = page.locator("#back details:not([open])").first.get_attribute("id")
    closed = page.locator(f"#{name}")
    closed.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(closed).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Its entry")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


@pytest.mark.browser
def test_no_two_links_above_the_trees_say_the_same(visit: Visit) -> None:
    """The table of the strongest flows linked a cause in each of its rows, and effects never."""
    page = visit.open("map/")
    assert page.locator(".strong a").count() == 0
    names = page.locator("#down>.parts a").all_inner_texts()
    assert len(names) == len(set(names)) > 1
