"""Finding the lines of a block that have one of many phrases, by one of two engines.

`Finder.find` takes a block of whole lines, as bytes, and gives the lines that may match: all
those that contain a phrase, where letters count in either case and a run of blanks as one
space. Both engines give the same answer: Hyperscan scans for all phrases at once; the
portable engine looks which words a block has, and only then for phrases with such a word.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from faultbook.signature.cleaning import flatten, narrow
from faultbook.signature.rarity import Phrase

Hits: TypeAlias = list[tuple[int, tuple[int, ...]]]
"""For each line found, in order: the offset of its start in the block, and the numbers of
the phrases that it contains, ascending."""

Item = TypeVar("Item")


class EngineUnavailableError(RuntimeError):
    """Hyperscan was asked for by name, and is not installed."""


_LETTERS = re.compile("[a-z_]+")
_LETTER_CODES = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")


class Finder(ABC):
    """Finds lines that contain phrases; made by `make_finder`."""

    name: str

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self.phrases = tuple(phrases)
        self._edges = tuple(map(_edge_of, phrases))

    def find(self, block: bytes) -> Hits:
        """The lines of a block that contain a phrase. The block is made of whole lines."""
        return self._hits(block, *self._search(flatten(block)))

    def _hits(self, block: bytes, text: bytes, found: list[tuple[int, int]]) -> Hits:
        if found:
            found = [hit for hit in found if self._is_whole(text, *hit)]
        return _by_line(block, text, found) if found else []

    def _is_whole(self, text: bytes, at: int, number: int) -> bool:
        """Whether no letter touches the anchor of a phrase found at an offset."""
        before, after = self._edges[number]
        if before and at > 0 and text[at - 1] in _LETTER_CODES:
            return False
        return not (after and at + after < len(text) and text[at + after] in _LETTER_CODES)

    def find_each(
        self, blocks: Iterable[Item], data: Callable[[Item], bytes]
    ) -> Iterator[tuple[Item, Hits]]:
        """Each block with its hits, in order; an engine that can, works ahead."""
        for block in blocks:
            yield block, self.find(data(block))

    @abstractmethod
    def _search(self, flat: bytes) -> tuple[bytes, list[tuple[int, int]]]:
        """What was searched, and (offset in it, phrase) of every hit, by line.

        What was searched is the flattened block, or the same with single spaces.
        """


def make_finder(phrases: Sequence[Phrase], engine: str = "auto") -> Finder:
    """A finder for these phrases.

    Args:
        phrases: what to look for; a hit names a phrase by its number here.
        engine: `hyperscan`, `portable`, or `auto`: the first if it is installed.

    Raises:
        EngineUnavailableError: `hyperscan` is asked for and not installed.
    """
    if engine != "portable":
        try:
            # Imported here: it may be missing, and is slow to import for those who match nothing.
            from faultbook.signature.hyperscan_finder import HyperscanFinder  # noqa: PLC0415
        except ImportError as error:
            if engine == "hyperscan":
                raise EngineUnavailableError(
                    "Hyperscan is not installed: pip install hyperscan, or use the portable engine"
                ) from error
        else:
            return HyperscanFinder(phrases)
    return PortableFinder(phrases)


class PortableFinder(Finder):
    """Looks at the distinct words of a block first.

    Letters and underscores make words, all else parts them. A phrase with an anchor can
    only stand in a block that has the anchor among its words; any other phrase only where
    its longest run of letters is within one of the words.
    """

    name = "portable"
    _WORDS = (
        bytes(
            ord(chr(code).lower()) if chr(code).isalpha() or chr(code) == "_" else ord(" ")
            for code in range(128)
        )
        + b" " * 128
    )

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        super().__init__(phrases)
        self._texts = [phrase.text.encode() for phrase in phrases]
        self._anchored: dict[bytes, list[int]] = {}
        self._within: dict[bytes, list[int]] = {}
        for number, phrase in enumerate(phrases):
            if phrase.anchor:
                self._anchored.setdefault(phrase.anchor.encode(), []).append(number)
            else:
                longest = max(_LETTERS.findall(phrase.text), key=len, default="")
                self._within.setdefault(longest.encode(), []).append(number)

    def _search(self, flat: bytes) -> tuple[bytes, list[tuple[int, int]]]:
        words = set(flat.translate(self._WORDS).split())
        possible = [n for word in self._anchored.keys() & words for n in self._anchored[word]]
        vocabulary = b" ".join(words)
        for part, numbers in self._within.items():
            if part in vocabulary:
                possible.extend(numbers)
        if not possible:
            return flat, []
        text = narrow(flat.lower())
        found = []
        for number in possible:
            phrase = self._texts[number]
            at = text.find(phrase)
            while at >= 0:
                found.append((at, number))
                at = text.find(phrase, at + 1)
        found.sort()
        return text, found


def _edge_of(phrase: Phrase) -> tuple[bool, int]:
    """Whether the anchor starts the phrase; the phrase's length if the anchor ends it, or 0."""
    runs = list(_LETTERS.finditer(phrase.text)) if phrase.anchor else []
    if not runs:
        return False, 0
    first, last = runs[0], runs[-1]
    starts = first.start() == 0 and first.group() == phrase.anchor
    ends = last.end() == len(phrase.text) and last.group() == phrase.anchor
    return starts, len(phrase.text.encode()) if ends else 0


def _by_line(block: bytes, text: bytes, found: list[tuple[int, int]]) -> Hits:
    """Gather hits by line, and give each line by its start in the block."""
    same_offsets = len(text) == len(block)
    hits: Hits = []
    numbers: set[int] = set()
    line_start = line_end = -1
    counted = block_start = 0
    for at, number in found:
        if at >= line_end:
            if numbers:
                hits.append((line_start, tuple(sorted(numbers))))
                numbers = set()
            text_start = text.rfind(b"\n", 0, at) + 1
            line_end = text.find(b"\n", at)
            line_end = len(text) + 1 if line_end < 0 else line_end
            if same_offsets:
                line_start = text_start
            else:
                for _ in range(text.count(b"\n", counted, text_start)):
                    block_start = block.find(b"\n", block_start) + 1
                counted = text_start
                line_start = block_start
        numbers.add(number)
    if numbers:
        hits.append((line_start, tuple(sorted(numbers))))
    return hits
