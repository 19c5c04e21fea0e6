"""The glyphs that cards are set with: drawn beforehand with the site's fonts, four levels of ink.

`glyphs.bin` is made by `tests/tools/make_card_glyphs.py`. A glyph is kept by columns of two pixels,
top to bottom, so that a line of text is its glyphs joined, and row `r` of it is `line[r::height]`:
both are single operations on bytes, which is what makes a card cost about a millisecond.
"""

from __future__ import annotations

import json
import unicodedata
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeAlias

Ramp: TypeAlias = tuple[int, int, int, int]
"""The colours (numbers of a palette of 16) of no ink, a third, two thirds, and full ink."""

Text: TypeAlias = str | tuple[str, ...]
"""Names of glyphs: a string stands for its characters; a mark is `("i-init",)`."""

Run: TypeAlias = tuple[Text, Ramp]
"""Text and its colours."""

UNKNOWN = "\ufffd"


@dataclass(frozen=True, slots=True)
class Face:
    """One size of one font. `glyphs` gives the columns and the place in `pixels` of each glyph."""

    height: int
    glyphs: dict[str, tuple[int, int]]
    pixels: bytes
    _widths: dict[Text, int] = field(default_factory=dict)
    _set: dict[tuple[str, Ramp], bytes] = field(default_factory=dict)

    def width(self, text: Text) -> int:
        """Return the width of a text in columns of two pixels."""
        known = self._widths.get(text)
        if known is None:
            known = self._widths[text] = sum(self._glyph(name)[0] for name in text)
        return known

    def set(self, runs: Iterable[Run]) -> bytes:
        """Return a line of text by columns: a byte is two pixels, each a number of the palette."""
        return b"".join([self._coloured(name, ramp) for text, ramp in runs for name in text])

    def _coloured(self, name: str, ramp: Ramp) -> bytes:
        known = self._set.get((name, ramp))
        if known is None:
            columns, at = self._glyph(name)
            drawn = self.pixels[at : at + columns * self.height]
            known = self._set[name, ramp] = drawn.translate(_table(ramp))
        return known

    def _glyph(self, name: str) -> tuple[int, int]:
        found = self.glyphs.get(name)
        if found is None:
            plain = unicodedata.normalize("NFKD", name)[0]
            found = self.glyphs.get(plain) or self.glyphs[UNKNOWN]
        return found


@cache
def faces() -> dict[str, Face]:
    """Return the faces of `glyphs.bin` by name."""
    packed = Path(__file__).with_name("glyphs.bin").read_bytes()
    head, _, pixels = zlib.decompress(packed).partition(b"\n")
    return {
        name: Face(face["height"], {c: (g[0], g[1]) for c, g in face["glyphs"].items()}, pixels)
        for name, face in json.loads(head).items()
    }


@cache
def _table(ramp: Ramp) -> bytes:
    """Return the table that turns a pair of levels (4 * left + right) into a pair of colours."""
    pairs = [ramp[pair >> 2] << 4 | ramp[pair & 3] for pair in range(16)]
    return bytes(pairs) + bytes(240)
