"""The corpus to a folder of pages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from faultbook.corpus import Corpus
from faultbook.export.api import Place
from faultbook.paths import schema_file
from faultbook.site import lists
from faultbook.site.diagnose_page import diagnose_page
from faultbook.site.entries import TAB, Job, Progress, write_entries
from faultbook.site.hubs import hubs
from faultbook.site.maker import Maker
from faultbook.site.output import Output
from faultbook.site.page import Chrome, SitePage
from faultbook.site.programs import program_files
from faultbook.site.reading import reading_page
from faultbook.site.redirects import redirects
from faultbook.site.schema_page import schema_page
from faultbook.site.settings import settings
from faultbook.site.sitemap import sitemap
from faultbook.views.entry_pages import SiteLinks

_VIEWS = ("", "on-call/", "executive/")


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
    job = Job(
        corpus,
        tuple(options.templates),
        options.links,
        Place(options.site_url),
        options.name,
        chrome.shell(1, TAB, own_footer=True),
        chrome.shell(2, TAB, own_footer=False),
        output.folder,
    )
    write_entries(job, output, progress)
    addresses: list[tuple[str, str]] = [(path, "") for path in options.extra_paths]
    for entry in corpus:
        addresses += [(f"{entry.id}/{view}", entry.evidence.reviewed) for view in _VIEWS]

    maker = Maker(corpus, job.env, job.prose, options.name, job.cards)
    schema = schema_file().read_text(encoding="utf-8")
    for page in _other_pages(maker, json.loads(schema)):
        shell = chrome.shell(page.depth, page.tab, own_footer=not page.footer)
        output.write(page.file, shell.stamp(page))
        addresses.append((page.path, page.reviewed))
    for file, text in program_files(corpus, schema, options.site_url, options.name):
        output.write(file, text)
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
    yield from hubs(maker)
    yield diagnose_page(maker)
    yield settings(maker)
    yield schema_page(maker, schema)
    yield reading_page(maker)
