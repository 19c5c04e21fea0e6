"""Entries that were read before, kept on disk by a hash of their file and of the program.

Most of what a build makes shows only a little of each entry. So each entry is kept in two parts:
what lists show of it (with what `derive` made of it), which every build reads, and the whole,
which is read only when its own pages are made. Both lie in shards, so that one changed entry
does not write all again.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from faultbook.entry import Entry
from faultbook.store import digest, keep, program_version, read_kept, tidy

_SHARD = 1  # hexadecimal digits of the key: 16 shards
LISTED = (
    "id",
    "title",
    "category",
    "tags",
    "components",
    "presents_as",
    "severity",
    "status",
    "summary",
    "signatures",
    "confirm",
    "references",
    "executive",
    "evidence",
    "aliases",
    "deprecation",
    "look_alikes",
    "relations",
    "settings",
    "codes",
)
"""The fields that lists may show. A page that is not an entry's own sees no others."""

Derive = Callable[[Entry, bytes], object]
"""Makes of an entry, and of its kept bytes, what the shared files of a site need of it."""


def listed(entry: Entry) -> Entry:
    """Return an entry that has the fields of `LISTED` only; to read another raises.

    So a list cannot depend on more than its key covers: it fails instead.
    """
    return _listed([getattr(entry, name) for name in LISTED])


def _listed(values: Iterable[object]) -> Entry:
    made: Entry = object.__new__(Entry)
    for name, value in zip(LISTED, values, strict=True):
        object.__setattr__(made, name, value)
    return made


@dataclass(frozen=True, slots=True)
class Head:
    """What every build reads of an entry. `digest` changes with what lists show."""

    entry: Entry
    digest: str
    derived: Any


@dataclass(frozen=True, slots=True)
class Read:
    """An entry that was read now, in the form in which it is kept."""

    head: Head
    whole: bytes


def read_form(entry: Entry, derive: Derive | None) -> Read:
    """Return the kept form of an entry."""
    values = [getattr(entry, name) for name in LISTED]
    whole = packed(entry)
    derived = derive(entry, whole) if derive else None
    return Read(Head(_listed(values), digest(packed(values)), derived), whole)


@dataclass(slots=True)
class EntryStore:
    """The kept entries of a cache folder; `folder` is `None` when nothing is to be kept."""

    folder: Path | None
    derive: Derive | None = None
    heads: dict[str, Head] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)
    _wholes: dict[str, bytes] = field(default_factory=dict)
    _shards: dict[str, dict[str, bytes]] = field(default_factory=dict)

    @classmethod
    def open(cls, folder: Path | None, derive: Derive | None = None) -> EntryStore:
        """Open the store and read all heads."""
        store = cls(folder, derive)
        if folder is not None:
            for path in sorted(folder.glob("heads-?.pickle")):
                store.heads.update(_loads(path))
        return store

    def head(self, key: str) -> Head | None:
        """Return the head of a key, if its entry was read before."""
        found = self.heads.get(key)
        if found is not None:
            self._used.add(key)
        return found

    def add(self, key: str, read: Read) -> Head:
        """Take in an entry that was read now."""
        self._used.add(key)
        self.heads[key] = read.head
        self._wholes[key] = read.whole
        return read.head

    def whole(self, key: str) -> Entry | None:
        """Return the whole entry of a key; `None` if it is not there (any more)."""
        kept = self._wholes.get(key) or self._shard(key[:_SHARD]).get(key)
        return pickle.loads(kept) if kept else None

    def save(self) -> None:
        """Keep what was read now. A shard that is written drops what this run did not use."""
        if self.folder is None:
            return
        tidy(self.folder)
        for shard in sorted({key[:_SHARD] for key in self._wholes}):
            used = sorted(key for key in self._used if key.startswith(shard))
            before = self._shard(shard)
            wholes = {k: kept for k in used if (kept := self._wholes.get(k) or before.get(k))}
            heads = {k: self.heads[k] for k in wholes}
            version = bytes.fromhex(program_version())
            keep(self.folder / f"wholes-{shard}.pickle", version + packed(wholes))
            keep(self.folder / f"heads-{shard}.pickle", version + packed(heads))

    def _shard(self, shard: str) -> dict[str, bytes]:
        if self.folder is None:
            return {}
        if shard not in self._shards:
            self._shards[shard] = _loads(self.folder / f"wholes-{shard}.pickle")
        return self._shards[shard]


class _Pickler(pickle.Pickler):
    """Writes our data classes as their class and values, which are read twice as quickly."""

    def reducer_override(self, obj: object) -> Any:
        if isinstance(obj, Entry) and not hasattr(obj, "mechanism"):
            return _listed, ([getattr(obj, name) for name in LISTED],)
        if is_dataclass(obj) and not isinstance(obj, type):
            return _rebuild, (type(obj), *(getattr(obj, f.name) for f in fields(obj)))
        return NotImplemented


@cache
def _setters(kind: type) -> tuple[Callable[[object, object], None], ...]:
    return tuple(getattr(kind, item.name).__set__ for item in fields(kind))


def _rebuild(kind: type, *values: object) -> object:
    made: object = object.__new__(kind)
    for put, value in zip(_setters(kind), values, strict=True):
        put(made, value)
    return made


def packed(value: object) -> bytes:
    """Return a value as bytes from which `pickle.loads` makes it again, listed entries included."""
    stream = io.BytesIO()
    _Pickler(stream, pickle.HIGHEST_PROTOCOL).dump(value)
    return stream.getvalue()


def _loads(path: Path) -> dict[str, Any]:
    """Return what this version of the program kept in a file; nothing of another version."""
    payload = read_kept(path)
    version = bytes.fromhex(program_version())
    if payload is None or not payload.startswith(version):
        return {}
    loaded: dict[str, Any] = pickle.loads(memoryview(payload)[len(version) :])
    return loaded
