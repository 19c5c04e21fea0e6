"""One file to three pages, again and again, with what is wrong with it on top."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from faultbook.checks.engine import Request, run_checks
from faultbook.corpus import shown
from faultbook.entry import Entry, Role, Severity
from faultbook.paths import overrides_dir
from faultbook.problem import Problem
from faultbook.signature.index import SignatureIndex
from faultbook.source.entries import load_file
from faultbook.views.entry_pages import ViewPage, render_entry
from faultbook.views.neighbours import Neighbour, Neighbours, card
from faultbook.views.prose import Prose
from faultbook.views.templates import environment

PATIENCE = 0.6
"""Seconds that the first pages wait for the index: it is there at once if it was kept."""

_ORDER = (Role.INITIATING, Role.EITHER, Role.COLLATERAL, Role.HARMLESS, Role.CONTEXT)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a browser is shown now.

    `pages` are the last that could be made, by their address; `stale` tells that the file
    has changed since and could not be read. `checked` is false while the checks still run.
    `version` grows with every change.
    """

    version: int = 0
    entry: str = ""
    pages: Mapping[str, ViewPage] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    stale: bool = False
    checked: bool = False


class Preview:
    """Watches one file. `look` is called for every question of a browser.

    `load_index` gives the index of the corpus, for links to other entries. It may take long:
    the first pages wait for it a moment and are made without it if it takes longer.
    """

    def __init__(
        self,
        path: Path,
        layers: tuple[Path, ...],
        load_index: Callable[[], SignatureIndex],
        today: str,
    ) -> None:
        self.path = path
        self.env = environment([overrides_dir(), Path(__file__).parent])
        self._layers = layers
        self._index = SignatureIndex((), (), ())
        self._cards: dict[str, Neighbour] = {}
        self._loading = threading.Thread(target=self._load, args=(load_index,), daemon=True)
        self._today = today
        self._seen: tuple[int, int] | None = None
        self._lock = threading.Lock()
        self._shown = Shown()

    def look(self) -> Shown:
        """Return what is to be shown; render first if the file has changed."""
        with self._lock:
            now = self._stamp()
            if now != self._seen:
                first = self._seen is None
                self._seen = now
                if first:
                    self._loading.start()
                    self._loading.join(PATIENCE)
                self._render()
                threading.Thread(target=self._check, args=(now,), daemon=True).start()
            return self._shown

    def _load(self, load_index: Callable[[], SignatureIndex]) -> None:
        """Load the index; render again if the first pages were made without it."""
        index = load_index()
        cards = cards_of_index(index)
        self._index, self._cards = index, cards
        with self._lock:
            if self._shown.pages and not self._shown.stale:
                self._render()

    def _stamp(self) -> tuple[int, int]:
        try:
            state = self.path.stat()
        except OSError:  # between two steps of an editor that replaces the file
            return (0, 0)
        return (state.st_mtime_ns, state.st_size)

    def _render(self) -> None:
        before = self._shown
        loaded = load_file(self.path, shown(self.path))
        if loaded.entry is None:
            self._shown = Shown(
                before.version + 1, before.entry, before.pages, loaded.problems, stale=True
            )
            return
        entry = loaded.entry
        around = neighbours(entry, self._index, self._cards)
        rendered = render_entry(entry, around, self.env, Prose())
        pages = {page.path: page for page in rendered.all()}
        # what the checks said last stays until they have looked again: no message flickers
        self._shown = Shown(before.version + 1, entry.id, pages, before.problems)

    def _check(self, stamp: tuple[int, int]) -> None:
        self._loading.join()
        report = run_checks(Request(self._layers, self._today, (self.path,)))
        with self._lock:
            if stamp != self._seen:
                return
            before = self._shown
            changed = report.problems != before.problems
            self._shown = Shown(
                before.version + changed,
                before.entry,
                before.pages,
                report.problems,
                before.stale,
                checked=True,
            )


def cards_of_index(index: SignatureIndex) -> dict[str, Neighbour]:
    """Return the cards of other entries from the compiled index: no file need be read.

    The index has no headline; the title stands for it.
    """
    roles: dict[int, set[str]] = {}
    for rule in index.rules:
        if rule.entry >= 0 and rule.role:
            roles.setdefault(rule.entry, set()).add(rule.role)
    cards: dict[str, Neighbour] = {}
    for number, entry in enumerate(index.entries):
        mine = roles.get(number, set())
        role = next((role for role in _ORDER if role in mine), None)
        made = Neighbour(entry.id, entry.title, entry.title, Severity(entry.severity), role)
        cards |= dict.fromkeys((entry.id, *entry.aliases), made)
    return cards


def neighbours(entry: Entry, index: SignatureIndex, cards: Mapping[str, Neighbour]) -> Neighbours:
    """Return what the pages of `entry` show of others, relations of both sides included."""
    known = {**cards, entry.id: card(entry)}

    def those(names: Iterable[str]) -> tuple[Neighbour, ...]:
        found = {known[n].id: known[n] for n in names if n in known and known[n].id != entry.id}
        return tuple(found[name] for name in sorted(found))

    causes = {*entry.relations.causes, *(e.id for e in index.entries if entry.id in e.caused_by)}
    caused_by = {*entry.relations.caused_by, *(e.id for e in index.entries if entry.id in e.causes)}
    return Neighbours(known, those(caused_by), those(causes), those(entry.relations.see_also))
