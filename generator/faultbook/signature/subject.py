"""A line, or one window of a long line, made ready for matching."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultbook.signature.pattern import fold

WINDOW = 16_384
"""A line longer than this is matched window by window (characters)."""

OVERLAP = 2_048
"""Characters that a window shares with the one before it."""

_WIDE_BLANK = re.compile("[\t\u00a0]| {2}")


class Subject:
    """One window of a line.

    Attributes:
        offset: where the window starts in the line.
        folded: its text, ASCII letters in lower case.
        before, after: up to two characters beside it in the line.
        plain: no run of blanks in it is other than one space.
        work: characters and intervals looked at so far, for tests of linear time.
    """

    __slots__ = ("after", "before", "folded", "length", "offset", "plain", "work")

    def __init__(self, text: str, offset: int = 0, before: str = "", after: str = "") -> None:
        self.folded = fold(text)
        self.length = len(text)
        self.offset = offset
        self.before = before
        self.after = after
        self.plain = _WIDE_BLANK.search(text) is None
        self.work = 0

    def char_before(self, position: int) -> str:
        """The character before a position, nothing at the start of the line."""
        return self.folded[position - 1] if position > 0 else self.before[-1:]

    def char_after(self, position: int) -> str:
        """The character at a position, nothing at the end of the line."""
        return self.folded[position] if position < self.length else self.after[:1]

    def two_before(self, position: int) -> str:
        """The two characters before a position, or as many as there are."""
        if position >= 2:
            return self.folded[position - 2 : position]
        return (self.before + self.folded[:position])[-2:]

    def two_after(self, position: int) -> str:
        """The two characters from a position on, or as many as there are."""
        if position + 2 <= self.length:
            return self.folded[position : position + 2]
        return (self.folded[position:] + self.after)[:2]


def windows(line: str) -> Iterator[Subject]:
    """The line as one subject, or as overlapping windows if it is longer than `WINDOW`."""
    if len(line) <= WINDOW:
        yield Subject(line)
        return
    for start in range(0, len(line) - OVERLAP, WINDOW - OVERLAP):
        end = min(start + WINDOW, len(line))
        yield Subject(line[start:end], start, line[max(0, start - 2) : start], line[end : end + 2])
