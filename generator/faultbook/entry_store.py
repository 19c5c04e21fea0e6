"""Entries that were read before, kept on disk by a hash of their file and of the program.

Most of what a build makes shows only a little of each entry. So each entry is kept in two parts:
what lists show of it (with what `derive` made of it), which every build reads, and the whole,
which is read only when its own pages are made. Both lie in shards, so that one changed entry
does not write all again.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

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
    "no_signature",
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
    """What every build reads of an entry.

    `digest` changes with what lists show, `derived_digest` with what was derived.
    """

    entry: Entry
    digest: str
    derived: Any
    derived_digest: str


KeptHead: TypeAlias = tuple[bytes, str, bytes, str]
"""A head as it is kept: the listed values, what was derived, and a hash after each."""


@dataclass(frozen=True, slots=True)
class Read:
    """An entry that was read now, in the form in which it is kept: it is packed once."""

    head: KeptHead
    whole: bytes


def read_form(entry: Entry, derive: Derive | None) -> Read:
    """Return the kept form of an entry."""
    whole = packed(entry)
    shown = packed([getattr(entry, name) for name in LISTED])
    derived = packed(derive(entry, whole) if derive else None)
    return Read((shown, digest(shown), derived, digest(derived)), whole)


@dataclass(slots=True)
class EntryStore:
    """The kept entries of a cache folder; `folder` is `None` when nothing is to be kept."""

    folder: Path | None
    kept: dict[str, KeptHead] = field(default_factory=dict)
    _heads: dict[str, Head] = field(default_factory=dict)
    _wholes: dict[str, bytes] = field(default_factory=dict)
    _shards: dict[str, dict[str, bytes]] = field(default_factory=dict)

    @classmethod
    def open(cls, folder: Path | None) -> EntryStore:
        """Open the store and read all heads."""
        store = cls(folder)
        if folder is not None:
            for path in sorted(folder.glob("heads-?.pickle")):
                store.kept.update(_loads(path))
        return store

    def head(self, key: str) -> Head | None:
        """Return the head of a key, if its entry was read before."""
        found = self._heads.get(key)
        if found is None and (kept := self.kept.get(key)):
            shown, listed_digest, derived, derived_digest = kept
            entry = _listed(pickle.loads(shown))
            found = Head(entry, listed_digest, pickle.loads(derived), derived_digest)
            self._heads[key] = found
        return found

    def heads(self, keys: Mapping[str, str]) -> dict[str, Head]:
        """Return heads by name; `keys` gives the key of each, and those not kept are left out."""
        return {name: head for name, key in keys.items() if (head := self.head(key))}

    def add(self, key: str, read: Read) -> None:
        """Take in an entry that was read now."""
        self.kept[key] = read.head
        self._wholes[key] = read.whole

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
            used = sorted(key for key in self._heads if key.startswith(shard))
            before = self._shard(shard)
            wholes = {k: kept for k in used if (kept := self._wholes.get(k) or before.get(k))}
            heads = {k: self.kept[k] for k in wholes}
            version = bytes.fromhex(program_version())
            keep(self.folder / f"wholes-{shard}.pickle", version + pickle.dumps(wholes))
            keep(self.folder / f"heads-{shard}.pickle", version + pickle.dumps(heads))

    def _shard(self, shard: str) -> dict[str, bytes]:
        if self.folder is None:
            return {}
        if shard not in self._shards:
            self._shards[shard] = _loads(self.folder / f"wholes-{shard}.pickle")
        return self._shards[shard]


class _Reducers(dict[type, Callable[[Any], Any]]):
    """How values are packed, by their type: our data classes as their class and values, which are
    read twice as quickly, and members of enumerations as theirs.
    """

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        if is_dataclass(kind):
            self[kind] = made = _of_record(kind)
        elif issubclass(kind, Enum):
            self[kind] = made = lambda member: (kind, (member.value,))
        else:
            raise KeyError(kind)
        return made


def _of_record(kind: type) -> Callable[[Any], Any]:
    names = [item.name for item in fields(kind)]

    def whole(made: Any) -> Any:
        return _rebuild, (kind, *[getattr(made, name) for name in names])

    if kind is not Entry:
        return whole

    def of_entry(made: Entry) -> Any:
        if hasattr(made, "mechanism"):
            return whole(made)
        return _listed, ([getattr(made, name) for name in LISTED],)

    return of_entry


class _Pickler(pickle.Pickler):
    dispatch_table = _Reducers()


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
