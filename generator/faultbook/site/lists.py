"""Lists of entries: home, categories, tags, the list of all, the boards of the three views."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from faultbook.corpus import Corpus
from faultbook.entry import Entry
from faultbook.site.hubs import hubs_with_entries
from faultbook.site.maker import Maker
from faultbook.site.page import SitePage
from faultbook.views.words import PRESENTATIONS, category_name, counted

_LAST_REVIEWED = 4
_TOP_TAGS = 7


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
    recent = sorted(maker.corpus, key=lambda e: e.id)
    recent.sort(key=lambda e: e.evidence.reviewed, reverse=True)
    count = counted(len(maker.corpus), "failure")
    body = maker.render(
        "home",
        root="",
        count=count,
        categories=maker.categories(),
        tags=[(tag, len(tags[tag])) for tag in top],
        recent=recent[:_LAST_REVIEWED],
        hubs=[(hub, len(entries)) for hub, entries in hubs_with_entries(maker)],
    )
    return SitePage("", "home", maker.name, about(maker.corpus), body)


def failures(maker: Maker) -> SitePage:
    """Make the index of categories."""
    body = maker.render(
        "failures",
        root="../",
        count=counted(len(maker.corpus), "failure"),
        categories=maker.categories(),
        corpus=maker.corpus,
        maker=maker,
    )
    return SitePage(
        "failures/", "list", "Failures", "All failures, by category.", body, tab="failures"
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
        )
        about = f"{counted(found.count, 'failure')}: {found.about}."
        yield SitePage(f"failures/{found.category}/", "list", name, about, body, tab="failures")


def tag_index(maker: Maker, found: dict[str, list[Entry]]) -> SitePage:
    """Make the index of tags."""
    letters: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for tag, entries in found.items():
        letters[tag[0].upper()].append((tag, len(entries)))
    body = maker.render("tags", root="../", letters=sorted(letters.items()))
    return SitePage("tags/", "list", "Tags", "All tags.", body, tab="failures")


def tag_page(maker: Maker, tag: str, entries: list[Entry]) -> SitePage:
    """Make the page of one tag."""
    body = maker.render(
        "category",
        root="../../",
        title=tag,
        about="",
        rows=maker.rows(entries),
        links=(("failures/", "Failures"), ("tags/", "Tags")),
    )
    about = f"{counted(len(entries), 'failure')} with the tag {tag}."
    return SitePage(f"tags/{tag}/", "list", f"Tag: {tag}", about, body, tab="failures")


def everything(maker: Maker) -> SitePage:
    """Make the list of all entries, which a script can narrow."""
    body = maker.render("search", root="../", rows=maker.rows(maker.corpus))
    return SitePage("search/", "list", "Search", "All failures, from A to Z.", body)


def on_call_board(maker: Maker) -> SitePage:
    """Make the board of runbooks, by what is on the screen."""
    columns = [
        (key, title, maker.rows(e for e in maker.corpus if key in e.presents_as))
        for key, title in PRESENTATIONS.items()
    ]
    body = maker.render("on_call_board", root="../", columns=[c for c in columns if c[2]])
    return SitePage(
        "on-call/", "list", "On-call", "Runbooks, by what is on the screen.", body, tab="failures"
    )


def executive_board(maker: Maker) -> SitePage:
    """Make the register for managers."""
    rows = sorted(maker.corpus, key=lambda e: (e.executive.headline.lower(), e.id))
    body = maker.render(
        "executive_board",
        root="../",
        rows=rows,
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
