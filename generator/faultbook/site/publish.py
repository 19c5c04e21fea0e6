"""The corpus to a folder of pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from faultbook.cards.card import site_card
from faultbook.corpus import Corpus
from faultbook.entry import Entry
from faultbook.export.api import Place, entry_path
from faultbook.paths import schema_file
from faultbook.site import lists
from faultbook.site.cause_map import cause_map
from faultbook.site.diagnose_page import diagnose_page
from faultbook.site.entries import TAB, Job, Progress, write_entries
from faultbook.site.hubs import hubs
from faultbook.site.keys import Keys
from faultbook.site.maker import Maker
from faultbook.site.memory import Memory
from faultbook.site.output import Output
from faultbook.site.page import Chrome, SitePage
from faultbook.site.programs import corpus_files, entry_files
from faultbook.site.reading import reading_page
from faultbook.site.redirects import redirects
from faultbook.site.register import PATH as REGISTER
from faultbook.site.register import register_csv
from faultbook.site.schema_page import schema_page
from faultbook.site.settings import settings
from faultbook.site.sharing import shared
from faultbook.site.sitemap import sitemap
from faultbook.store import digest, digest_of_files, files_below, program_version
from faultbook.views.entry_pages import SiteLinks

_VIEWS = ("", "on-call/", "executive/")
_CARD = "assets/card.png"
"""The card of all pages that are no entry's own."""


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """What the configuration says about the site.

    `site_url` ends in a slash or is empty. `templates` are folders of templates, the first
    wins. `extra_paths` are addresses of hand-written pages, for the site map. `social_cards`: draw
    a picture for links to each entry.
    """

    name: str = "Faultbook"
    site_url: str = ""
    templates: Sequence[Path] = ()
    links: SiteLinks = field(default_factory=SiteLinks)
    extra_paths: Sequence[str] = ()
    social_cards: bool = True


Plan = tuple[str, str, Callable[[], Iterable[SitePage]]]
"""Name and key of a group of pages, and how to make them."""


def publish(
    corpus: Corpus,
    chrome: Chrome,
    output: Output,
    options: SiteOptions,
    memory: Memory | None = None,
    progress: Progress | None = None,
) -> int:
    """Write every page of the corpus; return how many.

    With a `memory`, groups of files whose key has not changed since the last build stay.
    """
    place = Place(options.site_url)
    job = Job(
        corpus,
        tuple(options.templates),
        options.links,
        place,
        options.name,
        chrome.shell(1, TAB, own_footer=True),
        chrome.shell(2, TAB, own_footer=False),
        output.folder,
        options.social_cards,
    )
    memory = memory or Memory(output.folder, None)
    keys = Keys(_base(job, options), corpus, job.cards)
    write_entries(job, output, memory, keys, progress)
    addresses = [(path, "") for path in options.extra_paths]
    for entry in corpus:
        addresses += [(f"{entry.id}/{view}", entry.evidence.reviewed) for view in _VIEWS]

    maker = Maker(corpus, job.env, job.prose, options.name, job.cards)
    schema = schema_file().read_text(encoding="utf-8")
    for plan in _plans(maker, keys, json.loads(schema)):
        files = _write_pages(plan, chrome, output, memory, options)
        addresses += [(file.removesuffix("index.html"), "") for file in files]
    _write_data(job, output, memory, keys, schema, options)
    if options.site_url:
        output.write("sitemap.xml", sitemap(options.site_url, addresses))
    return len(addresses) - len(options.extra_paths)


def _base(job: Job, options: SiteOptions) -> str:
    """Return a hash of what all pages depend on besides the entries."""
    templates = [f for d in options.templates for f in files_below(Path(d) / "faultbook")]
    frames = (*job.engineer_shell.parts, *job.view_shell.parts)
    given = (options.name, options.site_url, options.links, tuple(options.extra_paths))
    settings_ = repr((*given, options.social_cards))
    return digest(program_version(), digest_of_files(templates), *frames, settings_)


def _plans(maker: Maker, keys: Keys, schema: dict[str, object]) -> Iterator[Plan]:
    whole = keys.whole()
    tags = lists.by_tag(maker)
    single: tuple[tuple[str, Callable[[], Iterable[SitePage]]], ...] = (
        ("home", lambda: [lists.home(maker)]),
        ("failures", lambda: [lists.failures(maker)]),
        ("categories", lambda: lists.categories(maker)),
        ("tags", lambda: [lists.tag_index(maker, tags)]),
        ("everything", lambda: [lists.everything(maker)]),
        ("on-call board", lambda: [lists.on_call_board(maker)]),
        ("executive board", lambda: [lists.executive_board(maker)]),
        ("hubs", lambda: hubs(maker)),
        ("map", lambda: [cause_map(maker)]),
        ("diagnose", lambda: [diagnose_page(maker)]),
        ("settings", lambda: [settings(maker)]),
        ("schema", lambda: [schema_page(maker, schema)]),
        ("reading", lambda: [reading_page(maker)]),
    )
    yield from ((f"page:{name}", whole, make) for name, make in single)
    for tag, entries in tags.items():
        make = partial(_tag_pages, maker, tag, entries)
        yield f"tag:{tag}", keys.entries(entries), make


def _tag_pages(maker: Maker, tag: str, entries: list[Entry]) -> list[SitePage]:
    return [lists.tag_page(maker, tag, entries)]


def _write_pages(
    plan: Plan, chrome: Chrome, output: Output, memory: Memory, options: SiteOptions
) -> tuple[str, ...]:
    """Write the pages of a plan, or keep them; return their files."""
    name, key, make = plan
    if not memory.keeps(output, name, key):
        files = []
        for made in make():
            card = _CARD if options.social_cards else ""
            page = shared(made, card, options.name, options.site_url)
            shell = chrome.shell(page.depth, page.tab, own_footer=not page.footer)
            output.write(page.file, shell.stamp(page))
            files.append(page.file)
        memory.made(name, key, files)
    return memory.now[name][1]


def _write_data(
    job: Job, output: Output, memory: Memory, keys: Keys, schema: str, options: SiteOptions
) -> None:
    """Write what programs read, and the redirects of former ids."""
    corpus = job.corpus
    titles = {entry.id: entry.title for entry in corpus}
    for entry in corpus:
        name, key = f"data:{entry.id}", keys.entry(entry)
        if not memory.keeps(output, name, key):
            own = entry_files(entry, corpus, job.place, titles)
            memory.made(name, key, output.write_all(own))
    if memory.keeps(output, "data", keys.whole()):
        return
    texts = ((output.folder / entry_path(e.id)).read_text(encoding="utf-8") for e in corpus)
    shared = corpus_files(corpus, schema, job.place, options.name, texts)
    register = (REGISTER, register_csv(corpus, job.place))
    paths = output.write_all((*shared, register, *redirects(corpus, options.site_url)))
    if options.social_cards:
        output.write(_CARD, site_card(options.name, lists.about(corpus)))
        paths.append(_CARD)
    memory.made("data", keys.whole(), paths)
