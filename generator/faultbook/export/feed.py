"""The Atom feed of new and changed entries (RFC 4287)."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from faultbook.entry import Entry
from faultbook.export.api import Place
from faultbook.export.changes import last_changed

_MOST = 50
_NO_ADDRESS = "urn:faultbook:"


def feed(corpus: Iterable[Entry], place: Place, title: str) -> str:
    """Return the feed: the entries reviewed last, 50 at most.

    An entry's id in the feed is its address, or a URN when the site's address is not known;
    it never changes, so a reader of feeds shows a review as an update.
    """
    shown = last_changed(corpus)[:_MOST]
    newest = shown[0].evidence.reviewed if shown else "1970-01-01"
    root = place.site_url or f"{_NO_ADDRESS}site"
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{escape(title)}: new and changed failures</title>",
        f"<id>{escape(root)}</id>",
        f"<updated>{newest}T00:00:00Z</updated>",
        f"<author><name>{escape(title)} contributors</name></author>",
        "<rights>CC BY 4.0</rights>",
    ]
    if place.site_url:
        lines.append(f'<link rel="self" href="{escape(place.to("feed.xml"))}"/>')
        lines.append(f'<link href="{escape(place.site_url)}"/>')
    lines.extend(_item(entry, place) for entry in shown)
    return "\n".join([*lines, "</feed>", ""])


def _item(entry: Entry, place: Place) -> str:
    path = f"{entry.id}/"
    name = place.to(path) if place.site_url else f"{_NO_ADDRESS}entry:{entry.id}"
    return (
        f"<entry><title>{escape(entry.title)}</title><id>{escape(name)}</id>"
        f'<link href="{escape(place.to(path))}"/>'
        f"<published>{entry.evidence.added}T00:00:00Z</published>"
        f"<updated>{entry.evidence.reviewed}T00:00:00Z</updated>"
        f'<category term="{escape(entry.category)}"/>'
        f"<summary>{escape(entry.summary.strip())}</summary></entry>"
    )
