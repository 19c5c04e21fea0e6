"""What is new and what was read again, newest first: for the feed and for the page that says so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from faultbook.entry import Entry


@dataclass(frozen=True, slots=True)
class Change:
    """An entry was added (`new`), or reviewed again later. `day` is YYYY-MM-DD."""

    day: str
    entry: Entry
    new: bool


def changes(corpus: Iterable[Entry]) -> list[Change]:
    """Return the changes of all entries, the last first; on one day the youngest entry first."""
    found = []
    for entry in corpus:
        dates = entry.evidence
        found.append(Change(dates.added, entry, True))
        if dates.reviewed != dates.added:
            found.append(Change(dates.reviewed, entry, False))
    found.sort(key=lambda change: change.entry.id)
    found.sort(key=lambda change: (change.day, change.entry.evidence.added), reverse=True)
    return found


def last_changed(corpus: Iterable[Entry]) -> list[Entry]:
    """Return the entries, that which changed last first."""
    found: dict[str, Entry] = {}
    for change in changes(corpus):
        found.setdefault(change.entry.id, change.entry)
    return list(found.values())
