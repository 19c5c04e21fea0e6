"""The map of causes and effects: what each failure brings about, and what may lie behind an echo.

The whole graph hangs together, so it is drawn in three ways that stay readable on a phone: one
picture of the flow between categories, a tree below each failure that nothing else brings about,
and the way back from each failure that has a cause. Every failure has one tree place of its own;
where a tree meets it again, it links there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from faultbook.corpus import Corpus
from faultbook.entry import Category
from faultbook.site.maker import Maker, Row
from faultbook.site.page import SitePage
from faultbook.views.words import counted

_ROW = 30
_TOP = 30
_STRONGEST = 10


@dataclass(frozen=True, slots=True)
class Branch:
    """A failure in a tree. `elsewhere`: its effects stand at another place of the page."""

    row: Row
    effects: tuple[Branch, ...] = ()
    elsewhere: bool = False
    first: bool = True


@dataclass(frozen=True, slots=True)
class Behind:
    """A failure and everything that may bring it about directly."""

    row: Row
    causes: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Flow:
    """A band of the picture, from a category of causes to one of effects.

    `y1`, `y2` and `width` are in units of the picture; `count` is how many relations it holds.
    """

    cause: Category
    effect: Category
    count: int
    y1: int
    y2: int
    width: float


@dataclass(frozen=True, slots=True)
class Picture:
    """The flow between categories; labels are pairs of a category and its height."""

    causes: tuple[tuple[Category, int, int], ...]
    effects: tuple[tuple[Category, int, int], ...]
    flows: tuple[Flow, ...]
    height: int

    @property
    def strongest(self) -> list[Flow]:
        """The flows that hold most relations, for readers who do not see the picture as well."""
        return sorted(self.flows, key=lambda flow: -flow.count)[:_STRONGEST]


def cause_map(maker: Maker) -> SitePage:
    """Make the page of the map."""
    corpus = maker.corpus
    pairs = tuple(relations(corpus))
    trees = tuple(grow(maker, pairs))
    found = Counter(effect for _, effect in pairs)
    behind = tuple(
        Behind(
            maker.row(corpus.by_id[name]),
            maker.rows(corpus.by_id[cause] for cause, effect in pairs if effect == name),
        )
        for name, _ in sorted(found.items(), key=lambda item: (-item[1], item[0]))
    )
    body = maker.render(
        "map",
        root="../",
        groups=_by_category(trees),
        behind=behind,
        picture=draw(corpus, pairs),
        relations=counted(len(pairs), "relation"),
        failures=counted(len({name for pair in pairs for name in pair}), "failure"),
    )
    about = "What each failure brings about, and what may lie behind an echo."
    return SitePage("map/", "list", "Map of causes and effects", about, body, tab="failures")


def relations(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield pairs of cause and effect that both have an entry, each once, sorted."""
    found = {
        (one, other)
        for name, effects in corpus.causes.items()
        for effect in effects
        if (one := corpus.resolve(name)) and (other := corpus.resolve(effect)) and one != other
    }
    yield from sorted(found)


def grow(maker: Maker, pairs: tuple[tuple[str, str], ...]) -> Iterator[Branch]:
    """Yield a tree for each failure without a cause; a ring of causes starts at its first id."""
    effects: dict[str, list[str]] = {}
    for cause, effect in pairs:
        effects.setdefault(cause, []).append(effect)
    caused = {effect for _, effect in pairs}
    placed: set[str] = set()

    def branch(name: str) -> Branch:
        row = maker.row(maker.corpus.by_id[name])
        below = effects.get(name, ())
        if name in placed:
            return Branch(row, (), bool(below), first=False)
        placed.add(name)
        return Branch(row, tuple(branch(effect) for effect in below))

    starts = [name for name in effects if name not in caused]
    for name in (*starts, *effects):
        if name not in placed:
            yield branch(name)


def _by_category(trees: tuple[Branch, ...]) -> tuple[tuple[Category, tuple[Branch, ...]], ...]:
    groups: dict[Category, list[Branch]] = {}
    for tree in trees:
        groups.setdefault(tree.row.entry.category, []).append(tree)
    return tuple((category, tuple(groups[category])) for category in Category if category in groups)


def draw(corpus: Corpus, pairs: tuple[tuple[str, str], ...]) -> Picture:
    """Lay out the flow: categories of causes on the left, of effects on the right."""
    counts = Counter((corpus.by_id[a].category, corpus.by_id[b].category) for a, b in pairs)
    left: Counter[Category] = Counter()
    right: Counter[Category] = Counter()
    for (cause, effect), number in counts.items():
        left[cause] += number
        right[effect] += number
    rows_left, rows_right = _heights(left), _heights(right)
    at_left = {category: y for category, y, _ in rows_left}
    at_right = {category: y for category, y, _ in rows_right}
    most = max(counts.values(), default=1)
    flows = tuple(
        Flow(a, b, n, at_left[a], at_right[b], round(1 + 9 * n / most, 1))
        for (a, b), n in sorted(counts.items())
    )
    return Picture(rows_left, rows_right, flows, _TOP + _ROW * max(len(rows_left), len(rows_right)))


def _heights(counts: Counter[Category]) -> tuple[tuple[Category, int, int], ...]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(
        (category, _TOP + _ROW * place + _ROW // 2, number)
        for place, (category, number) in enumerate(ranked)
    )
