"""An entry in short: what lists say of it, in the API as on the command line."""

from __future__ import annotations

from faultbook.entry import Entry
from faultbook.export.document import Json


def short_document(entry: Entry) -> Json:
    """Return the short form of an entry. The API adds its addresses."""
    return {
        "id": entry.id,
        "aliases": list(entry.aliases),
        "title": entry.title,
        "category": str(entry.category),
        "severity": str(entry.severity),
        "status": str(entry.status),
        "tags": list(entry.tags),
        "components": list(entry.components),
        "summary": entry.summary.strip(),
        "added": entry.evidence.added,
        "reviewed": entry.evidence.reviewed,
    }
