"""Where Faultbook's own files lie: in a checkout, or inside an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def data_root() -> Path:
    """Return the folder that holds `schema/`, `overrides/` and the public `entries/`."""
    package = Path(__file__).resolve().parent
    checkout = package.parent.parent
    if (checkout / "schema" / "entry.schema.json").is_file():
        return checkout
    return package / "data"


def schema_file() -> Path:
    """Return the JSON Schema of an entry."""
    return data_root() / "schema" / "entry.schema.json"


def overrides_dir() -> Path:
    """Return the folder of theme templates and assets."""
    return data_root() / "overrides"


def public_entries_dir() -> Path:
    """Return the folder of the public corpus."""
    return data_root() / "entries"


def entries_dir(start: Path | None = None) -> Path:
    """Return the corpus a command works on when none is named.

    It is `entries/` of the current folder or of the nearest folder above that has one beside
    a `mkdocs.yml` or a `.git`; failing that, the public corpus.
    """
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        if (folder / "entries").is_dir() and (
            folder == here or (folder / "mkdocs.yml").is_file() or (folder / ".git").exists()
        ):
            return folder / "entries"
    return public_entries_dir()
