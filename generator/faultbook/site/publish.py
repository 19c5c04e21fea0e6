"""The corpus to a folder of pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from faultbook.site.output import Content, Output
from faultbook.site.page import Chrome
from faultbook.site.plans import CARD, PagePlans, Plan, write_due
from faultbook.site.programs import CorpusFiles
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
    pages = PagePlans(maker, keys, schema, chrome, options.social_cards, options.site_url)
    page_plans = list(pages.all())
    plans = [*_data_plans(job, memory, keys, schema), *page_plans]
    write_due(plans, output, memory, len(kept.corpus))
    files = [file for plan in page_plans for file in memory.files_of(plan.name)]
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


def _data_plans(job: Job, memory: Memory, keys: Keys, schema: str) -> Iterator[Plan]:
    """Yield the plans of the files that are no pages; those that take longest come first."""
    corpus, name = job.corpus, job.site_name
    written = digest(*(memory.key(f"entry:{entry.id}") for entry in corpus))
    yield Plan("data:full", written, partial(_full, job), long=True)
    parts = [job.kept.parts(entry.id) for entry in corpus]
    key = digest(keys.data(), schema)
    for group, make in CorpusFiles(corpus, parts, schema, job.place, name).groups():
        yield Plan(f"data:{group}", key, make, long=True)
    if job.social_cards:
        about = lists.about(corpus)
        card = partial(_card, name, about)
        yield Plan("data:card", digest(keys.base, name, about), card)


def _full(job: Job) -> Iterator[tuple[str, Content]]:
    """Yield the file that holds the JSON of all entries, made from the files of each."""
    texts = (_content(f"{job.folder}/{entry_path(entry.id)}") for entry in job.corpus)
    yield f"{ROOT}full.json", full_text(texts)


def _card(name: str, about: str) -> Iterator[tuple[str, Content]]:
    yield CARD, site_card(name, about)


def _content(path: str) -> bytes:
    with open(path, "rb") as stream:  # noqa: PTH123 - thousands of them: speed
        return stream.read()
