"""What is kept on disk between runs. Nothing here can make an answer wrong, only slower.

Every kept file carries a checksum of its own content and is replaced as a whole. A file that is
missing, damaged or of another version counts as empty.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import tempfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from faultbook.entry import Entry

_DIGEST = 16
_FOLDER = Path(".cache", "faultbook")


def digest(*parts: bytes | str) -> str:
    """Return a hash of some parts; where one ends and the next begins counts."""
    hashed = hashlib.blake2b(digest_size=_DIGEST)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        hashed.update(len(data).to_bytes(8, "little"))
        hashed.update(data)
    return hashed.hexdigest()


def digest_of_files(paths: list[Path]) -> str:
    """Return a hash of the names and contents of files; an unreadable one counts as absent."""
    hashed = hashlib.blake2b(digest_size=_DIGEST)
    for path in sorted(paths):
        with contextlib.suppress(OSError):
            hashed.update(f"\0{path}\0".encode("utf-8", "surrogatepass") + path.read_bytes())
    return hashed.hexdigest()


def files_below(folder: Path) -> list[Path]:
    """Return every file below a folder that belongs to a source tree."""
    found: list[Path] = []
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found.extend(Path(parent, name) for name in names)
    return found


@cache
def program_version() -> str:
    """Return a hash that changes with every module, template and asset of this program."""
    package = Path(__file__).resolve().parent
    return digest_of_files([p for p in files_below(package) if p.suffix in {".py", ".json"}])


def cache_folder(base: Path) -> Path | None:
    """Return the cache folder of the project in `base`; `None` if caching is switched off.

    `FAULTBOOK_CACHE` names another folder; empty, it switches the cache off.
    """
    named = os.environ.get("FAULTBOOK_CACHE")
    if named is not None:
        return Path(named) if named else None
    return base / _FOLDER


def read_kept(path: Path) -> bytes | None:
    """Return what was kept in a file, or `None` if it is missing or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    head, payload = data[:_DIGEST], data[_DIGEST:]
    if hashlib.blake2b(payload, digest_size=_DIGEST).digest() != head:
        return None
    return payload


def keep(path: Path, payload: bytes) -> None:
    """Keep bytes in a file, whole or not at all. A full or read-only disk is no failure."""
    head = hashlib.blake2b(payload, digest_size=_DIGEST).digest()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(head + payload)
            os.replace(beside, path)  # noqa: PTH105 - pairs with mkstemp
        except OSError:
            Path(beside).unlink(missing_ok=True)
            raise


@dataclass(slots=True)
class EntryStore:
    """Entries that were read before, by a hash of their file and of the program."""

    path: Path | None
    entries: dict[str, Entry] = field(default_factory=dict)
    used: dict[str, Entry] = field(default_factory=dict)

    @classmethod
    def open(cls, folder: Path | None) -> EntryStore:
        """Open the store of a cache folder; `None` keeps nothing."""
        if folder is None:
            return cls(None)
        path = folder / "entries.pickle"
        payload = read_kept(path)
        if payload is None:
            return cls(path)
        try:
            loaded = pickle.loads(payload)
        except Exception:  # a class that is no longer there, and the like
            return cls(path)
        return cls(path, loaded if isinstance(loaded, dict) else {})

    def get(self, key: str) -> Entry | None:
        """Return the entry of a key, if it was read before."""
        entry = self.entries.get(key)
        if entry is not None:
            self.used[key] = entry
        return entry

    def add(self, key: str, entry: Entry) -> None:
        """Keep an entry for the next run."""
        self.used[key] = entry

    def save(self) -> None:
        """Keep what this run used, if that differs from what was kept."""
        if self.path is not None and self.used.keys() != self.entries.keys():
            keep(self.path, pickle.dumps(self.used, protocol=pickle.HIGHEST_PROTOCOL))
