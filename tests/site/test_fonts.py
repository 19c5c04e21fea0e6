"""The fonts: in two parts each, of which the second is fetched by pages that need it."""

from __future__ import annotations

import re

import pytest

from faultbook.paths import overrides_dir
from tests.site.conftest import Visit
from tests.site.page_kinds import ENTRY


def ranges() -> list[set[int]]:
    """The characters of each face of the style sheet, in its order."""
    text = (overrides_dir() / "assets/css/10-tokens.css").read_text("utf-8")
    found = []
    for listed in re.findall(r"unicode-range:([^}]*)\}", text):
        characters: set[int] = set()
        for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", listed):
            characters |= set(range(int(first, 16), int(last or first, 16) + 1))
        found.append(characters)
    return found


def test_no_character_is_in_both_parts() -> None:
    plain, rare, mono_plain, mono_rare = ranges()
    assert (plain, rare) == (mono_plain, mono_rare)
    assert not plain & rare
    assert set(range(0x20, 0x7F)) <= plain
    assert set(range(0xA1, 0x100)) <= plain | rare


@pytest.mark.browser
def test_a_page_fetches_the_rare_characters_only_if_it_has_one(visit: Visit) -> None:
    fonts: list[str] = []
    visit.page.on(
        "request",
        lambda r: fonts.append(r.url.rpartition("/")[2]) if r.resource_type == "font" else None,
    )
    page = visit.open(f"{ENTRY}/")
    page.wait_for_load_state("networkidle")
    assert sorted(fonts) == ["roboto-mono.woff2", "roboto.woff2"]
    page.evaluate("document.querySelector('h1').append(' déjà vu')")
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("networkidle")
    assert "roboto-accents.woff2" in fonts
    assert not visit.complaints
