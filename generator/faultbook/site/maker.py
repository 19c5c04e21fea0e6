"""What the makers of pages share: the corpus, the templates and the prose of one build."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from jinja2 import Environment
from markupsafe import Markup

from faultbook.addresses import for_elsewhere, source_numbers
from faultbook.corpus import Corpus
from faultbook.entry import Category, Entry, Role
from faultbook.site.parts import lead_line
from faultbook.views.neighbours import Neighbour, lead_role
from faultbook.views.prose import Prose, Scope
from faultbook.views.words import spelt


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as a row of a list: its title, its most telling line, and its marks."""

    entry: Entry
    role: Role | None
    line: Markup | None


@dataclass(frozen=True, slots=True)
class CategoryCard:
    """A category: how many entries, and the components they name most."""

    category: Category
    count: int
    about: str


@dataclass(frozen=True, slots=True)
class Maker:
    """The inputs of every page that is not an entry's own.

    `lines` gives the most telling line of entries for which it is known.
    """

    corpus: Corpus
    env: Environment
    prose: Prose
    name: str = "Faultbook"
    cards: Mapping[str, Neighbour] = field(default_factory=dict)
    lines: Mapping[str, Markup | None] = field(default_factory=dict)
    _rows: dict[str, Row] = field(default_factory=dict)

    def row(self, entry: Entry) -> Row:
        """Return the row of an entry."""
        known = self._rows.get(entry.id)
        if known is None:
            line = self.lines[entry.id] if entry.id in self.lines else lead_line(entry)
            known = self._rows[entry.id] = Row(entry, lead_role(entry), line)
        return known

    def rows(self, entries: Iterable[Entry]) -> tuple[Row, ...]:
        """Return rows sorted by title."""
        return tuple(self.row(e) for e in sorted(entries, key=lambda e: (e.title.lower(), e.id)))

    def quoting(self, root: str, view: str = "") -> Callable[[Entry, str], Markup]:
        """Return a renderer for an entry's words on another page, without citations.

        Where a sentence needs its source, the title stands there. `root` leads from that page to
        the site's root; `view` is the folder links stay in.
        """
        cards = self.cards

        def render(entry: Entry, text: str) -> Markup:
            at = f"{root}{entry.id}/"
            titles = {reference.id: reference.title for reference in entry.references}
            scope = Scope(source_numbers(entry), at, cards, root, view, titles)
            return self.prose.inline(for_elsewhere(text), scope)

        return render

    def render(self, template: str, **values: object) -> str:
        """Render a template of `overrides/faultbook/`."""
        return self.env.get_template(f"faultbook/{template}.html").render(**values)

    def categories(self) -> tuple[CategoryCard, ...]:
        """Return the categories that have entries, the fullest first."""
        found: dict[Category, list[Entry]] = {}
        for entry in self.corpus:
            found.setdefault(entry.category, []).append(entry)
        everywhere = Counter(c for entry in self.corpus for c in entry.components)
        cards = [
            CategoryCard(category, len(entries), telling_components(entries, everywhere))
            for category, entries in found.items()
        ]
        return tuple(sorted(cards, key=lambda c: (-c.count, c.category)))


def telling_components(
    entries: Iterable[Entry], everywhere: Mapping[str, int], room: int = 36
) -> str:
    """Return the names of the components that these entries name, and others name less.

    `everywhere` counts each component over all entries; `room` is the length to fill.
    """
    counts = Counter(component for entry in entries for component in entry.components)
    ranked = sorted(counts, key=lambda c: (-counts[c] * counts[c] / everywhere[c] ** 0.5, c))
    text = ""
    for component in ranked:
        longer = f"{text}, {spelt(component)}" if text else spelt(component)
        if text and len(longer) > room:
            break
        text = longer
    return text
