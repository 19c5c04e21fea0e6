"""What a page shows of other entries: enough to link them, and nothing more.

A page depends on its own entry and on the neighbours' cards only, so that one changed entry
makes no other page stale unless its card changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from faultbook.corpus import Corpus
from faultbook.entry import Entry, Role, Severity, Signature

DERIVED = "faultbook: "
"""How a line begins that a diagnosis states, and no program prints."""

_STRENGTH = (Role.INITIATING, Role.EITHER, Role.COLLATERAL, Role.HARMLESS, Role.CONTEXT)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The card of an entry, as other pages show it."""

    id: str
    title: str
    headline: str
    severity: Severity
    role: Role | None


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Cards by id or alias, and the entries before and after this one in cause and effect.

    `cards` may hold more than the page names: a page depends on those it looks up.
    """

    cards: Mapping[str, Neighbour]
    caused_by: tuple[Neighbour, ...] = ()
    causes: tuple[Neighbour, ...] = ()
    see_also: tuple[Neighbour, ...] = ()
    overrides: tuple[str, ...] = ()


def card(entry: Entry) -> Neighbour:
    """Return the card of an entry."""
    return Neighbour(
        entry.id, entry.title, entry.executive.headline, entry.severity, lead_role(entry)
    )


def lead_role(entry: Entry) -> Role | None:
    """Return the role of an entry's strongest signature; `None` when it prints nothing."""
    return min((s.role for s in entry.signatures), key=_STRENGTH.index, default=None)


def lead_signature(entry: Entry) -> Signature | None:
    """Return the signature that tells most: the first of the strongest role.

    A line that a diagnosis derives from others is printed by nobody; it leads only where an
    entry has no other.
    """
    printed = [s for s in entry.signatures if not s.line.startswith(DERIVED)]
    return min(printed or entry.signatures, key=lambda s: _STRENGTH.index(s.role), default=None)


def mentions(corpus: Iterable[Entry]) -> Counter[str]:
    """Return how many entries name each entry as a cause, an effect, a look-alike or related."""
    named: Counter[str] = Counter()
    for entry in corpus:
        relations = entry.relations
        alike = (other.entry for other in entry.look_alikes)
        named.update({*alike, *relations.causes, *relations.caused_by, *relations.see_also})
    return named


def cards_of(corpus: Corpus) -> dict[str, Neighbour]:
    """Return the card of every entry, by id and by alias."""
    cards = {entry.id: card(entry) for entry in corpus}
    cards |= {alias: cards[name] for alias, name in corpus.aliases.items()}
    return cards


def neighbours_of(
    entry: Entry, corpus: Corpus, cards: Mapping[str, Neighbour] | None = None
) -> Neighbours:
    """Return what the pages of `entry` show of others. Unknown ids are left out.

    `cards` are those of `cards_of`, made once for many entries.
    """
    known = cards_of(corpus) if cards is None else cards

    def those(names: Iterable[str]) -> tuple[Neighbour, ...]:
        found = {known[n].id: known[n] for n in names if n in known and known[n].id != entry.id}
        return tuple(found.values())

    return Neighbours(
        cards=known,
        caused_by=those(corpus.caused_by.get(entry.id, ())),
        causes=those(corpus.causes.get(entry.id, ())),
        see_also=those(entry.relations.see_also),
        overrides=corpus.overridden.get(entry.id, ()),
    )
