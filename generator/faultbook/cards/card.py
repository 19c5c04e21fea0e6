"""The card of an entry: its title, the line it prints, its role and severity. 1200 by 630."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from faultbook.cards.glyphs import Ramp, Run, faces
from faultbook.cards.png import NO_FILTER, Band, band, png
from faultbook.cards.wrap import Word, balanced, wrapped
from faultbook.entry import Entry, Role, Signature
from faultbook.signature.tokens import Blank, Slot, Text
from faultbook.views.line import tokens
from faultbook.views.neighbours import lead_signature
from faultbook.views.words import ROLES, SEVERITIES, category_name

WIDTH, HEIGHT = 1200, 630
_PAIRS = WIDTH // 2
# Widths are in pairs of pixels. Inset: the padding of the line's plate; gutter: for its glyph.
_MARGIN, _INSET, _GUTTER = 36, 12, 22
_ROOM = _PAIRS - 2 * _MARGIN
_BAR_HEIGHT, _PAD = 96, 20
_MOST_LINES = {"title": 3, "line": 3, "label": 4}

_COLOURS = (
    "#ffffff", "#b1b5b8", "#646b71", "#16202a",  # ink on paper
    "#f4f6f7", "#aaafb3", "#60686f", "#ffedb0",  # the panel, ink on it, and the mark
    "", "", "#1a232b", "#626a70", "#aab0b4", "#f2f5f6",  # role on panel; the bar, ink on it
    "#ffc629", "",  # the signal yellow; the role's own colour
)  # fmt: skip
_INK: Ramp = (0, 1, 2, 3)
_ON_PANEL: Ramp = (4, 5, 6, 3)
_ON_MARK: Ramp = (7, 5, 6, 3)
_ROLE: Ramp = (4, 8, 9, 15)
_ON_BAR: Ramp = (10, 11, 12, 13)
_LOGO: Ramp = (10, 11, 12, 14)
_PAPER, _PANEL, _BAR, _YELLOW = (bytes([colour * 17]) for colour in (0, 4, 10, 14))
_EMPTY = NO_FILTER + _PAPER * _PAIRS
_TINTS = {"init": "#b3300a", "coll": "#1d5b9e", "harm": "#0a6b5e", "ctx": "#485560"}


def entry_card(entry: Entry, site_name: str) -> bytes:
    """Return the card of an entry as PNG. The same arguments give the same bytes."""
    lead = lead_signature(entry)
    said = _plate(lead) if lead else _paragraph(entry.summary.replace("`", ""), "label")
    text = b"".join((*_paragraph(entry.title, "title"), _EMPTY * 22, *said))
    top = [_head(site_name), _flat(_EMPTY, 36), band(text, len(_EMPTY))]
    bottom = [band(_foot(entry), len(_EMPTY)), _flat(_EMPTY, _PAD)]
    return _card(top, bottom, lead.role if lead else None)


def site_card(site_name: str, about: str) -> bytes:
    """Return the card of the pages that are no entry's own."""
    text = b"".join(_paragraph(about, "title")) or _EMPTY
    top = [_head(site_name), _flat(_EMPTY, 90), band(text, len(_EMPTY))]
    return _card(top, [_flat(NO_FILTER + _YELLOW * _PAIRS, _PAD)], None)


def _card(top: list[Band], bottom: list[Band], role: Role | None) -> bytes:
    free = HEIGHT - sum(each.height for each in (*top, *bottom))
    return png([*top, _flat(_EMPTY, free), *bottom], WIDTH, _palette(role))


@lru_cache(maxsize=256)
def _flat(row: bytes, height: int) -> Band:
    return band(row * height, len(row))


def _palette(role: Role | None) -> list[str]:
    tint = _TINTS[ROLES[role].tint] if role is not None else _COLOURS[3]
    palette = list(_COLOURS)
    for place, thirds in ((8, 1), (9, 2), (15, 3)):
        pairs = zip(bytes.fromhex(_COLOURS[4][1:]), bytes.fromhex(tint[1:]), strict=True)
        palette[place] = "#" + bytes(a + (b - a) * thirds // 3 for a, b in pairs).hex()
    return palette


@cache
def _head(site_name: str) -> Band:
    """Return the bar with the logo and the site's name: the same on every card."""
    logo, name = faces()["logo"], faces()["name"]
    parts = (
        (_centred(logo.set([(("logo",), _LOGO)]), logo.height), logo.width(("logo",))),
        (_BAR * (10 * _BAR_HEIGHT), 10),
        (_centred(name.set([(site_name[:40], _ON_BAR)]), name.height), name.width(site_name[:40])),
    )
    columns = b"".join(part for part, _ in parts)
    return band(_rows(columns, _BAR_HEIGHT, _BAR * _MARGIN, _BAR * _PAIRS), len(_EMPTY))


def _centred(columns: bytes, height: int) -> bytes:
    """Return columns of `height` as columns of the bar's height."""
    above = _BAR * ((_BAR_HEIGHT - height) // 2)
    below = _BAR * (_BAR_HEIGHT - height - len(above))
    starts = range(0, len(columns), height)
    return b"".join(above + columns[at : at + height] + below for at in starts)


def _rows(columns: bytes, height: int, left: bytes, right: bytes) -> bytes:
    """Return the rows of a line of text; `right` is cut so that each is as wide as the card."""
    before = _columns(NO_FILTER + left, height)
    after = _columns(right, height)
    whole = b"".join((before, columns, after))[: len(_EMPTY) * height]
    return b"".join([whole[row::height] for row in range(height)])


@lru_cache(maxsize=64)
def _columns(row: bytes, height: int) -> bytes:
    """Return `height` equal rows by columns."""
    return b"".join(bytes([pair]) * height for pair in row)


def _paragraph(text: str, font: str) -> Iterator[bytes]:
    face = faces()[font]
    words: list[Word] = [((word, _INK),) for word in text.split()]
    for line in balanced(words, face, _ROOM, _MOST_LINES[font], (" ", _INK)):
        yield _rows(face.set(line), face.height, _PAPER * _MARGIN, _PAPER * _PAIRS)


def _plate(signature: Signature) -> Iterator[bytes]:
    """Yield the rows of the error line on its panel, with the glyph of its role before it."""
    face = faces()["line"]
    room = _ROOM - 2 * _INSET - _GUTTER
    edge = _PAPER * _MARGIN
    padding = (NO_FILTER + edge + _PANEL * _ROOM + edge) * _PAD
    yield padding
    icon: Run = ((f"i-{ROLES[signature.role].icon}",), _ROLE)
    lines = wrapped(_words(signature.line), face, room, _MOST_LINES["line"], (" ", _ON_PANEL))
    for number, line in enumerate(lines):
        gutter = face.set([icon]) if number == 0 else b""
        gutter = gutter.ljust(_GUTTER * face.height, _PANEL)
        columns = (gutter + face.set(line)).ljust((_GUTTER + room) * face.height, _PANEL)
        left = edge + _PANEL * _INSET
        yield _rows(columns, face.height, left, _PANEL * _INSET + edge)
    yield padding


def _words(pattern: str) -> list[Word]:
    """Return the words of a signature, its placeholders as they look on the site."""
    words: list[Word] = [()]
    for token in tokens(pattern):
        match token:
            case Text(text):
                first, *more = text.split(" ")
                words[-1] += ((first, _ON_PANEL),)
                words += [((word, _ON_PANEL),) for word in more]
            case Slot(kind, choices):
                words[-1] += ((" or ".join(choices) if choices else f"<{kind}>", _ON_MARK),)
            case Blank():
                words.append(())
    return words


def _foot(entry: Entry) -> bytes:
    """Return severity and category on the left, the id on the right."""
    face = faces()["label"]
    mark = SEVERITIES[entry.severity]
    words = f"{mark.word}, {category_name(entry.category).lower()}"
    left: list[Run] = [((f"i-{mark.icon}",), _INK), (words, _INK)]
    space = _ROOM - sum(face.width(glyphs) for glyphs, _ in left) - face.width(entry.id)
    gap = _PAPER * (max(space, 8) * face.height)
    columns = face.set(left) + gap + face.set([(entry.id, _INK)])
    columns = columns[: _ROOM * face.height]
    return _rows(columns, face.height, _PAPER * _MARGIN, _PAPER * _PAIRS)
