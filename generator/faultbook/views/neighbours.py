"""What a page shows of other entries: enough to link them, and nothing more.

A page depends on its own entry and on the neighbours' cards only, so that one changed entry
makes no other page stale unless its card changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass

from faultbook.corpus import Corpus
from faultbook.entry import Entry, Role, Severity

_LINK = re.compile(r"\[\[([a-z0-9-]+)\]\]")


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
    """Cards by id (or alias), and the entries before and after this one in cause and effect."""

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
    roles = {signature.role for signature in entry.signatures}
    order = (Role.INITIATING, Role.EITHER, Role.COLLATERAL, Role.HARMLESS, Role.CONTEXT)
    return next((role for role in order if role in roles), None)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts(item)
    elif is_dataclass(value):
        for one in fields(value):
            yield from _texts(getattr(value, one.name))


def mentioned(entry: Entry) -> set[str]:
    """Return the ids (or aliases) that an entry's text and fields name."""
    names = {name for text in _texts(entry) if "[[" in text for name in _LINK.findall(text)}
    names.update(look.entry for look in entry.look_alikes)
    for signature in entry.signatures:
        names.update(miss.entry for miss in signature.near_misses if miss.entry)
    for step in entry.on_call.steps:
        names.update(
            branch.go.removeprefix("entry:")
            for branch in step.outcomes
            if isinstance(branch.go, str) and branch.go.startswith("entry:")
        )
    if entry.deprecation and entry.deprecation.successor:
        names.add(entry.deprecation.successor)
    return names


def neighbours_of(entry: Entry, corpus: Corpus) -> Neighbours:
    """Collect the cards that the pages of `entry` need. Unknown ids are left out."""

    def cards(names: Iterable[str]) -> tuple[Neighbour, ...]:
        found = {e.id: card(e) for name in names if (e := corpus.get(name)) and e.id != entry.id}
        return tuple(found.values())

    known = {name: card(other) for name in mentioned(entry) if (other := corpus.get(name))}
    return Neighbours(
        cards=known,
        caused_by=cards(corpus.caused_by.get(entry.id, ())),
        causes=cards(corpus.causes.get(entry.id, ())),
        see_also=cards(entry.relations.see_also),
        overrides=corpus.overridden.get(entry.id, ()),
    )
