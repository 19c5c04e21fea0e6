"""The corpus to a folder of pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from markupsafe import Markup

from faultbook.cards.card import site_card
from faultbook.export.api import ROOT, Place, entry_path, full_text
from faultbook.paths import schema_file
from faultbook.site import lists
from faultbook.site.entries import TAB, Job, Progress, write_entries
from faultbook.site.kept import KeptCorpus
from faultbook.site.keys import Keys
from faultbook.site.maker import Maker
from faultbook.site.memory import Memory
from faultbook.site.modules import search_modules
from faultbook.site.output import Output
from faultbook.site.page import Chrome
from faultbook.site.plans import CARD, Plans, write_pages
from faultbook.site.programs import corpus_files
from faultbook.site.redirects import redirects
from faultbook.site.sitemap import sitemap
from faultbook.store import digest, digest_of_files, files_below, program_version
from faultbook.views.entry_pages import SiteLinks

_VIEWS = ("", "on-call/", "executive/")


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


def publish(
    kept: KeptCorpus,
    chrome: Chrome,
    output: Output,
    options: SiteOptions,
    memory: Memory | None = None,
    progress: Progress | None = None,
) -> int:
    """Write every page of the corpus; return how many.

    With a `memory`, groups of files whose key has not changed since the last build stay.
    """
    job = Job(
        kept,
        tuple(options.templates),
        options.links,
        Place(options.site_url),
        options.name,
        chrome.shell(1, TAB, own_footer=True),
        chrome.shell(2, TAB, own_footer=False),
        output.folder,
        options.social_cards,
    )
    memory = memory or Memory(output.folder, None)
    keys = Keys(_base(job, options), kept, job.cards, options.links.edit)
    write_entries(job, output, memory, keys, progress)
    addresses = [(path, "") for path in options.extra_paths]
    for entry in kept.corpus:
        addresses += [(f"{entry.id}/{view}", entry.evidence.reviewed) for view in _VIEWS]

    maker = Maker(kept.corpus, job.env, job.prose, options.name, job.cards, _lines(kept))
    schema = schema_file().read_text(encoding="utf-8")
    plans = Plans(maker, keys, json.loads(schema), chrome, options.social_cards, options.site_url)
    data = partial(_write_data, job, output, memory, keys, schema)
    files = write_pages(plans, output, memory, data)
    addresses += [(file.removesuffix("index.html"), "") for file in files]
    if options.site_url:
        output.write("sitemap.xml", sitemap(options.site_url, addresses))
    return len(addresses) - len(options.extra_paths)


def _lines(kept: KeptCorpus) -> dict[str, Markup | None]:
    lines = ((entry.id, kept.parts(entry.id).line) for entry in kept.corpus)
    return {name: None if line is None else Markup(line) for name, line in lines}


def _base(job: Job, options: SiteOptions) -> str:
    """Return a hash of what all pages depend on besides the entries."""
    templates = [f for d in options.templates for f in files_below(Path(d) / "faultbook")]
    frames = (*job.engineer_shell.parts, *job.view_shell.parts)
    given = (options.name, options.site_url, options.links.report, options.social_cards)
    texts = digest_of_files(templates)
    return digest(program_version(), texts, *frames, *search_modules(), repr(given))


def _write_data(job: Job, output: Output, memory: Memory, keys: Keys, schema: str) -> None:
    """Write what programs read, and the redirects of former ids."""
    corpus, kept = job.corpus, job.kept
    parts = [kept.parts(entry.id) for entry in corpus]
    for path, text in corpus_files(corpus, parts, schema, job.place, job.site_name):
        memory.write(output, path, text)
    for path, text in redirects(corpus, job.place.site_url):
        memory.write(output, path, text)
    if job.social_cards:
        output.write(CARD, site_card(job.site_name, lists.about(corpus)))
    _write_full(job, output, memory, digest(*(memory.key(f"entry:{e.id}") for e in corpus)))


def _write_full(job: Job, output: Output, memory: Memory, key: str) -> None:
    """Write the file that holds the JSON of all entries, from the files of each."""
    if not memory.keeps(output, "data:full", key):
        folder = f"{output.folder}/"
        texts = (_content(folder + entry_path(entry.id)) for entry in job.corpus)
        output.write(f"{ROOT}full.json", full_text(texts))
        memory.made("data:full", key, [f"{ROOT}full.json"])


def _content(path: str) -> bytes:
    with open(path, "rb") as stream:  # noqa: PTH123 - thousands of them: speed
        return stream.read()
