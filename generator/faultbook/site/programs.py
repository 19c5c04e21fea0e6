"""The files of the site that programs read: API, feed, Markdown twins, llms.txt, search."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from faultbook import __version__
from faultbook.corpus import Corpus
from faultbook.export.api import ROOT, Place, api_files, dump
from faultbook.export.feed import feed
from faultbook.export.markdown import markdown_twin
from faultbook.export.openapi import openapi
from faultbook.export.readers import llms_txt, opensearch
from faultbook.search.artefact import search_artefact, setting_places
from faultbook.signature import compile_index


def program_files(
    corpus: Corpus, schema: str, site_url: str, name: str
) -> Iterator[tuple[str, str]]:
    """Yield path and content of each file. `schema` is the text of the entry's JSON Schema."""
    place = Place(site_url)
    shape: dict[str, Any] = json.loads(schema)
    yield "schema/entry.schema.json", schema
    yield "assets/search.json", search_artefact(corpus, setting_places(corpus))
    yield "assets/signatures.json", compile_index(corpus).to_json()
    yield from api_files(corpus, place)
    yield f"{ROOT}openapi.json", dump(openapi(shape, __version__, site_url))
    yield "feed.xml", feed(corpus, place, name)
    yield "llms.txt", llms_txt(corpus, place, name)
    if site_url:
        yield "opensearch.xml", opensearch(place, name)
    titles = {entry.id: entry.title for entry in corpus}
    for entry in corpus:
        yield f"{entry.id}/index.md", markdown_twin(entry, titles)
