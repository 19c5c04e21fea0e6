"""The pages of all entries, over several processes when there are enough of them."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path

from jinja2 import Environment

from faultbook.cards.card import entry_card
from faultbook.corpus import Corpus
from faultbook.entry import Entry
from faultbook.export.api import Place
from faultbook.export.readers import head_links, structured_data
from faultbook.site.keys import Keys
from faultbook.site.memory import Memory
from faultbook.site.output import Output
from faultbook.site.page import Shell, SitePage
from faultbook.site.sharing import shared
from faultbook.views.entry_pages import SiteLinks, ViewPage, render_entry
from faultbook.views.neighbours import Neighbour, cards_of, neighbours_of
from faultbook.views.prose import Prose
from faultbook.views.templates import environment
from faultbook.views.words import long_date

TAB = "failures"
_WORTH_A_PROCESS = 150
"""With fewer entries a second process costs more than it saves."""
_CHUNK = 25
_MOST_PROCESSES = 8

Progress = Callable[[int, int], None]
"""Told now and then: how many entries are done, and of how many."""


@dataclass(frozen=True)
class Job:
    """All that the pages of entries depend on. It can be sent to another process."""

    corpus: Corpus
    templates: tuple[Path, ...]
    links: SiteLinks
    place: Place
    site_name: str
    engineer_shell: Shell
    view_shell: Shell
    folder: Path
    social_cards: bool = True

    @cached_property
    def env(self) -> Environment:
        """Return the templates, compiled once in each process."""
        return environment(self.templates)

    @cached_property
    def prose(self) -> Prose:
        """Return the prose rendered so far in this process."""
        return Prose()

    @cached_property
    def cards(self) -> dict[str, Neighbour]:
        """Return the card of every entry."""
        return cards_of(self.corpus)

    def pages(self, entry: Entry) -> Iterator[SitePage]:
        """Yield the three pages of an entry."""
        neighbours = neighbours_of(entry, self.corpus, self.cards)
        for page in render_entry(entry, neighbours, self.env, self.prose, self.links).all():
            yield SitePage(
                page.path,
                f"{page.view} {page.setting}".strip(),
                page.title,
                page.description,
                page.body,
                tab=TAB,
                toc=page.toc,
                footer=_footer(entry, page, self.links),
                head=self.head(entry, page),
                reviewed=entry.evidence.reviewed,
            )

    def head(self, entry: Entry, page: ViewPage) -> str:
        """Return what an entry's page says to programs: its other forms, and what it is."""
        if page.view != "engineer":
            return ""
        data = structured_data(entry, self.place, self.site_name)
        return f'{head_links(entry, "../")}<script type="application/ld+json">{data}</script>'

    def write(self, entries: Sequence[Entry], output: Output) -> None:
        """Render, stamp and write the pages of some entries."""
        for entry in entries:
            for page in self.pages(entry):
                shell = self.view_shell if page.footer else self.engineer_shell
                card = card_path(entry) if self.social_cards else ""
                whole = shared(page, card, self.site_name, self.place.site_url)
                output.write(page.file, shell.stamp(whole))
            if self.social_cards:
                output.write(card_path(entry), entry_card(entry, self.site_name))

    def __getstate__(self) -> dict[str, object]:
        """Leave out what each process makes for itself."""
        kept = (
            "corpus",
            "templates",
            "links",
            "place",
            "site_name",
            "engineer_shell",
            "view_shell",
            "folder",
            "social_cards",
        )
        return {name: self.__dict__[name] for name in kept}


def card_path(entry: Entry) -> str:
    """Return the address of an entry's social card."""
    return f"assets/cards/{entry.id}.png"


def _footer(entry: Entry, page: ViewPage, links: SiteLinks) -> str:
    reviewed = long_date(entry.evidence.reviewed)
    if page.view == "engineer":
        return ""
    if page.view == "on-call":
        more = f"In a terminal: <code>faultbook show {entry.id} --view on-call</code>"
    else:
        more = '<a href="../#s12">Sources for each claim: engineer view, 12</a>'
    report = escape(links.report_on(entry))
    wrong = (
        f'<span><a href="{report}" rel="noreferrer">Report a problem</a></span>' if report else ""
    )
    said = f"{entry.id}, {page.view} view. Last reviewed {reviewed}."
    return f"<span>{said}</span><span>{more}</span>{wrong}"


def write_entries(
    job: Job, output: Output, memory: Memory, keys: Keys, progress: Progress | None = None
) -> None:
    """Write the pages of all entries into `output`; those that have not changed stay."""
    due = {e.id: keys.entry(e) for e in job.corpus}
    entries = tuple(e for e in job.corpus if not memory.keeps(output, f"entry:{e.id}", due[e.id]))
    _render(job, entries, output, progress)
    for entry in entries:
        files = [f"{entry.id}/{folder}index.html" for folder in ("", "on-call/", "executive/")]
        if job.social_cards:
            files.append(card_path(entry))
        memory.made(f"entry:{entry.id}", due[entry.id], files)


def _render(
    job: Job, entries: tuple[Entry, ...], output: Output, progress: Progress | None
) -> None:
    processes = min(_processors(), _MOST_PROCESSES)
    chunks = [entries[at : at + _CHUNK] for at in range(0, len(entries), _CHUNK)]
    done = 0
    if processes < 2 or len(entries) < _WORTH_A_PROCESS:
        for chunk in chunks:
            job.write(chunk, output)
            done += len(chunk)
            if progress:
                progress(done, len(entries))
        return
    with ProcessPoolExecutor(
        processes, mp_context=_context(), initializer=_take, initargs=(job, entries)
    ) as pool:
        spans = [(at, at + _CHUNK) for at in range(0, len(entries), _CHUNK)]
        for chunk, (made, written) in zip(chunks, pool.map(_work, spans), strict=True):
            output.absorb(made, written)
            done += len(chunk)
            if progress:
                progress(done, len(entries))


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _context() -> multiprocessing.context.BaseContext:
    """Fork where that is safe: the corpus then need not be sent."""
    return multiprocessing.get_context("fork" if os.name == "posix" and _linux() else "spawn")


def _linux() -> bool:
    return os.uname().sysname == "Linux"


_JOBS: list[tuple[Job, tuple[Entry, ...]]] = []
"""In a worker process: its job. Filled once, by the pool's initializer."""


def _take(job: Job, entries: tuple[Entry, ...]) -> None:
    _JOBS[:] = [(job, entries)]


def _work(span: tuple[int, int]) -> tuple[set[str], int]:
    job, entries = _JOBS[0]
    output = Output(job.folder)
    job.write(entries[slice(*span)], output)
    return output.made, output.written
