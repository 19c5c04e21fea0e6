"""The page that says what is new: the changes of the corpus, by day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from faultbook.entry import Category, Entry
from faultbook.export.changes import Change, changes
from faultbook.export.readers import json_link
from faultbook.site.maker import Maker
from faultbook.site.page import SitePage

PATH = "changelog/"
_MOST = 400
"""So many changes are named, and the rest of the day that the last of them fell on."""


@dataclass(frozen=True, slots=True)
class Part:
    """What happened to entries on one day: those that were added, or those that were reviewed."""

    new: bool
    count: int
    groups: tuple[tuple[Category, tuple[Entry, ...]], ...]


@dataclass(frozen=True, slots=True)
class Day:
    """A day (YYYY-MM-DD) with what changed on it."""

    date: str
    parts: tuple[Part, ...]


def changelog(maker: Maker) -> SitePage:
    """Make the page."""
    found = changes(maker.corpus)
    days = tuple(_days(found))
    shown = sum(part.count for day in days for part in day.parts)
    body = maker.render("changelog", root="../", days=days, older=len(found) - shown)
    about = "Failures that were added, and those that were reviewed again, by day."
    head = json_link("index", "../")
    return SitePage(PATH, "list", "What is new", about, body, tab="failures", head=head)


def _days(found: Sequence[Change]) -> Iterator[Day]:
    shown = 0
    for date, of_day in groupby(found, key=lambda change: change.day):
        if shown >= _MOST:
            return
        together = list(of_day)
        shown += len(together)
        halves = ([c.entry for c in together if c.new is new] for new in (True, False))
        parts = (
            Part(new, len(entries), _by_category(entries))
            for new, entries in zip((True, False), halves, strict=True)
        )
        yield Day(date, tuple(part for part in parts if part.count))


def _by_category(entries: list[Entry]) -> tuple[tuple[Category, tuple[Entry, ...]], ...]:
    ranked = sorted(entries, key=lambda e: (e.category, e.title.lower(), e.id))
    groups = groupby(ranked, key=lambda e: e.category)
    return tuple((category, tuple(members)) for category, members in groups)
