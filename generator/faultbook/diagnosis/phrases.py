"""What a pass looks for: the phrases of an index, and the words that errors are made of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice

from faultbook.diagnosis.ahead import WORTH_IT, Ahead, processes
from faultbook.diagnosis.store import cache_dir
from faultbook.logs import Block, clean_bytes
from faultbook.logs.reader import BlockReader, Stretch
from faultbook.signature.finder import Finder, Hits, make_finder
from faultbook.signature.index import SignatureIndex
from faultbook.signature.rarity import Phrase

HOT = 64  # lines of a block with a phrase: more is more than it can be worth
SEGMENTS = (2, 8, 32)  # blocks after which it is judged again which phrases are hot
LAST_SEGMENT = 128
_BLANKS = re.compile(b"[ \t]{2,}|\t|\xc2\xa0")


@dataclass(slots=True)
class PhraseTable:
    """Which rules a phrase belongs to, and the finder for all of them.

    Phrases numbered from `context` on belong to no rule: a line that has only such a phrase
    is looked at for what kind of line it is.
    """

    phrases: tuple[Phrase, ...]
    context: int
    rules: tuple[tuple[int, ...], ...]
    engine: str
    finder: Finder
    index: SignatureIndex
    only_companions: frozenset[int]
    _sets: dict[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict)
    _literals: dict[int, tuple[bytes, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, index: SignatureIndex, context: Sequence[str], engine: str = "auto") -> PhraseTable:
        """Make the table of an index and further words."""
        rules: list[list[int]] = [[] for _ in index.literals]
        for number, rule in enumerate(index.rules):
            for literal in rule.literals:
                rules[literal].append(number)
        phrases = (*index.literals, *(Phrase(word, "") for word in context))
        return cls(
            phrases=phrases,
            context=len(index.literals),
            rules=tuple(map(tuple, rules)),
            engine=engine,
            finder=make_finder(phrases, engine, cache_dir()),
            index=index,
            only_companions=frozenset(
                number
                for number, of in enumerate(rules)
                if all(index.rules[rule].entry < 0 for rule in of)
            ),
        )

    def candidates(self, phrases: Iterable[int], raw: bytes) -> tuple[int, ...]:
        """Return the rules that a line with these phrases may satisfy, in order.

        Only rules of which the line has every literal count; that spares most parsing.
        """
        key = tuple(phrases)
        found = self._sets.get(key)
        if found is None:
            found = tuple(sorted({n for i in key if i < self.context for n in self.rules[i]}))
            if len(self._sets) < 65_536:
                self._sets[key] = found
        if not found:
            return found
        flat = (clean_bytes(raw) if b"\x1b" in raw else raw).lower()
        if b"  " in flat or b"\t" in flat or b"\xc2" in flat:
            flat = _BLANKS.sub(b" ", flat)
        return tuple(n for n in found if all(text in flat for text in self.literals(n)))

    def literals(self, rule: int) -> tuple[bytes, ...]:
        """Return the texts that every line has that a rule matches."""
        texts = self._literals.get(rule)
        if texts is None:  # a pattern is parsed when a line may match it, and most never are
            found = self.index.pattern(rule).literals()
            texts = self._literals[rule] = tuple(text.encode() for text in found)
        return texts


@dataclass(slots=True)
class Piece:
    """A block that was searched: its lines with phrases, and its text when that is wanted.

    `breaks` says how many line breaks it has, where that was counted with the search.
    """

    hits: Hits
    breaks: int | None
    _read: Callable[[], Block]
    _block: Block | None = None

    @property
    def block(self) -> Block:
        """The block, read at the first use."""
        if self._block is None:
            self._block = self._read()
        return self._block


@dataclass(slots=True)
class Search:
    """The search through the blocks of one log.

    A phrase that only companions need, and that every other line has, would cost more than
    all others together. Once it is seen to be hot it is looked for only in the blocks around
    a line that needs the companion: `hot` holds such phrases.
    """

    table: PhraseTable
    hot: frozenset[int] = frozenset()
    _finder: Finder | None = None
    _hot_finder: Finder | None = None
    _numbers: tuple[int, ...] = ()
    _ahead: Ahead | None = None

    def pieces(self, blocks: Iterable[Block]) -> Iterator[Piece]:
        """Yield each block with the lines of it that have a phrase."""
        try:
            yield from self._pieces(iter(blocks))
        finally:
            if self._ahead is not None:
                self._ahead.close()

    def _pieces(self, source: Iterator[Block]) -> Iterator[Piece]:
        sizes = iter(SEGMENTS)
        while True:
            counted: Counter[int] = Counter()
            seen = 0
            for piece in self._segment(source, next(sizes, LAST_SEGMENT)):
                seen += 1
                for _, phrases in piece.hits:
                    counted.update(phrases)
                yield piece
            if not seen:
                return
            self._judge(counted, seen)

    def hot_hits(self, data: bytes) -> Hits:
        """Return the lines of a block that have a hot phrase."""
        if self._hot_finder is None:
            return []
        numbers = sorted(self.hot)
        return [
            (start, tuple(numbers[i] for i in found))
            for start, found in self._hot_finder.find(data)
        ]

    def find(self, data: bytes) -> Hits:
        """Return the lines of one block that have a phrase."""
        if self._finder is None:
            return self.table.finder.find(data)
        return self._renumbered(self._finder.find(data))

    def _segment(self, source: Iterator[Block], size: int) -> Iterator[Piece]:
        """Yield the next blocks, searched in several processes or by threads."""
        if isinstance(source, BlockReader) and size >= WORTH_IT and processes() > 1:
            ahead = self._ahead = self._ahead or Ahead(source, processes())
            if not source.maker.sees_json and ahead.ready():
                yield from self._in_processes(ahead, size)
                return
            # What was planned counts as handed on: it comes first.
            planned = map(source.maker.make, map(source.read, ahead.left_over()))
            yield from self._by_threads(chain(planned, islice(source, size)))
            return
        yield from self._by_threads(islice(source, size))

    def _by_threads(self, blocks: Iterable[Block]) -> Iterator[Piece]:
        finder = self._finder or self.table.finder
        for block, hits in finder.find_each(blocks, _data):
            yield Piece(self._renumbered(hits), None, partial(_same, block))

    def _in_processes(self, ahead: Ahead, most: int) -> Iterator[Piece]:
        log, maker = ahead.log, ahead.log.maker
        finder = self._finder or self.table.finder
        for stretch, found in ahead.search(finder, most):
            if not maker.wants_next and not maker.sees_json:
                maker.pass_over()
                read = partial(_read_later, log, stretch)
                yield Piece(self._renumbered(found.hits), found.breaks, read)
                continue
            block = maker.make(log.read(stretch))
            # Lines of JSON turn out to be such only now: what stands in them was not searched.
            hits = finder.find(block.data) if block.raw_lines else found.hits
            yield Piece(self._renumbered(hits), found.breaks, partial(_same, block))

    def _renumbered(self, hits: Hits) -> Hits:
        if self._finder is None:
            return hits
        numbers = self._numbers
        return [(start, tuple(numbers[i] for i in found)) for start, found in hits]

    def _judge(self, counted: Counter[int], blocks: int) -> None:
        fresh = {
            number
            for number, count in counted.items()
            if count > HOT * blocks and number in self.table.only_companions
        }
        if not fresh - self.hot:
            return
        self.hot |= fresh
        table = self.table
        self._numbers = tuple(n for n in range(len(table.phrases)) if n not in self.hot)
        self._finder = make_finder(
            [table.phrases[n] for n in self._numbers], table.engine, cache_dir()
        )
        hot = [table.phrases[n] for n in sorted(self.hot)]
        self._hot_finder = make_finder(hot, table.engine)


def _data(block: Block) -> bytes:
    return block.data


def _same(block: Block) -> Block:
    return block


def _read_later(log: BlockReader, stretch: Stretch) -> Block:
    return log.maker.make_passed(log.read(stretch))
