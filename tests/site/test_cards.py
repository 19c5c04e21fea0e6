"""Social cards: pictures that any reader of PNG can read, light, and named by the pages."""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from faultbook.cards.card import HEIGHT, WIDTH, entry_card, site_card
from faultbook.cards.glyphs import faces
from faultbook.cards.wrap import balanced, wrapped
from faultbook.entry import Entry
from faultbook.mkdocs_adapter.build import build_site
from tests.site.sample import CORPUS, FULL
from tests.site.test_memory import project as small_project

project = small_project
INK = (0, 1, 2, 3)
SPACE = (" ", INK)
FACE = faces()["title"]


def pixels(png: bytes) -> list[bytes]:
    """Read a card back, checking every chunk as a strict reader would."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, found = 8, {}
    while at < len(png):
        size, name = struct.unpack(">I4s", png[at : at + 8])
        content = png[at + 8 : at + 8 + size]
        (check,) = struct.unpack(">I", png[at + 8 + size : at + 12 + size])
        assert check == zlib.crc32(name + content)
        found[name] = content
        at += size + 12
    assert found[b"IHDR"] == struct.pack(">IIBBBBB", WIDTH, HEIGHT, 4, 3, 0, 0, 0)
    assert len(found[b"PLTE"]) == 16 * 3
    raw, stride = zlib.decompress(found[b"IDAT"]), WIDTH // 2 + 1
    assert len(raw) == HEIGHT * stride
    rows = [raw[start : start + stride] for start in range(0, len(raw), stride)]
    assert all(row[0] == 0 for row in rows)
    return [row[1:] for row in rows]


@pytest.mark.parametrize("entry", list(CORPUS), ids=lambda entry: entry.id)
def test_a_card_is_a_sound_picture_and_always_the_same(entry: Entry) -> None:
    card = entry_card(entry, "Faultbook")
    assert len(set(pixels(card))) > 100
    assert len(card) < 25_000
    assert card == entry_card(entry, "Faultbook")


@pytest.mark.parametrize(
    "title",
    [
        "",
        "x" * 300,
        "word " * 60,
        "naïve café – “quotes” … ½",
        "故障 in a script that the font lacks",
        "\U0001f525 fire",
    ],
)
def test_any_text_can_be_set(title: str) -> None:
    entry = replace(FULL, title=title, id="a-very-long-name-" * 6)
    pixels(entry_card(entry, title or "A site"))
    pixels(site_card(title, title))


def test_long_text_ends_in_an_ellipsis_inside_the_line() -> None:
    words = [((word, INK),) for word in ["overflow"] * 30]
    lines = wrapped(words, FACE, 400, 2, SPACE)
    assert len(lines) == 2
    assert lines[1][-1] == ("\u2026", INK)
    assert all(sum(FACE.width(glyphs) for glyphs, _ in line) <= 400 for line in lines)


def test_a_title_of_two_lines_leaves_no_word_alone() -> None:
    words = [((word, INK),) for word in "a title whose last word would stand alone".split()]
    whole = sum(FACE.width(glyphs) for ((glyphs, _),) in words) + 7 * FACE.width(" ")
    lines = balanced(words, FACE, whole - 10, 3, SPACE)
    assert len(lines) == 2
    assert len(lines[1]) > 1


def _meta(page: Path) -> dict[str, str]:
    return dict(
        re.findall(r'<meta property="(og:[^"]+)" content="([^"]*)">', page.read_text("utf-8"))
    )


def test_pages_name_their_card(project: Path, tmp_path: Path) -> None:
    site, config = tmp_path / "site", project / "mkdocs.yml"
    text = config.read_text("utf-8")
    config.write_text(text.replace("faultbook:", "faultbook:\n      social_cards: true", 1))
    build_site(config, site)
    pages = [p for p in site.glob("*/on-call/index.html") if "og:image" in p.read_text("utf-8")]
    assert pages
    for page in pages:
        entry = page.parent.parent
        for view in ("", "on-call", "executive"):
            file = entry / view / "index.html"
            card = (file.parent / _meta(file)["og:image"]).resolve()
            assert card == (site / f"assets/cards/{entry.name}.png").resolve()
            assert card.is_file()
    assert (site / _meta(site / "index.html")["og:image"]).is_file()


def test_addresses_are_whole_when_the_site_has_one(project: Path, tmp_path: Path) -> None:
    config = project / "mkdocs.yml"
    config.write_text(f"site_url: https://faults.example/book\n{config.read_text('utf-8')}")
    build_site(config, tmp_path / "site")
    found = _meta(next((tmp_path / "site").glob("*/on-call/index.html")))
    assert found["og:image"].startswith("https://faults.example/book/assets/cards/")
    assert found["og:url"].startswith("https://faults.example/book/")


@pytest.mark.parametrize(
    ("address", "asked", "drawn"),
    [("", "", False), ("", "true", True), ("https://x.example/", "", True),
     ("https://x.example/", "false", False)],
)  # fmt: skip
def test_cards_are_drawn_where_a_link_can_lead_to_them(
    project: Path, tmp_path: Path, address: str, asked: str, drawn: bool
) -> None:
    config, site = project / "mkdocs.yml", tmp_path / "site"
    text = config.read_text("utf-8")
    if asked:
        text = text.replace("faultbook:", f"faultbook:\n      social_cards: {asked}", 1)
    config.write_text(f"site_url: {address}\n{text}" if address else text)
    build_site(config, site)
    assert (site / "assets/cards").is_dir() == drawn
    assert (site / "assets/card.png").exists() == drawn
    assert ("og:image" in (site / "index.html").read_text("utf-8")) == drawn


def test_cards_go_when_they_are_no_longer_wanted(project: Path, tmp_path: Path) -> None:
    config, site = project / "mkdocs.yml", tmp_path / "site"
    text = config.read_text("utf-8")
    for asked in ("true", "false"):
        new = text.replace("faultbook:", f"faultbook:\n      social_cards: {asked}", 1)
        config.write_text(new)
        build_site(config, site)
        assert (site / "assets/cards").is_dir() == (asked == "true")
