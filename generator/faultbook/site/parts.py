"""What the shared files of a site hold of one entry, made from the entry alone and kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from faultbook.entry import Entry
from faultbook.export.api import ApiPart, api_part
from faultbook.search.artefact import SearchPart, search_part
from faultbook.signature.joined import IndexPart, index_part
from faultbook.views.line import listed_line
from faultbook.views.neighbours import lead_signature

_LINK = re.compile(rb"\[\[([a-z0-9-]+)\]\]")


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one entry.

    `links`: the entries whose cards its pages may show, sorted. `line`: its most telling line as
    HTML, `None` if it prints nothing.
    """

    links: tuple[str, ...]
    line: str | None
    api: ApiPart
    search: SearchPart
    index: IndexPart | None


def parts_of(entry: Entry, whole: bytes) -> Parts:
    """Return the parts of an entry; `whole` are its kept bytes, in which all its texts stand."""
    links = tuple(sorted({*_linked(entry), *(m.decode() for m in _LINK.findall(whole))}))
    return Parts(links, lead_line(entry), api_part(entry), search_part(entry), index_part(entry))


def lead_line(entry: Entry) -> Markup | None:
    """Return the most telling line of an entry; `None` if it prints nothing."""
    lead = lead_signature(entry)
    return listed_line(lead.line) if lead else None


def _linked(entry: Entry) -> Iterator[str]:
    yield from (other.entry for other in entry.look_alikes)
    relations = entry.relations
    yield from (*relations.caused_by, *relations.causes, *relations.see_also)
    for signature in entry.signatures:
        yield from (miss.entry for miss in signature.near_misses if miss.entry)
    for step in entry.on_call.steps:
        yield from (str(o.go)[6:] for o in step.outcomes if str(o.go).startswith("entry:"))
    if entry.deprecation and entry.deprecation.successor:
        yield entry.deprecation.successor
