"""The files of the site that programs read: API, feed, Markdown twins, llms.txt, search."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from faultbook import __version__
from faultbook.corpus import Corpus
from faultbook.entry import Entry
from faultbook.export.api import (
    ROOT,
    Place,
    dump,
    entry_path,
    entry_text,
    shared_files,
)
from faultbook.export.feed import feed
from faultbook.export.markdown import markdown_twin
from faultbook.export.openapi import openapi
from faultbook.export.readers import llms_txt, opensearch
from faultbook.search.artefact import search_artefact, setting_places
from faultbook.signature.joined import joined_index
from faultbook.site.parts import Parts
from faultbook.site.register import PATH as REGISTER
from faultbook.site.register import register_csv
from faultbook.views.neighbours import mentions


def entry_files(
    entry: Entry, corpus: Corpus, place: Place, titles: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield path and content of an entry's own files."""
    yield entry_path(entry.id), entry_text(entry, corpus, place)
    yield f"{entry.id}/index.md", markdown_twin(entry, titles)


def corpus_files(
    corpus: Corpus, parts: Sequence[Parts], schema: str, place: Place, name: str
) -> Iterator[tuple[str, str]]:
    """Yield path and content of the files that depend on all entries.

    `schema` is the text of the entry's JSON Schema; `parts` are those of the entries, in order.
    """
    shape: dict[str, Any] = json.loads(schema)
    yield "schema/entry.schema.json", schema
    searched = (part.search for part in parts)
    yield "assets/search.json", search_artefact(searched, mentions(corpus), setting_places(corpus))
    yield "assets/signatures.json", joined_index(part.index for part in parts)
    said = {entry.id: part.api for entry, part in zip(corpus, parts, strict=True)}
    yield from shared_files(corpus, place, said)
    yield f"{ROOT}openapi.json", dump(openapi(shape, __version__, place.site_url))
    yield "feed.xml", feed(corpus, place, name)
    yield "llms.txt", llms_txt(corpus, place, name)
    yield REGISTER, register_csv(corpus, place)
    if place.site_url:
        yield "opensearch.xml", opensearch(place, name)
