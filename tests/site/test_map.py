"""The map of causes and effects holds every relation, both ways."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from faultbook.corpus import load_corpus
from faultbook.paths import public_entries_dir
from faultbook.site.cause_map import relations
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
