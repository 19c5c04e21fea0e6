"""The corpus to a folder of pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from faultbook.corpus import Corpus
from faultbook.entry import Entry
from faultbook.paths import schema_file
from faultbook.site import lists
from faultbook.site.maker import Maker
from faultbook.site.output import Output
from faultbook.site.page import Chrome, SitePage
from faultbook.site.reading import reading_page
from faultbook.site.redirects import redirects
from faultbook.site.schema_page import schema_page
from faultbook.site.settings import settings
from faultbook.site.sitemap import sitemap
from faultbook.views.entry_pages import SiteLinks, ViewPage, render_entry
from faultbook.views.neighbours import cards_of, neighbours_of
from faultbook.views.prose import Prose
from faultbook.views.templates import environment
from faultbook.views.words import long_date

Progress = Callable[[int, int], None]
"""Told after each entry: how many are done, and of how many."""


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """What the configuration says about the site.

    `site_url` ends in a slash or is empty. `templates` are folders of templates, the first
    wins. `extra_paths` are addresses of hand-written pages, for the site map.
    """

    name: str = "Faultbook"
    site_url: str = ""
    templates: Sequence[Path] = ()
    links: SiteLinks = field(default_factory=SiteLinks)
    extra_paths: Sequence[str] = ()


def publish(
    corpus: Corpus,
    chrome: Chrome,
    output: Output,
    options: SiteOptions,
    progress: Progress | None = None,
) -> int:
    """Write every page of the corpus; return how many."""
    env = environment(options.templates)
    maker = Maker(corpus, env, Prose(), options.name, cards_of(corpus))
    schema = schema_file().read_text(encoding="utf-8")
    addresses: list[tuple[str, str]] = [(path, "") for path in options.extra_paths]

    def put(page: SitePage) -> None:
        shell = chrome.shell(page.depth, page.tab, own_footer=not page.footer)
        output.write(page.file, shell.stamp(page))
        addresses.append((page.path, page.reviewed))

    for done, entry in enumerate(corpus, 1):
        for page in entry_pages(entry, maker, options.links):
            put(page)
        if progress:
            progress(done, len(corpus))
    for page in _other_pages(maker, json.loads(schema)):
        put(page)
    output.write("schema/entry.schema.json", schema)
    for file, html in redirects(corpus, options.site_url):
        output.write(file, html)
    if options.site_url:
        output.write("sitemap.xml", sitemap(options.site_url, addresses))
    return len(addresses) - len(options.extra_paths)


def _other_pages(maker: Maker, schema: dict[str, object]) -> Iterator[SitePage]:
    yield lists.home(maker)
    yield lists.failures(maker)
    yield from lists.categories(maker)
    yield from lists.tags(maker)
    yield lists.everything(maker)
    yield lists.on_call_board(maker)
    yield lists.executive_board(maker)
    yield settings(maker)
    yield schema_page(maker, schema)
    yield reading_page(maker)


def entry_pages(entry: Entry, maker: Maker, links: SiteLinks) -> Iterator[SitePage]:
    """Yield the three pages of an entry."""
    pages = render_entry(
        entry, neighbours_of(entry, maker.corpus, maker.cards), maker.env, maker.prose, links
    )
    for page in pages.all():
        kind = f"{page.view} {page.setting}".strip()
        yield SitePage(
            page.path,
            kind,
            page.title,
            page.description,
            page.body,
            tab="failures",
            toc=page.toc,
            footer=_footer(entry, page),
            reviewed=entry.evidence.reviewed,
        )


def _footer(entry: Entry, page: ViewPage) -> str:
    reviewed = long_date(entry.evidence.reviewed)
    if page.view == "engineer":
        return ""
    if page.view == "on-call":
        more = f"In a terminal: <code>faultbook show {entry.id} --view on-call</code>"
    else:
        more = '<a href="../#s12">Sources for each claim: engineer view, 12</a>'
    return (
        f"<span>{entry.id}, {page.view} view. Last reviewed {reviewed}.</span><span>{more}</span>"
    )
