"""The static JSON API: files below `api/v1/`.

The version in the path changes when a property is removed or changes its meaning; properties may
be added at any time. Nothing in a file depends on when or where it was made.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from faultbook.corpus import Corpus
from faultbook.entry import Entry
from faultbook.export.document import Json, entry_document, plain_document
from faultbook.export.short import short_document

ROOT = "api/v1/"
_PIECE = 1_000_000


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
    yield f"{ROOT}full.json", _full(texts[entry.id] for entry in corpus)
    yield from shared_files(corpus, place)


def _full(texts: Iterable[str]) -> str:
    return b"".join(full_text(text.encode() for text in texts)).decode()


def entry_text(entry: Entry, corpus: Corpus, place: Place) -> str:
    """Return the JSON of one entry with its links."""
    return dump(_with_links(entry, corpus, place))


def full_text(texts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the JSON of all entries in pieces of a megabyte, from the JSON of each."""
    piece, separator = bytearray(b'{"entries":['), b""
    for text in texts:
        piece += separator + text.rstrip(b"\n")
        separator = b","
        if len(piece) > _PIECE:
            yield bytes(piece)
            piece.clear()
    yield bytes(piece) + b"]}\n"


@dataclass(frozen=True, slots=True)
class ApiPart:
    """What the shared files say of an entry, but its addresses: pieces of JSON objects.

    It depends on the entry alone, so a build keeps it.
    """

    card: str
    signatures: tuple[str, ...]


def api_part(entry: Entry) -> ApiPart:
    """Return what the shared files say of an entry."""
    return ApiPart(_members(short_document(entry)), tuple(map(_members, _signatures(entry))))


def shared_files(
    corpus: Corpus, place: Place, parts: Mapping[str, ApiPart] | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the files that speak of many entries in short. `parts` are those of all entries."""
    known = {entry.id: api_part(entry) for entry in corpus} if parts is None else parts
    cards = {name: _card_text(name, place, part) for name, part in known.items()}
    yield f"{ROOT}index.json", _index(corpus, cards, place)
    yield f"{ROOT}signatures.json", _signatures_text(corpus, place, known)
    yield from _groups("tags", ((tag, e) for e in corpus for tag in e.tags), cards)
    yield from _groups("categories", ((str(e.category), e) for e in corpus), cards)
    yield from _groups("components", ((c, e) for e in corpus for c in e.components), cards)


def dump(document: Any) -> str:
    """Return JSON text: compact, in the given order, UTF-8, with a line end."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def _members(document: Json) -> str:
    """Return the JSON of an object without its braces."""
    return dump(document)[1:-2]


def _card_text(name: str, place: Place, part: ApiPart) -> str:
    url, own = _quoted(place, f"{name}/"), _quoted(place, entry_path(name))
    return f'{{{part.card},"url":{url},"json":{own}}}'


def _quoted(place: Place, path: str) -> str:
    """Return the address of a path that needs no escape, as JSON."""
    return f'{_json_string(place.site_url)[:-1]}{path}"'


@cache
def _json_string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _signatures(entry: Entry) -> Iterator[Json]:
    """Yield what is said of every signature, but which entry it leads to."""
    for signature in entry.signatures:
        document = plain_document(signature)
        kept = ("line", "role", "whole_line", "program", "versions", "all_of", "unless")
        yield {
            **{name: document[name] for name in kept if name in document},
            "examples": [example.text for example in signature.examples],
        }


def _signatures_text(corpus: Corpus, place: Place, parts: Mapping[str, ApiPart]) -> str:
    rows = []
    for entry in corpus:
        leads = f'"entry":"{entry.id}","url":{_quoted(place, entry.id + "/")}'
        rows += [f"{{{leads},{said}}}" for said in parts[entry.id].signatures]
    return f'{{"signatures":[{",".join(rows)}]}}\n'


def _index(corpus: Corpus, cards: Mapping[str, str], place: Place) -> str:
    tags = sorted({tag for entry in corpus for tag in entry.tags})
    components = sorted({c for entry in corpus for c in entry.components})
    categories = sorted({str(entry.category) for entry in corpus})
    head = {"version": 1, "licence": "CC-BY-4.0", "count": len(corpus)}
    tail = {
        "categories": {c: place.to(f"{ROOT}categories/{c}.json") for c in categories},
        "components": {c: place.to(f"{ROOT}components/{c}.json") for c in components},
        "tags": {t: place.to(f"{ROOT}tags/{t}.json") for t in tags},
        "full": place.to(f"{ROOT}full.json"),
        "signatures": place.to(f"{ROOT}signatures.json"),
        "schema": place.to("schema/entry.schema.json"),
        "openapi": place.to(f"{ROOT}openapi.json"),
    }
    listed = ",".join(cards[entry.id] for entry in corpus)
    return f'{{{_members(head)},"entries":[{listed}],{_members(tail)}}}\n'


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
    kind: str, members: Iterable[tuple[str, Entry]], cards: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, entry in members:
        found[name].append(cards[entry.id])
    for name, rows in sorted(found.items()):
        head = _members({"name": name, "count": len(rows)})
        yield f"{ROOT}{kind}/{name}.json", f'{{{head},"entries":[{",".join(rows)}]}}\n'
