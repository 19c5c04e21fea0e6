"""A small cache on disk: JSON, replaced as a whole, thrown away when anything is odd with it.

It holds only what can be computed again, so every failure to read or write is silent.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

from faultbook import store
from faultbook.paths import data_root

_PARTS = ("source", "checks", "signature", "logs")

Value = Any
"""What JSON can hold. Who reads it must expect anything."""


class Store:
    """Values by key, kept in one file of the cache folder."""

    def __init__(self, path: Path | None, values: dict[str, Value]) -> None:
        self.path = path
        self.values = values
        self.changed = False
        self.pruned = False

    @classmethod
    def open(cls, name: str) -> Store:
        """Open a store; what another version of the code wrote does not count."""
        folder = cache_folder()
        if folder is None:
            return cls(None, {})
        path = folder / f"{name}.json"
        return cls(path, cls.read(path))

    @staticmethod
    def read(path: Path) -> dict[str, Value]:
        """Read the values of a file; none if anything is odd with it."""
        with contextlib.suppress(OSError, ValueError, RecursionError):
            saved = json.loads(path.read_bytes())
            if isinstance(saved, dict) and saved.get("code") == code_version():
                values = saved.get("values")
                if isinstance(values, dict):
                    return values
        return {}

    def get(self, key: str) -> Value:
        """Return a value, or `None`."""
        return self.values.get(key)

    def put(self, key: str, value: object) -> None:
        """Set a value that is made of JSON's types."""
        self.values[key] = value
        self.changed = True

    def keep(self, keys: set[str]) -> None:
        """Forget all other keys."""
        if len(self.values) > len(keys):
            self.values = {k: v for k, v in self.values.items() if k in keys}
            self.changed = self.pruned = True

    def save(self) -> None:
        """Write the file in one step, so that another process never sees half of it."""
        if self.path is None or not self.changed:
            return
        with contextlib.suppress(OSError):
            # another process may have saved since this one opened the file
            others = {} if self.pruned else Store.read(self.path)
            text = json.dumps({"code": code_version(), "values": others | self.values})
            store.write_whole(self.path, text.encode())


@cache
def cache_folder() -> Path | None:
    """Return the cache folder of the current project; `None` if there is none, or no caching."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "mkdocs.yml").is_file() or (folder / ".git").exists():
            return store.cache_folder(folder)
    return store.cache_folder(here) if "FAULTBOOK_CACHE" in os.environ else None


@cache
def code_version() -> str:
    """Return a hash that changes with the schema and with every module that checks use."""
    digest = hashlib.blake2b(sys.version.encode(), digest_size=12)
    package = Path(__file__).resolve().parent.parent
    files = [p for name in _PARTS for p in (package / name).glob("*.py")]
    for path in sorted([*files, *package.glob("*.py"), *(data_root() / "schema").glob("*.json")]):
        stat = path.stat()
        digest.update(f"{path}:{stat.st_size}:{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()
