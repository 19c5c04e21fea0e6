"""Words to lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from faultbook.cards.glyphs import Face, Run

Word: TypeAlias = tuple[Run, ...]
"""What stands between two blanks: text, marked text, or both without a blank between them."""


def wrapped(words: Iterable[Word], face: Face, room: int, most: int, space: Run) -> list[list[Run]]:
    """Return at most `most` lines no wider than `room` columns; a cut is shown as an ellipsis.

    `space` is the blank between two words, in the colours of the ground.
    """
    blank = face.width(space[0])
    lines: list[list[Run]] = []
    free = -1
    for word in (part for whole in words for part in _fitting(whole, face, room)):
        width = _width(word, face)
        if not lines or width + blank > free:
            if len(lines) == most:
                return [*lines[:-1], _cut(lines[-1], face, room, space)]
            lines.append(list(word))
            free = room - width
        else:
            lines[-1] += (space, *word)
            free -= blank + width
    return lines


def balanced(
    words: Sequence[Word], face: Face, room: int, most: int, space: Run
) -> list[list[Run]]:
    """Return lines as `wrapped` does, of nearly equal length if that takes no further line."""
    lines = wrapped(words, face, room, most, space)
    if len(lines) < 2:
        return lines
    even = sum(_width(line, face) for line in lines) // len(lines)
    for share in (105, 112, 120):
        narrow = wrapped(words, face, min(room, even * share // 100), most + 1, space)
        if len(narrow) == len(lines):
            return narrow
    return lines


def _width(word: Sequence[Run], face: Face) -> int:
    if len(word) == 1:  # nearly all are
        return face.width(word[0][0])
    return sum([face.width(text) for text, _ in word])


def _fitting(word: Word, face: Face, room: int) -> Iterator[Word]:
    """Yield a word, in pieces if it is wider than a line."""
    if _width(word, face) <= room:
        yield word
        return
    piece: list[Run] = []
    for glyphs, ramp in word:
        for glyph in glyphs:
            if _width([*piece, (glyph, ramp)], face) > room:
                yield tuple(piece)
                piece = []
            piece.append((glyph, ramp))
    yield tuple(piece)


def _cut(line: list[Run], face: Face, room: int, space: Run) -> list[Run]:
    """Return a line that ends in an ellipsis, which takes the place of words if it must."""
    ellipsis = ("\u2026", space[1])
    while line and _width([*line, ellipsis], face) > room:
        line = line[:-1]
    return [*line, ellipsis]
