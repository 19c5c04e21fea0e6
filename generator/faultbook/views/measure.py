"""How wide texts are in the site's fonts, and how many lines they take.

Widths are in ems of the text around, so that a text is measured once for every size. The advances
are those of Roboto; a test in a real browser compares them. Its bold is 1 % wider.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

MONO = 0.6001
"""The width of every character of Roboto Mono."""

_THOUSANDTHS = (
    248, 258, 320, 616, 562, 732, 622, 175, 342, 348, 431, 567, 197, 276, 264, 413, 562, 562, 562,
    562, 562, 562, 562, 562, 562, 562, 242, 211, 508, 549, 523, 473, 898, 652, 623, 651, 656, 568,
    553, 681, 713, 272, 552, 627, 539, 873, 713, 688, 631, 688, 616, 594, 597, 648, 637, 887, 627,
    601, 599, 265, 411, 265, 418, 451, 309, 544, 562, 523, 564, 530, 348, 562, 551, 243, 239, 507,
    243, 877, 552, 570, 562, 568, 339, 516, 327, 551, 484, 751, 496, 473, 496, 338, 244, 338, 680,
)  # fmt: skip
ADVANCES = {chr(code): width / 1000 for code, width in enumerate(_THOUSANDTHS, 32)}
"""The widths of the characters of ASCII."""

SPACE = ADVANCES[" "]
_CODE = 0.9  # of the size of the text around
_PADDING = 0.56 * _CODE  # of inline code, both sides together
_OTHER = 0.7  # a character beside ASCII
_CUT = re.compile(r"(?<=[A-Za-z,)]-)(?=[A-Za-z(])")
_MARKS = re.compile(r"\s*\[@[a-z0-9-]+\]")

Piece = tuple[float, float]
"""What no line breaks: the space before it, and its width."""


def prose(text: str, *, whole_code: bool = False) -> list[Piece]:
    """Return the pieces of a sentence with code between backticks.

    `whole_code`: short code does not break over lines.
    """
    if "[@" in text:
        text = _MARKS.sub("", text)
    if "`" not in text:
        return _pieces(text)
    found: list[Piece] = []
    blank = True  # whether what was before ends in a space
    for number, part in enumerate(text.split("`")):
        pieces = _code(part, whole_code) if number % 2 else _pieces(part)
        if pieces:
            starts = blank or part[0].isspace()
            found += [(SPACE if starts else 0.0, pieces[0][1]), *pieces[1:]]
        blank = part[-1:].isspace() if part else blank
    return found


def _code(text: str, whole: bool) -> list[Piece]:
    if whole and len(text) <= 26:
        return [(0.0, len(text) * MONO * _CODE + _PADDING)]
    return [(gap * _CODE, width * _CODE + _PADDING / 2) for gap, width in mono(text)]


def mono(text: str, keep: int = 0) -> list[Piece]:
    """Return the pieces of a text in the font of code.

    `keep`: words of so many characters are not cut at a hyphen.
    """
    found: list[Piece] = []
    for word in text.split():
        if len(word) > keep and "-" in word:
            first, *parts = _CUT.split(word)
            found.append((MONO, len(first) * MONO))
            found += [(0.0, len(part) * MONO) for part in parts]
        else:
            found.append((MONO, len(word) * MONO))
    return found


def _pieces(text: str) -> list[Piece]:
    found: list[Piece] = []
    for pieces in map(_word, text.split()):
        found += pieces
    return found


@lru_cache(maxsize=16384)
def _word(word: str) -> tuple[Piece, ...]:
    parts = _CUT.split(word)
    widths = [sum(ADVANCES.get(c, _OTHER) for c in part) for part in parts]
    return ((SPACE, widths[0]), *((0.0, width) for width in widths[1:]))


def count_lines(pieces: Sequence[Piece], room: float) -> int:
    """Return how many lines some pieces take; a piece that is too wide is broken anywhere."""
    count, used = 1, 0.0
    for gap, width in pieces:
        if used and used + gap + width <= room:
            used += gap + width
            continue
        count += used > 0.0
        used = width
        if width > room:
            count += int(width / room)
            used = width % room
    return count
