"""The picture of an entry: what leads to it and what it brings about, as accessible SVG.

Drawn from the relations. A browser lays nothing out here: lines are broken by the widths that the
letters of the font have, and boxes are as high as their lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from faultbook.entry import Entry
from faultbook.views.neighbours import Neighbour, Neighbours, lead_role
from faultbook.views.words import ROLES, SEVERITIES, Mark, counted

WIDTH = 300
MOST = 5
"""So many causes, and so many effects, are drawn; the map has them all."""

_LINE, _PAD, _GAP = 17, 8, 7
_TEXT = 12.5
_INDENT = 26
_NARROW, _WIDE = frozenset("ijlftrI.,:;'|()[]/ "), frozenset("mwMW@%")


@dataclass(frozen=True, slots=True)
class Box:
    """A box of the picture: its entry's title in lines, its left edge and its top."""

    mark: Mark
    title: str
    lines: tuple[str, ...]
    left: int
    top: int
    link: str = ""

    @property
    def height(self) -> int:
        """Return the height that the lines take."""
        return _LINE * len(self.lines) + 2 * _PAD - 4

    @property
    def middle(self) -> int:
        """Return where an arrow meets the box."""
        return self.top + self.height // 2


def chain(entry: Entry, neighbours: Neighbours, root: str) -> Markup:
    """Return the picture; empty if the entry has no cause and no effect among the entries.

    `root` leads from the page to the site's root.
    """
    if not (neighbours.caused_by or neighbours.causes):
        return Markup("")
    top = 0
    parts: list[str] = []
    causes = neighbours.caused_by
    if causes:
        boxes, top = _stack(causes[:MOST], root, 14, _LINE)
        parts += [_word("Brought about by", 14, 12), *map(_box, boxes)]
        if (more := len(causes) - MOST) > 0:
            parts.append(_more(more, "cause", f"{root}map/#behind-{entry.id}", 14, top + 12))
            top += _LINE + 4
        top += 4
    role = lead_role(entry)
    mark = ROLES[role] if role is not None else SEVERITIES[entry.severity]
    here = Box(mark, entry.title, broken(entry.title, WIDTH - 14, bold=True), 14, top)
    if causes:
        parts.append(_rail(4, [box.middle for box in boxes], here))
    parts.append(_box(here))
    bottom = here.top + here.height
    if neighbours.causes:
        first = bottom + _GAP
        parts.append(_word("Brings about", 14 + _INDENT, first + 12))
        effects, bottom = _stack(neighbours.causes[:MOST], root, 14 + _INDENT, first + _LINE)
        parts += [_branch(here, effects), *map(_box, effects)]
        if (more := len(neighbours.causes) - MOST) > 0:
            link = f"{root}map/#{entry.id}"
            parts.append(_more(more, "effect", link, 14 + _INDENT, bottom + 12))
            bottom += _LINE + 4
    return Markup(
        f'<svg class="chain" viewBox="0 0 {WIDTH} {bottom + 2}" role="group" '
        f'aria-label="{escape(_told(entry, neighbours))}">{"".join(parts)}</svg>'
    )


def broken(text: str, width: int, *, bold: bool = False) -> tuple[str, ...]:
    """Return the lines of a text in a box `width` pixels wide."""
    room = (width - 38) / (_TEXT * (1.06 if bold else 1.0))
    lines: list[str] = []
    used = room + 1
    for word in (piece for whole in text.split() for piece in _pieces(whole, room)):
        length = _length(word)
        if used + 0.26 + length > room:
            lines.append(word)
            used = length
        else:
            lines[-1] += f" {word}"
            used += 0.26 + length
    return tuple(lines)


def _pieces(word: str, room: float) -> Iterator[str]:
    """Yield a word, in pieces if it is longer than a line."""
    while _length(word) > room:
        at = next(n for n in range(1, len(word)) if _length(word[: n + 1]) > room)
        yield word[:at]
        word = word[at:]
    yield word


def _length(word: str) -> float:
    """Return about how wide a word is, in ems of the site's font."""
    return sum(
        0.3 if c in _NARROW else 0.87 if c in _WIDE else 0.66 if c.isupper() else 0.56 for c in word
    )


def _stack(found: Iterable[Neighbour], root: str, left: int, top: int) -> tuple[list[Box], int]:
    """Return boxes under each other, and where the last one ends with its gap."""
    boxes: list[Box] = []
    for one in found:
        mark = ROLES[one.role] if one.role is not None else SEVERITIES[one.severity]
        lines = broken(one.title, WIDTH - left)
        boxes.append(Box(mark, one.title, lines, left, top, f"{root}{one.id}/"))
        top += boxes[-1].height + _GAP
    return boxes, top


def _box(box: Box) -> str:
    kind = f"chain__b {box.mark.tint}" if box.link else "chain__b here"
    lines = " ".join(
        f'<tspan x="{box.left + 30}" y="{box.top + _PAD + 9 + _LINE * n}">{escape(line)}</tspan>'
        for n, line in enumerate(box.lines)
    )
    drawn = (
        f'<rect x="{box.left}" y="{box.top}" width="{WIDTH - box.left - 1}" '
        f'height="{box.height}" rx="2"/>'
        f'<use href="#i-{box.mark.icon}" x="{box.left + 9}" y="{box.top + _PAD - 1}" width="13" '
        f'height="13" class="{box.mark.tint}"/><text>{lines}</text>'
    )
    if not box.link:
        return f'<g class="{kind}">{drawn}</g>'
    name = escape(f"{box.title} ({box.mark.word})")
    return f'<a class="{kind}" href="{box.link}" data-entry="" aria-label="{name}">{drawn}</a>'


def _word(text: str, left: int, line: int) -> str:
    return f'<text class="chain__w" x="{left}" y="{line - 2}">{text}</text>'


def _more(number: int, what: str, link: str, left: int, line: int) -> str:
    text = f"and {counted(number, f'more {what}')} on the map"
    return f'<a href="{link}"><text class="chain__m" x="{left}" y="{line}">{text}</text></a>'


def _rail(x: int, heights: Sequence[int], to: Box) -> str:
    """Return the line from causes down to the entry, with an arrow into it."""
    starts = "".join(f"M14 {y}H{x}" for y in heights)
    return _lines(f"{starts}M{x} {heights[0]}V{to.middle}H11", f"M8 {to.middle - 4}l5 4-5 4")


def _branch(of: Box, effects: Sequence[Box]) -> str:
    """Return the line from the entry down to its effects, with an arrow into each."""
    x = of.left + 10
    start = of.top + of.height
    ends = "".join(f"M{x} {box.middle}H{box.left - 3}" for box in effects)
    heads = "".join(f"M{box.left - 6} {box.middle - 4}l5 4-5 4" for box in effects)
    return _lines(f"M{x} {start}V{effects[-1].middle}{ends}", heads)


def _lines(lines: str, heads: str) -> str:
    return f'<path class="chain__l" d="{lines}{heads}"/>'


def _told(entry: Entry, neighbours: Neighbours) -> str:
    """Return the picture in a sentence."""
    return " ".join(_sentences(entry, neighbours))


def _sentences(entry: Entry, neighbours: Neighbours) -> Iterator[str]:
    yield "Causes and effects."
    if neighbours.caused_by:
        yield f"{counted(len(neighbours.caused_by), 'failure')} may bring about {entry.id}."
    if neighbours.causes:
        yield f"It may bring about {counted(len(neighbours.causes), 'failure')}."
