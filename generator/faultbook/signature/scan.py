"""Scanning a log of any size for the lines that rules may match, in flat memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from faultbook.signature.finder import make_finder
from faultbook.signature.index import SignatureIndex
from faultbook.signature.rarity import Phrase

BLOCK = 1 << 20
"""Bytes read at a time. A longer line is scanned in pieces of about this length."""

OVERLAP = 8_192
"""Bytes that one piece of such a line shares with the piece before."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that some rules may match.

    Attributes:
        start, end: where the line stands in the stream, in bytes, without its line break.
        number: the number of the line, from 1.
        raw: the line as it stands, undecoded.
        rules: numbers of the rules to verify, ascending.
        watched: numbers of the further phrases that it contains.
    """

    start: int
    end: int
    number: int
    raw: bytes
    rules: tuple[int, ...]
    watched: tuple[int, ...] = ()


@dataclass(slots=True)
class _Block:
    """Whole lines of a stream (or a piece of a very long line) and where they stand."""

    data: bytes
    offset: int
    first: int


class Scanner:
    """Finds the candidate lines of logs. It keeps no state of a log, so it can be shared.

    Args:
        index: the rules.
        engine: `hyperscan`, `portable`, or `auto`; the answers are the same.
        watch: further phrases (folded, one space for any blanks) to report lines for.
        cache: a folder in which the engine may keep what it compiled.
    """

    def __init__(
        self,
        index: SignatureIndex,
        engine: str = "auto",
        watch: Iterable[str] = (),
        cache: Path | None = None,
    ) -> None:
        phrases = (*index.literals, *(Phrase(text, "") for text in watch))
        self._finder = make_finder(phrases, engine, cache)
        rules: list[list[int]] = [[] for _ in index.literals]
        for number, rule in enumerate(index.rules):
            for literal in rule.literals:
                rules[literal].append(number)
        self._rules = rules

    @property
    def engine(self) -> str:
        """The name of the engine in use."""
        return self._finder.name

    def scan(self, stream: BinaryIO) -> Iterator[Candidate]:
        """The candidate lines of a whole stream, which is read block by block."""
        blocks = _blocks(iter(lambda: stream.read(BLOCK), b""))
        for block, hits in self._finder.find_each(blocks, _data):
            yield from self._candidates(block, hits)

    def feed(self, chunks: Iterable[bytes]) -> Iterator[Candidate]:
        """The same for bytes that arrive bit by bit, each line as soon as it is complete."""
        for block in _blocks(chunks):
            yield from self._candidates(block, self._finder.find(block.data))

    def _candidates(
        self, block: _Block, hits: list[tuple[int, tuple[int, ...]]]
    ) -> Iterator[Candidate]:
        data = block.data
        number, counted = block.first, 0
        rules_of, further = self._rules, len(self._rules)
        for start, phrases in hits:
            end = data.find(b"\n", start)
            end = len(data) if end < 0 else end
            number += data.count(b"\n", counted, start)
            counted = start
            rules = {rule for phrase in phrases if phrase < further for rule in rules_of[phrase]}
            yield Candidate(
                block.offset + start,
                block.offset + end,
                number,
                data[start:end],
                tuple(sorted(rules)),
                tuple(phrase - further for phrase in phrases if phrase >= further),
            )


def _data(block: _Block) -> bytes:
    return block.data


def _blocks(chunks: Iterable[bytes]) -> Iterator[_Block]:
    """Cut a stream after line breaks; a line that is too long is cut into pieces."""
    rest, offset, first = b"", 0, 1
    for chunk in chunks:
        cut = chunk.rfind(b"\n") + 1
        if cut:
            data = rest + memoryview(chunk)[:cut] if rest else chunk[:cut]
            yield _Block(data, offset, first)
            first += data.count(b"\n")
            offset += len(data)
            rest = chunk[cut:]
        else:
            rest += chunk
        if len(rest) >= BLOCK:
            yield _Block(rest, offset, first)
            offset += len(rest) - OVERLAP
            rest = rest[-OVERLAP:]
    if rest:
        yield _Block(rest, offset, first)
