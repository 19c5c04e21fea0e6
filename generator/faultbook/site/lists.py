"""Lists of entries: home, categories, tags, the list of all, the boards of the three views."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from faultbook.corpus import Corpus
from faultbook.entry import Entry
from faultbook.export.readers import json_link
from faultbook.site.hubs import HUBS, hub_entries, hubs_with_entries
from faultbook.site.maker import Maker, Row
from faultbook.site.modules import field_head, search_head
from faultbook.site.page import SitePage
from faultbook.site.register import by_cost, figure, unstressed
from faultbook.views.neighbours import mentions
from faultbook.views.words import PRESENTATIONS, SEVERITIES, category_name, counted, spelt

_SHORT = 5
_TOP_TAGS = 7
_COMMON_TAGS = 24
_FEW = 15
"""So many runbooks under one heading are read without further headings."""


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows of a board under one subject."""

    category: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """What shows one thing on the screen: its runbooks, by subject when there are many."""

    key: str
    title: str
    count: int
    groups: tuple[RowGroup, ...]


def about(corpus: Corpus) -> str:
    """Return what the site holds, in a sentence."""
    count = counted(len(corpus), "failure")
    return f"{count} of machine-learning infrastructure, found by the line they print."


def by_tag(maker: Maker) -> dict[str, list[Entry]]:
    """Return the entries of each tag, tags sorted by name."""
    found: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in maker.corpus:
        for tag in entry.tags:
            found[tag].append(entry)
    return dict(sorted(found.items()))


def home(maker: Maker) -> SitePage:
    """Make the home page."""
    tags = by_tag(maker)
    top = sorted(tags, key=lambda tag: (-len(tags[tag]), tag))[:_TOP_TAGS]
    count = counted(len(maker.corpus), "failure")
    body = maker.render(
        "home",
        root="",
        count=count,
        categories=maker.categories(),
        tags=[(tag, len(tags[tag])) for tag in top],
        short=_short_list(maker),
        hubs=[(hub, len(entries)) for hub, entries in hubs_with_entries(maker)],
    )
    head = field_head("")
    return SitePage("", "home", maker.name, about(maker.corpus), body, head=head)


def _short_list(maker: Maker) -> tuple[str, list[Entry]]:
    """Return the last reviewed entries; when all were reviewed on one day, the most named ones."""
    entries = sorted(maker.corpus, key=lambda e: e.id)
    if len({entry.evidence.reviewed for entry in entries}) > 1:
        entries.sort(key=lambda e: e.evidence.reviewed, reverse=True)
        return "Last reviewed", entries[:_SHORT]
    named = mentions(maker.corpus)
    entries.sort(key=lambda e: named[e.id], reverse=True)
    return "What most other entries point to", entries[:_SHORT]


def failures(maker: Maker) -> SitePage:
    """Make the index of categories."""
    body = maker.render(
        "failures",
        root="../",
        count=counted(len(maker.corpus), "failure"),
        categories=maker.categories(),
    )
    return SitePage(
        "failures/",
        "list",
        "Failures",
        "All failures, by category.",
        body,
        tab="failures",
        head=json_link("index", "../"),
    )


def categories(maker: Maker) -> Iterator[SitePage]:
    """Make a page for each category that has entries."""
    for found in maker.categories():
        name = category_name(found.category)
        entries = maker.corpus.in_category(found.category)
        body = maker.render(
            "category",
            root="../../",
            title=name,
            about=found.about,
            rows=maker.rows(entries),
            links=(("failures/", "Failures"),),
            hubs=[hub for hub in HUBS if found.category in hub.categories],
        )
        about = f"{counted(found.count, 'failure')}: {found.about}."
        path = f"failures/{found.category}/"
        head = json_link(f"categories/{found.category}", "../../")
        yield SitePage(path, "list", name, about, body, tab="failures", head=head)


def tag_index(maker: Maker, found: dict[str, list[Entry]]) -> SitePage:
    """Make the index of tags."""
    letters: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for tag, entries in found.items():
        letters[tag[0].upper()].append((tag, len(entries)))
    common = sorted(found, key=lambda tag: (-len(found[tag]), tag))[:_COMMON_TAGS]
    body = maker.render(
        "tags",
        root="../",
        letters=sorted(letters.items()),
        common=[(tag, len(found[tag])) for tag in common],
        count=counted(len(found), "tag"),
    )
    return SitePage("tags/", "list", "Tags", "All tags.", body, tab="failures")


def tag_page(maker: Maker, tag: str, entries: list[Entry]) -> SitePage:
    """Make the page of one tag."""
    body = maker.render(
        "category",
        root="../../",
        title=spelt(tag),
        about="",
        rows=maker.rows(entries),
        links=(("failures/", "Failures"), ("tags/", "Tags")),
        hubs=[hub for hub in HUBS if tag in hub.components | hub.tags and hub_entries(maker, hub)],
    )
    about = f"{counted(len(entries), 'failure')} with the tag {tag}."
    head = json_link(f"tags/{tag}", "../../")
    return SitePage(f"tags/{tag}/", "list", f"Tag: {tag}", about, body, tab="failures", head=head)


def everything(maker: Maker) -> SitePage:
    """Make the list of all entries."""
    body = maker.render("all", root="../../", rows=maker.rows(maker.corpus))
    title = "All failures, from A to Z"
    head = json_link("index", "../../")
    return SitePage("failures/all/", "list", title, f"{title}.", body, tab="failures", head=head)


def search(maker: Maker) -> SitePage:
    """Make the page that answers a query in its address. It holds no entry, so that it is small."""
    body = maker.render("search", root="../", categories=maker.categories())
    about_it = "Failures found by a word, a setting or a line of a log."
    return SitePage("search/", "list", "Search", about_it, body, head=search_head("../"))


def on_call_board(maker: Maker) -> SitePage:
    """Make the board of runbooks, by what is on the screen."""
    columns = (_column(maker, key, title) for key, title in PRESENTATIONS.items())
    body = maker.render("on_call_board", root="../", columns=[c for c in columns if c.count])
    return SitePage(
        "on-call/", "list", "On-call", "Runbooks, by what is on the screen.", body, tab="failures"
    )


def _column(maker: Maker, key: str, title: str) -> Column:
    found = [entry for entry in maker.corpus if key in entry.presents_as]
    if len(found) <= _FEW:
        return Column(key, title, len(found), (RowGroup("", maker.rows(found)),))
    categories = (c.category for c in maker.categories())
    parts = ((c, [entry for entry in found if entry.category == c]) for c in categories)
    groups = (RowGroup(category, maker.rows(part)) for category, part in parts if part)
    return Column(key, title, len(found), tuple(groups))


def executive_board(maker: Maker) -> SitePage:
    """Make the register for managers."""
    body = maker.render(
        "executive_board",
        root="../",
        rows=by_cost(maker.corpus),
        unstressed=unstressed,
        figure=figure,
        ranks={severity: place for place, severity in enumerate(SEVERITIES)},
        md=maker.quoting("../", "executive/"),
    )
    return SitePage(
        "executive/",
        "list",
        "Executive",
        "What can go wrong, who owns it, what prevents it.",
        body,
        tab="failures",
    )
