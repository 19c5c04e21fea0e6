"""The pages of all entries, over several processes when there are enough of them."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path

from jinja2 import Environment

from faultbook.cards.card import entry_card
from faultbook.corpus import Corpus
from faultbook.entry import Entry
from faultbook.entry_store import packed
from faultbook.export.api import Place
from faultbook.export.readers import head_links, structured_data
from faultbook.machine import processors
from faultbook.processes import workers
from faultbook.site.kept import KeptCorpus
from faultbook.site.keys import Keys
from faultbook.site.memory import Memory
from faultbook.site.output import Output
from faultbook.site.page import Shell, SitePage
from faultbook.site.programs import entry_files
from faultbook.site.sharing import shared
from faultbook.views.entry_pages import SiteLinks, ViewPage, render_entry
from faultbook.views.neighbours import Neighbour, cards_of, neighbours_of
from faultbook.views.prose import Prose
from faultbook.views.templates import ENTRY_TEMPLATES, environment
from faultbook.views.words import long_date

TAB = "failures"
_WORTH_A_PROCESS = 150
"""With fewer entries a second process costs more than it saves."""
_CHUNK = 10

Progress = Callable[[int, int], None]
"""Told now and then: how many entries are done, and of how many."""


@dataclass(frozen=True)
class Job:
    """All that the pages of entries depend on. It can be sent to another process."""

    kept: KeptCorpus
    templates: tuple[Path, ...]
    links: SiteLinks
    place: Place
    site_name: str
    engineer_shell: Shell
    view_shell: Shell
    folder: Path
    social_cards: bool = True

    @property
    def corpus(self) -> Corpus:
        """Return the entries as lists show them."""
        return self.kept.corpus

    @cached_property
    def env(self) -> Environment:
        """Return the templates, compiled once in each process."""
        return environment(self.templates, self.kept.store.folder)

    @cached_property
    def prose(self) -> Prose:
        """Return the prose rendered so far in this process."""
        return Prose()

    @cached_property
    def cards(self) -> dict[str, Neighbour]:
        """Return the card of every entry."""
        return cards_of(self.corpus)

    @cached_property
    def titles(self) -> dict[str, str]:
        """Return the title of every entry."""
        return {entry.id: entry.title for entry in self.corpus}

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
            return head_links(entry, "../../")
        data = structured_data(entry, self.place, self.site_name)
        return f'{head_links(entry, "../")}<script type="application/ld+json">{data}</script>'

    def write(self, names: Sequence[str], output: Output) -> list[tuple[str, ...]]:
        """Render, stamp and write the files of some entries; return the paths of each."""
        return [self._write(self.kept.whole(name), output) for name in names]

    def _write(self, entry: Entry, output: Output) -> tuple[str, ...]:
        paths = []
        for page in self.pages(entry):
            shell = self.view_shell if page.footer else self.engineer_shell
            card = card_path(entry) if self.social_cards else ""
            whole = shared(page, card, self.site_name, self.place.site_url)
            output.write(page.file, shell.stamp(whole))
            paths.append(page.file)
        if self.social_cards:
            output.write(card_path(entry), entry_card(entry, self.site_name))
            paths.append(card_path(entry))
        files = entry_files(entry, self.corpus, self.place, self.titles)
        return (*paths, *output.write_all(files))

    def __reduce__(self) -> tuple[object, ...]:
        """Leave out what each process makes for itself."""
        values = [self.__dict__[name] for name in self.__dataclass_fields__]
        return _job, (packed(values),)


def _job(values: bytes) -> Job:
    return Job(*pickle.loads(values))


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
    """Write the files of all entries into `output`; those that have not changed stay."""
    all_keys = {entry.id: keys.entry(entry) for entry in job.corpus}
    due = [n for n, key in all_keys.items() if not memory.keeps(output, f"entry:{n}", key)]
    for name, files in zip(due, _render(job, due, output, progress), strict=True):
        memory.made(f"entry:{name}", all_keys[name], files)


def _render(
    job: Job, names: Sequence[str], output: Output, progress: Progress | None
) -> Iterator[tuple[str, ...]]:
    chunks = [names[at : at + _CHUNK] for at in range(0, len(names), _CHUNK)]
    done = 0
    for files in _chunks(job, chunks, output, len(names)):
        yield from files
        done += len(files)
        if progress:
            progress(done, len(names))


def _chunks(
    job: Job, chunks: list[Sequence[str]], output: Output, total: int
) -> Iterator[list[tuple[str, ...]]]:
    if processors() < 2 or total < _WORTH_A_PROCESS:
        job.kept.store.save()
        for chunk in chunks:
            yield job.write(chunk, output)
        return
    for name in ENTRY_TEMPLATES:
        job.env.get_template(name)  # what is compiled before the fork is compiled once
    with workers(_take, job, output.beside()) as pool:
        found = pool.map(_work, chunks)
        job.kept.store.save()  # while they are at work
        for done, files in found:
            output.absorb(done)
            yield files


_JOBS: list[tuple[Job, Output]] = []
"""In a worker process: its job, and where to. Filled once, when the process begins."""


def _take(job: Job, output: Output) -> None:
    _JOBS[:] = [(job, output)]


def _work(names: Sequence[str]) -> tuple[Output, list[tuple[str, ...]]]:
    job, into = _JOBS[0]
    output = into.beside()
    return output, job.write(names, output)
