"""A minimal encyclopedia of one's own: the files that `faultbook init` writes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from faultbook.paths import schema_file

SCHEMA = "schema/entry.schema.json"
EXAMPLE = "entries/storage/dataset-mount-missing.yaml"
_FILES = Path(__file__).parent / "files"
# Written without their dot here, so that no tool that looks for dot files takes them for its own.
_PLACES = {
    "mkdocs.yml": "mkdocs.yml",
    "docs/about.md": "docs/about.md",
    "gitignore": ".gitignore",
    "vscode/settings.json": ".vscode/settings.json",
    "vscode/extensions.json": ".vscode/extensions.json",
    EXAMPLE: EXAMPLE,
}


def begin(folder: Path, name: str, *, alone: bool = False) -> tuple[str, ...]:
    """Write a minimal encyclopedia into `folder`; return the paths written, below it.

    `name` becomes the name of the site. It is laid over the public corpus unless it is to
    stand `alone`.

    Raises:
        FileExistsError: a file that would be written exists; `args` names all of them, and
            nothing is written.
    """
    files = dict(_texts(name, alone=alone))
    there = [place for place in files if (folder / place).exists()]
    if there:
        raise FileExistsError(*there)
    for place, text in files.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tuple(files)


def refresh_schema(folder: Path) -> None:
    """Copy the schema of this version of Faultbook, which editors read, into `folder`."""
    (folder / SCHEMA).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(schema_file(), folder / SCHEMA)


def _texts(name: str, *, alone: bool) -> Iterator[tuple[str, str]]:
    entries = "[./entries]" if alone else "[public, ./entries]"
    for source, place in _PLACES.items():
        text = (_FILES / source).read_text(encoding="utf-8")
        if source == "mkdocs.yml":
            quoted = json.dumps(name, ensure_ascii=False)
            text = text.replace('"@name@"', quoted).replace("@entries@", entries)
        yield place, text
    yield SCHEMA, schema_file().read_text(encoding="utf-8")
