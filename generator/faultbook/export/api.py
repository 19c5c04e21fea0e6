"""The static JSON API: files below `api/v1/`.

The version in the path changes when a property is removed or changes its meaning; properties may
be added at any time. Nothing in a file depends on when or where it was made.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from faultbook.corpus import Corpus
from faultbook.entry import Entry
from faultbook.export.document import Json, entry_document, plain_document
from faultbook.export.short import short_document

ROOT = "api/v1/"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the site stands: its address ending in a slash, or empty when it is not known."""

    site_url: str = ""

    def to(self, path: str) -> str:
        """Return the address of a path; relative to the site's root when that is not known."""
        return f"{self.site_url}{path}"


def entry_path(entry_id: str) -> str:
    """Return the path of an entry's JSON below the site's root."""
    return f"{ROOT}entries/{entry_id}.json"


def api_files(corpus: Corpus, place: Place) -> Iterator[tuple[str, str]]:
    """Yield path and content of every file of the API but its description."""
    texts = {entry.id: entry_text(entry, corpus, place) for entry in corpus}
    for name, text in texts.items():
        yield entry_path(name), text
    yield f"{ROOT}full.json", full_text(texts[entry.id] for entry in corpus)
    yield from shared_files(corpus, place)


def entry_text(entry: Entry, corpus: Corpus, place: Place) -> str:
    """Return the JSON of one entry with its links."""
    return dump(_with_links(entry, corpus, place))


def full_text(texts: Iterable[str]) -> str:
    """Return the JSON of all entries, from the JSON of each."""
    return '{"entries":[' + ",".join(text.rstrip("\n") for text in texts) + "]}\n"


def shared_files(corpus: Corpus, place: Place) -> Iterator[tuple[str, str]]:
    """Yield the files that speak of many entries in short."""
    cards = {entry.id: card(entry, place) for entry in corpus}
    yield f"{ROOT}index.json", dump(_index(corpus, cards, place))
    yield f"{ROOT}signatures.json", dump({"signatures": list(signatures(corpus, place))})
    yield from _groups("tags", ((tag, e) for e in corpus for tag in e.tags), cards)
    yield from _groups("categories", ((str(e.category), e) for e in corpus), cards)
    yield from _groups("components", ((c, e) for e in corpus for c in e.components), cards)


def dump(document: Any) -> str:
    """Return JSON text: compact, in the given order, UTF-8, with a line end."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def card(entry: Entry, place: Place) -> Json:
    """Return what lists say of an entry."""
    return {
        **short_document(entry),
        "url": place.to(f"{entry.id}/"),
        "json": place.to(entry_path(entry.id)),
    }


def signatures(corpus: Iterable[Entry], place: Place) -> Iterator[Json]:
    """Yield every signature with the entry that it leads to."""
    for entry in corpus:
        for signature in entry.signatures:
            document = plain_document(signature)
            kept = ("line", "role", "whole_line", "program", "versions", "all_of", "unless")
            yield {
                "entry": entry.id,
                "url": place.to(f"{entry.id}/"),
                **{name: document[name] for name in kept if name in document},
                "examples": [example.text for example in signature.examples],
            }


def _index(corpus: Corpus, cards: dict[str, Json], place: Place) -> Json:
    tags = sorted({tag for entry in corpus for tag in entry.tags})
    components = sorted({c for entry in corpus for c in entry.components})
    categories = sorted({str(entry.category) for entry in corpus})
    return {
        "version": 1,
        "licence": "CC-BY-4.0",
        "count": len(corpus),
        "entries": [cards[entry.id] for entry in corpus],
        "categories": {c: place.to(f"{ROOT}categories/{c}.json") for c in categories},
        "components": {c: place.to(f"{ROOT}components/{c}.json") for c in components},
        "tags": {t: place.to(f"{ROOT}tags/{t}.json") for t in tags},
        "full": place.to(f"{ROOT}full.json"),
        "signatures": place.to(f"{ROOT}signatures.json"),
        "schema": place.to("schema/entry.schema.json"),
        "openapi": place.to(f"{ROOT}openapi.json"),
    }


def _with_links(entry: Entry, corpus: Corpus, place: Place) -> Json:
    return {
        **entry_document(entry),
        "links": {
            "self": place.to(entry_path(entry.id)),
            "engineer": place.to(f"{entry.id}/"),
            "on_call": place.to(f"{entry.id}/on-call/"),
            "executive": place.to(f"{entry.id}/executive/"),
            "markdown": place.to(f"{entry.id}/index.md"),
            "caused_by": list(corpus.caused_by.get(entry.id, ())),
            "causes": list(corpus.causes.get(entry.id, ())),
        },
    }


def _groups(
    kind: str, members: Iterable[tuple[str, Entry]], cards: dict[str, Json]
) -> Iterator[tuple[str, str]]:
    found: defaultdict[str, list[Json]] = defaultdict(list)
    for name, entry in members:
        found[name].append(cards[entry.id])
    for name, entries in sorted(found.items()):
        document = {"name": name, "count": len(entries), "entries": entries}
        yield f"{ROOT}{kind}/{name}.json", dump(document)
