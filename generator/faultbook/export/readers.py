"""Small files for readers elsewhere: llms.txt, OpenSearch, schema.org data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape
from itertools import groupby

from faultbook.addresses import without_citations
from faultbook.entry import Entry
from faultbook.export.api import ROOT, Place, entry_path
from faultbook.export.document import Json

_MARK_UP = re.compile(r"\s*\[@[a-z0-9-]+\]|[*`]")
_LINK = re.compile(r"\[\[([a-z0-9-]+)\]\]")


def llms_txt(corpus: Iterable[Entry], place: Place, title: str) -> str:
    """Return the index for language models (llmstxt.org): each entry's Markdown twin."""
    ordered = sorted(corpus, key=lambda e: (e.category, e.id))
    lines = [
        f"# {title}",
        "",
        "> Failures of machine-learning infrastructure: the lines they print, why, how to confirm "
        "them, how to mend them. Each claim has a source.",
        "",
        f"The same as JSON: {place.to('api/v1/index.json')}. Text: CC BY 4.0.",
    ]
    for category, entries in groupby(ordered, key=lambda e: e.category):
        lines += ["", f"## {category.capitalize()}", ""]
        lines += [
            f"- [{e.title}]({place.to(f'{e.id}/index.md')}): {plain_text(e.summary)}"
            for e in entries
        ]
    return "\n".join(lines) + "\n"


def opensearch(place: Place, title: str) -> str:
    """Return the OpenSearch 1.1 description, by which a browser adds the site's search.

    Templates must be whole addresses, so it is of use only when the site's address is known.
    """
    name = escape(title)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n'
        f"<ShortName>{name[:16]}</ShortName>\n"
        f"<Description>{name}: find a failure by the line that it printed</Description>\n"
        "<InputEncoding>UTF-8</InputEncoding>\n"
        f'<Url type="text/html" template="{escape(place.to("search/"))}?q={{searchTerms}}"/>\n'
        "</OpenSearchDescription>\n"
    )


def structured_data(entry: Entry, place: Place, title: str) -> str:
    """Return the schema.org data of an entry's article (TechArticle and FAQPage) as JSON-LD.

    `<` is escaped, so that the text can stand inside a script element.
    """
    article: Json = {
        "@type": "TechArticle",
        "headline": entry.title,
        "description": plain_text(entry.summary),
        "datePublished": entry.evidence.added,
        "dateModified": entry.evidence.reviewed,
        "inLanguage": "en",
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "keywords": list(entry.tags),
        "articleSection": str(entry.category),
        "author": {"@type": "Organization", "name": f"{title} contributors"},
        "citation": [reference.url for reference in entry.references],
    }
    questions: Json = {
        "@type": "FAQPage",
        "mainEntity": [
            {
                "@type": "Question",
                "name": plain_text(question.question),
                "acceptedAnswer": {
                    "@type": "Answer",
                    "text": plain_text(without_citations(question.answer, entry)),
                },
            }
            for question in entry.faq
        ],
    }
    if place.site_url:
        url = place.to(f"{entry.id}/")
        article |= {"@id": url, "url": url, "mainEntityOfPage": url}
        questions |= {"@id": f"{url}#s10", "url": url}
    graph = {"@context": "https://schema.org", "@graph": [article, questions]}
    return json.dumps(graph, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def head_links(entry: Entry, root: str) -> str:
    """Return link elements of an entry's page: its JSON and its Markdown twin.

    `root` leads from the page to the site's root.
    """
    return (
        f'<link rel="alternate" type="application/json" href="{root}{entry_path(entry.id)}">'
        f'<link rel="alternate" type="text/markdown" href="{root}{entry.id}/index.md">'
    )


def json_link(path: str, root: str) -> str:
    """Return the link element of a page to its JSON, which lies at `path` below `api/v1/`."""
    return f'<link rel="alternate" type="application/json" href="{root}{ROOT}{path}.json">'


def plain_text(prose: str) -> str:
    """Return prose without Markdown marks, citations and line ends."""
    if "[" in prose:
        prose = _LINK.sub(r"\1", prose)
    return " ".join(_MARK_UP.sub("", prose).split())
