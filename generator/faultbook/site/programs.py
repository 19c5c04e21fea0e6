"""The files of the site that programs read: API, feed, Markdown twins, llms.txt, search."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
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
    full_text,
    shared_files,
)
from faultbook.export.feed import feed
from faultbook.export.markdown import markdown_twin
from faultbook.export.openapi import openapi
from faultbook.export.readers import llms_txt, opensearch
from faultbook.search.artefact import search_artefact, setting_places
from faultbook.signature.sound import compile_sound


def entry_files(
    entry: Entry, corpus: Corpus, place: Place, titles: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield path and content of an entry's own files."""
    yield entry_path(entry.id), entry_text(entry, corpus, place)
    yield f"{entry.id}/index.md", markdown_twin(entry, titles)


def corpus_files(
    corpus: Corpus, schema: str, place: Place, name: str, texts: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """Yield path and content of the files that depend on all entries.

    `schema` is the text of the entry's JSON Schema; `texts` the JSON of each entry, in order.
    """
    shape: dict[str, Any] = json.loads(schema)
    yield "schema/entry.schema.json", schema
    yield "assets/search.json", search_artefact(corpus, setting_places(corpus))
    yield "assets/signatures.json", compile_sound(corpus).to_json()
    yield f"{ROOT}full.json", full_text(texts)
    yield from shared_files(corpus, place)
    yield f"{ROOT}openapi.json", dump(openapi(shape, __version__, place.site_url))
    yield "feed.xml", feed(corpus, place, name)
    yield "llms.txt", llms_txt(corpus, place, name)
    if place.site_url:
        yield "opensearch.xml", opensearch(place, name)
