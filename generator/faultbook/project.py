"""Which folders of entries a project is made of: its `mkdocs.yml` says so.

    plugins:
      - faultbook:
          entries: [public, ./entries]

`public` stands for the corpus that comes with Faultbook; a later folder is laid over an
earlier one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from faultbook.paths import entries_dir, public_entries_dir

CONFIG = "mkdocs.yml"
PUBLIC = "public"


def corpus_folder(base: Path, name: str) -> Path:
    """Return the folder that a name in `entries` stands for; `base` is the project's folder."""
    return public_entries_dir() if name == PUBLIC else base / name


Reading = Callable[[Path], list[str]]
"""Reads the names of folders from a configuration."""


def corpus_folders(start: Path | None = None, read: Reading | None = None) -> list[Path]:
    """Return the folders of the project around `start` (the current folder), base first.

    Without a `mkdocs.yml` that names any, it is the nearest folder `entries`, or else the
    public corpus. Folders that do not exist are left out. `read` may stand in for `named`.
    """
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        config = folder / CONFIG
        if config.is_file():
            folders = [corpus_folder(folder, name) for name in (read or named)(config)]
            found = [path for path in folders if path.is_dir()]
            if found:
                return found
            break
    return [entries_dir(here)]


def named(config: Path) -> list[str]:
    """Return the names in a configuration; what is not as expected is MkDocs's to report."""
    import yaml  # noqa: PLC0415 - not needed to start

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]
        """Reads past the tags that MkDocs allows, such as `!ENV` and `!!python/name`."""

    Loader.add_multi_constructor("", lambda *_: None)
    try:
        data: Any = yaml.load(config.read_text("utf-8"), Loader)
    except (OSError, ValueError, yaml.YAMLError):
        return []
    plugins = data.get("plugins") if isinstance(data, dict) else None
    for plugin in plugins if isinstance(plugins, list) else ():
        options = plugin.get("faultbook") if isinstance(plugin, dict) else None
        names = options.get("entries") if isinstance(options, dict) else None
        if isinstance(names, list):
            return [str(name) for name in names]
    return []
