"""What the last build made, so that the next one makes only what has changed.

The files of a site are made in groups (the three pages of an entry, the page of a tag). A group
has a key: a hash of exactly what its files depend on. When the key is that of the last build and
the files lie there untouched (size and time of last change are those noted), they stay.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias

from faultbook.machine import processors
from faultbook.processes import meanwhile
from faultbook.site.output import Output
from faultbook.site.survey import Survey, survey
from faultbook.store import digest, keep, read_kept

VERSION = 2
_WORTH_A_PROCESS = 2_000_000
"""With a shorter memory, in bytes, a look takes less time than to start a process."""

Note: TypeAlias = tuple[str, int, int]
"""A file: its path below the site, its size in bytes, its time of last change in ns."""


@dataclass(frozen=True, slots=True)
class Group:
    """The files that were made together, and the key they were made for."""

    key: str
    notes: tuple[Note, ...]


@dataclass(slots=True)
class Memory:
    """The groups of the last build and of this one.

    `look` says what lies in the folder, if somebody else looks.
    """

    folder: Path
    path: Path | None
    before: dict[str, Group] = field(default_factory=dict)
    now: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    inputs: str = ""
    pages: int = 0
    look: Callable[[], Survey] | None = None
    _there: Survey | None = None
    _kept: set[str] = field(default_factory=set)

    @classmethod
    def open(cls, folder: Path, cache: Path | None) -> Memory:
        """Open the memory of the site in `folder`."""
        if cache is None:
            return cls(folder, None)
        return cls._read(folder, _path(folder, cache))

    @classmethod
    def _read(cls, folder: Path, path: Path) -> Memory:
        payload = read_kept(path)
        document = json.loads(payload) if payload is not None else {}
        if document.get("version") != VERSION:
            return cls(folder, path)
        groups = {
            name: Group(key, tuple((p, size, time) for p, size, time in notes))
            for name, (key, notes) in document["groups"].items()
        }
        return cls(folder, path, groups, {}, document["inputs"], document["pages"])

    @property
    def there(self) -> Survey:
        """What lay in the folder when it was first looked at."""
        if self._there is None:
            self._there = self.look() if self.look else survey(self.folder)
        return self._there

    def keeps(self, output: Output, name: str, key: str) -> bool:
        """Keep the files of a group if they are what `key` would make; say whether they are."""
        group = self.before.get(name)
        if group is None or group.key != key or not self._untouched(group):
            return False
        paths = tuple(path for path, _, _ in group.notes)
        output.keep(paths)
        self.now[name] = (key, paths)
        self._kept.add(name)
        return True

    def made(self, name: str, key: str, paths: Iterable[str]) -> None:
        """Note that a group was made."""
        self.now[name] = (key, tuple(paths))

    def key(self, name: str) -> str:
        """Return the key that a group of this build was kept or made for."""
        return self.now[name][0]

    def files_of(self, name: str) -> tuple[str, ...]:
        """Return the files of a group of this build."""
        return self.now[name][1]

    def all_untouched(self) -> bool:
        """Say whether every file of the last build lies there as it was left, and no other."""
        groups = self.before.values()
        return (
            bool(groups)
            and self.files() == len(self.there.files)
            and all(map(self._untouched, groups))
        )

    def files(self) -> int:
        """Return how many files the last build made."""
        return sum(len(group.notes) for group in self.before.values())

    def save(self, output: Output, inputs: str, pages: int) -> None:
        """Keep what this build made. `inputs` is a hash of all that it read."""
        if self.path is None:
            return
        grouped = {path for _, paths in self.now.values() for path in paths}
        self.made("rest", "", sorted(output.made - grouped))
        groups = {
            name: [key, self._notes(output, name, paths)] for name, (key, paths) in self.now.items()
        }
        document = {
            "version": VERSION,
            "inputs": inputs,
            "pages": pages,
            "groups": groups,
        }
        keep(self.path, json.dumps(document, separators=(",", ":")).encode())

    def _untouched(self, group: Group) -> bool:
        files = self.there.files
        return all(files.get(path) == (size, time) for path, size, time in group.notes)

    def _notes(self, output: Output, name: str, paths: Iterable[str]) -> Sequence[Note]:
        if name in self._kept:
            return self.before[name].notes
        return [(path, *(output.notes.get(path) or self._looked_at(path))) for path in paths]

    def _looked_at(self, path: str) -> tuple[int, int]:
        found = os.stat(os.path.join(self.folder, path))  # noqa: PTH116, PTH118
        return found.st_size, found.st_mtime_ns


def _path(folder: Path, cache: Path) -> Path:
    return cache / f"site-{digest(str(folder))[:16]}.json"


@contextmanager
def looking(folder: Path, cache: Path | None) -> Iterator[Callable[[], Survey] | None]:
    """Look at the files of a large site in another process; yield how to wait for that."""
    path = _path(folder, cache) if cache else None
    large = path and path.is_file() and path.stat().st_size >= _WORTH_A_PROCESS
    if not large or processors() < 2:
        yield None
        return
    with meanwhile(partial(survey, folder)) as look:
        yield look
