"""Draws the glyphs of the social cards with the site's own fonts, in Chromium, into one small file.

    python tests/tools/make_card_glyphs.py

Run it again when a font, a size or a mark of the sprite changes. The build then needs neither a
browser nor a library for pictures: it puts these glyphs side by side.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import zlib
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT)]

from tests.tools.chromium import chromium  # noqa: E402

TARGET = ROOT / "generator/faultbook/cards/glyphs.bin"
FONTS = ROOT / "overrides/assets/fonts"
TOKENS = ROOT / "overrides/assets/css/10-tokens.css"
SPRITE = ROOT / "overrides/partials/sprite.html"
CHARACTERS = "".join(map(chr, (*range(32, 127), *range(0xA1, 0x100)))) + "–—‘’“”…−→\ufffd"
FACES = (
    # name, CSS font, stretch, tracking in pixels, height of a line
    ("title", "600 60px Roboto", "semi-condensed", -0.6, 70),
    ("line", '500 30px "Roboto Mono"', "normal", 0, 42),
    ("label", "600 28px Roboto", "semi-condensed", 0, 36),
    ("name", "600 36px Roboto", "semi-condensed", 0, 48),
)
MARKS = {"line": ("init", "either", "coll", "ctx", "harm"), "label": ("down", "degr", "sil", "box")}
LOGO = 56
DRAW = """async ([faces, characters, marks, logo]) => {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const levels = (width, height) => {
    const { data } = pen.getImageData(0, 0, width, height);
    const out = new Uint8Array((width / 2) * height);
    const level = (x, y) => Math.round(data[(y * width + x) * 4 + 3] / 85);
    for (let column = 0; column < width / 2; column++)
      for (let y = 0; y < height; y++)
        out[column * height + y] = level(2 * column, y) * 4 + level(2 * column + 1, y);
    return btoa(String.fromCharCode(...out));
  };
  const picture = async (svg, width, height, size) => {
    const image = new Image();
    image.src = "data:image/svg+xml," + encodeURIComponent(svg);
    await image.decode();
    canvas.width = width; canvas.height = height;
    pen.drawImage(image, 0, (height - size) / 2, size, size);
    return { columns: width / 2, pixels: levels(width, height) };
  };
  const found = {};
  for (const [name, font, stretch, tracking, height] of faces) {
    await document.fonts.load(font, "Aé");
    const set = () => { pen.font = font; pen.fontStretch = stretch; };
    const glyphs = {};
    for (const character of characters) {
      set();
      const advance = pen.measureText(character).width;
      const columns = Math.max(1, Math.round((advance + tracking) / 2));
      canvas.width = columns * 2; canvas.height = height;
      set();
      pen.textBaseline = "alphabetic";
      pen.fillText(character, (columns * 2 - advance) / 2, Math.round(height * 0.74));
      glyphs[character] = { columns, pixels: levels(columns * 2, height) };
    }
    for (const [mark, svg] of Object.entries(marks[name] ?? {})) {
      glyphs[`i-${mark}`] = await picture(svg, 40, height, 28);
    }
    found[name] = { height, glyphs };
  }
  found.logo = { height: logo, glyphs: { logo: await picture(marks.logo, logo, logo, logo) } };
  return found;
}"""


def _svg(mark: str) -> str:
    """Return a mark of the sprite as a picture of its own, in black."""
    found = re.search(
        rf'<symbol id="i-{mark}" viewBox="([^"]+)">(.*?)</symbol>', SPRITE.read_text("utf-8")
    )
    assert found, mark
    box, shapes = found.groups()
    shapes = re.sub(r"var\(--[a-z0-9-]+\)|currentColor", "#000", shapes)
    size = 'width="120" height="120"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{box}">{shapes}</svg>'


def _page() -> str:
    """Return a page with the faces of the style sheet, their files within it."""
    rules = re.findall(r"@font-face\{.*?\}", TOKENS.read_text("utf-8"))

    def within(found: re.Match[str]) -> str:
        data = base64.b64encode((FONTS / found[1]).read_bytes()).decode()
        return f"url(data:font/woff2;base64,{data})"

    faces = (re.sub(r"url\(\.\./fonts/([^)]+)\)", within, rule) for rule in rules)
    return f"<!doctype html><style>{''.join(faces)}</style>"


def packed(faces: dict[str, Any]) -> bytes:
    """Return the file: deflated, a line of JSON that says what lies where, then all pixels."""
    pixels, table = bytearray(), {}
    for name, face in faces.items():
        glyphs = {}
        for character, glyph in face["glyphs"].items():
            glyphs[character] = [glyph["columns"], len(pixels)]
            pixels += base64.b64decode(glyph["pixels"])
        table[name] = {"height": face["height"], "glyphs": glyphs}
    head = json.dumps(table, separators=(",", ":")).encode()
    return zlib.compress(head + b"\n" + pixels, 9)


def main() -> None:
    """Draw the glyphs and write the file."""
    marks: dict[str, Any] = {
        name: {mark: _svg(mark) for mark in listed} for name, listed in MARKS.items()
    }
    marks["logo"] = _svg("logo")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        page.set_content(_page())
        faces = page.evaluate(DRAW, [list(FACES), CHARACTERS, marks, LOGO])
        browser.close()
    TARGET.write_bytes(packed(faces))
    print(f"{TARGET.relative_to(ROOT)}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
