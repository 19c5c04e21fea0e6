"""The files of the site that are no pages: API, feed, search, redirects and the like."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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
from faultbook.site.redirects import redirects
from faultbook.site.register import PATH as REGISTER
from faultbook.site.register import register_csv
from faultbook.views.neighbours import mentions


def entry_files(
    entry: Entry, corpus: Corpus, place: Place, titles: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield path and content of an entry's own files."""
    yield entry_path(entry.id), entry_text(entry, corpus, place)
    yield f"{entry.id}/index.md", markdown_twin(entry, titles)


@dataclass(frozen=True, slots=True)
class CorpusFiles:
    """The files that depend on all entries.

    `parts` are those of the entries, in their order; `schema` is the text of the entry's JSON
    Schema.
    """

    corpus: Corpus
    parts: Sequence[Parts]
    schema: str
    place: Place
    name: str

    def groups(self) -> Iterator[tuple[str, Callable[[], Iterator[tuple[str, str]]]]]:
        """Yield the name of each group of files, and what makes paths and contents of it."""
        yield "search", self._search
        yield "signatures", self._signatures
        yield "api", self._api
        yield "readers", self._readers

    def _search(self) -> Iterator[tuple[str, str]]:
        searched = (part.search for part in self.parts)
        named, places = mentions(self.corpus), setting_places(self.corpus)
        yield "assets/search.json", search_artefact(searched, named, places)

    def _signatures(self) -> Iterator[tuple[str, str]]:
        yield "assets/signatures.json", joined_index(part.index for part in self.parts)

    def _api(self) -> Iterator[tuple[str, str]]:
        said = {e.id: part.api for e, part in zip(self.corpus, self.parts, strict=True)}
        yield from shared_files(self.corpus, self.place, said)
        shape: dict[str, Any] = json.loads(self.schema)
        yield f"{ROOT}openapi.json", dump(openapi(shape, __version__, self.place.site_url))
        yield "schema/entry.schema.json", self.schema

    def _readers(self) -> Iterator[tuple[str, str]]:
        corpus, place = self.corpus, self.place
        yield "feed.xml", feed(corpus, place, self.name)
        yield "llms.txt", llms_txt(corpus, place, self.name)
        yield REGISTER, register_csv(corpus, place)
        if place.site_url:
            yield "opensearch.xml", opensearch(place, self.name)
        yield from redirects(corpus, place.site_url)
