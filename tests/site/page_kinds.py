"""The kinds of pages of the site: what the browser tests open and the benchmark measures."""

from __future__ import annotations

ENTRY = "nccl-shm-no-space-docker"
SILENT = "silent-data-corruption-bad-gpu"
"""An entry whose failure prints nothing."""

PAGE_KINDS = {
    "home": "",
    "entry, engineer": f"{ENTRY}/",
    "entry, on-call": f"{ENTRY}/on-call/",
    "entry, executive": f"{ENTRY}/executive/",
    "silent entry, engineer": f"{SILENT}/",
    "silent entry, on-call": f"{SILENT}/on-call/",
    "categories": "failures/",
    "a category": "failures/communication/",
    "all entries": "failures/all/",
    "tags": "tags/",
    "a tag": "tags/nccl/",
    "search": "search/",
    "a query": "search/?q=nccl+timeout",
    "hubs": "hubs/",
    "a hub": "hubs/nccl/",
    "a hub with codes": "hubs/exit-codes/",
    "settings": "settings/",
    "on-call board": "on-call/",
    "register": "executive/",
    "map": "map/",
    "diagnosis": "diagnose/",
    "schema": "schema/",
    "what is new": "changelog/",
    "how to read": "reading/",
    "documentation": "readers/",
    "how to contribute": "contribute/",
    "commands": "reference/commands/",
    "for programs": "programs/",
}
"""Name and address of a page of each kind."""

MISSING = "no/such/page/"
"""The address of no page."""
