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
from pathlib import Path
from typing import TypeAlias, TypeVar

from faultbook.signature.cleaning import flatten, narrow
from faultbook.signature.rarity import Phrase, word_rarity

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
        self._texts = tuple(phrase.text.encode() for phrase in phrases)
        self._edges = tuple(map(_edge_of, phrases))

    def find(self, block: bytes) -> Hits:
        """The lines of a block that contain a phrase. The block is made of whole lines."""
        flat = flatten(block)
        return by_line(block, flat, self._search(flat))

    def find_each(
        self, blocks: Iterable[Item], data: Callable[[Item], bytes]
    ) -> Iterator[tuple[Item, Hits]]:
        """Each block with its hits, in order; an engine that can, works ahead."""
        for block in blocks:
            yield block, self.find(data(block))

    @abstractmethod
    def _search(self, flat: bytes) -> list[tuple[int, int]]:
        """(Offset of a byte on the line, phrase) of every hit in a flattened block, by line."""

    def _stands_at(self, text: bytes, at: int, number: int) -> bool:
        """Whether no letter touches the anchor of a phrase that was found at an offset."""
        before, after = self._edges[number]
        if before and at > 0 and text[at - 1] in _LETTER_CODES:
            return False
        return not (after and at + after < len(text) and text[at + after] in _LETTER_CODES)

    def _on_line(self, flat: bytes, at: int, number: int) -> bool:
        """Whether the line around an offset contains a phrase, whatever its blanks are."""
        end = flat.find(b"\n", at)
        line = flat[flat.rfind(b"\n", 0, at) + 1 : end if end >= 0 else len(flat)]
        line = narrow(line).lower()
        phrase = self._texts[number]
        at = line.find(phrase)
        while at >= 0:
            if self._stands_at(line, at, number):
                return True
            at = line.find(phrase, at + 1)
        return False


def gaps(phrase: str) -> Iterator[str]:
    """Texts of which a line has one, if it has the phrase but not with single spaces.

    At the first blank that is wider the line has the phrase up to there and two spaces; at
    the last one, two spaces and the phrase from there on. Either will do; the side is taken
    on which the shortest of these texts says more.
    """
    words = phrase.split(" ")
    blanks = [at for at, char in enumerate(phrase) if char == " " and 0 < at < len(phrase) - 1]
    if word_rarity(words[0]) > word_rarity(words[-1]):
        return (phrase[:at] + "  " for at in blanks)
    return (" " + phrase[at:] for at in blanks)


def make_finder(
    phrases: Sequence[Phrase], engine: str = "auto", cache: Path | None = None
) -> Finder:
    """A finder for these phrases.

    Args:
        phrases: what to look for; a hit names a phrase by its number here.
        engine: `hyperscan`, `portable`, or `auto`: the first if it is installed.
        cache: a folder in which Hyperscan's database may be kept; it saves start-up time.

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
            return HyperscanFinder(phrases, cache)
    return PortableFinder(phrases)


class PortableFinder(Finder):
    """Looks at the distinct words of a block first.

    Letters and underscores make words, all else parts them. A phrase can only stand in a
    block that has all words of the phrase; where a word at the phrase's edge need not end
    there, it may be a part of a longer word.
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
        self._gaps = [tuple(gap.encode() for gap in gaps(phrase.text)) for phrase in phrases]
        self._wholes: list[frozenset[bytes]] = []
        self._parts: list[tuple[bytes, ...]] = []
        self._anchored: dict[bytes, list[int]] = {}
        self._others: list[int] = []
        for number, phrase in enumerate(phrases):
            wholes, parts = _words_of(phrase)
            self._wholes.append(frozenset(wholes))
            self._parts.append(tuple(parts))
            if phrase.anchor:
                self._anchored.setdefault(phrase.anchor.encode(), []).append(number)
            else:
                self._others.append(number)

    def _search(self, flat: bytes) -> list[tuple[int, int]]:
        possible = self._possible(set(flat.translate(self._WORDS).split()))
        if not possible:
            return []
        low = flat.lower()
        wide = b"  " in low
        found: list[tuple[int, int]] = []
        for number in possible:
            at = low.find(self._texts[number])
            while at >= 0:
                if self._stands_at(low, at, number):
                    found.append((at, number))
                at = low.find(self._texts[number], at + 1)
            for gap in self._gaps[number] if wide else ():
                at = low.find(gap)
                while at >= 0:
                    if self._on_line(low, at + 1, number):
                        found.append((at + 1, number))
                    at = low.find(gap, at + 1)
        found.sort()
        return found

    def _possible(self, words: set[bytes]) -> list[int]:
        """The phrases of which a block with these words has every word."""
        anchored = [n for word in self._anchored.keys() & words for n in self._anchored[word]]
        vocabulary = b" ".join(words)
        return [
            number
            for number in (*anchored, *self._others)
            if self._wholes[number] <= words
            and all(part in vocabulary for part in self._parts[number])
        ]


def _words_of(phrase: Phrase) -> tuple[list[bytes], list[bytes]]:
    """The words of a phrase that are whole words of its line, and those that need not be."""
    wholes: list[bytes] = []
    parts: list[bytes] = []
    for run in _LETTERS.finditer(phrase.text):
        inside = run.start() > 0 and run.end() < len(phrase.text)
        whole = inside or run.group() == phrase.anchor
        (wholes if whole else parts).append(run.group().encode())
    return wholes, parts


def _edge_of(phrase: Phrase) -> tuple[bool, int]:
    """Whether the anchor starts the phrase; the phrase's length if the anchor ends it, or 0."""
    runs = list(_LETTERS.finditer(phrase.text)) if phrase.anchor else []
    if not runs:
        return False, 0
    first, last = runs[0], runs[-1]
    starts = first.start() == 0 and first.group() == phrase.anchor
    ends = last.end() == len(phrase.text) and last.group() == phrase.anchor
    return starts, len(phrase.text.encode()) if ends else 0


def by_line(block: bytes, flat: bytes, found: list[tuple[int, int]]) -> Hits:
    """Gather hits by line, and give each line by its start in the block."""
    same_offsets = len(flat) == len(block)
    hits: Hits = []
    numbers: set[int] = set()
    line_start = line_end = -1
    counted = block_start = 0
    for at, number in found:
        if at >= line_end:
            if numbers:
                hits.append((line_start, tuple(sorted(numbers))))
                numbers = set()
            flat_start = flat.rfind(b"\n", 0, at) + 1
            line_end = flat.find(b"\n", at)
            line_end = len(flat) + 1 if line_end < 0 else line_end
            if same_offsets:
                line_start = flat_start
            else:
                for _ in range(flat.count(b"\n", counted, flat_start)):
                    block_start = block.find(b"\n", block_start) + 1
                counted = flat_start
                line_start = block_start
        numbers.add(number)
    if numbers:
        hits.append((line_start, tuple(sorted(numbers))))
    return hits
