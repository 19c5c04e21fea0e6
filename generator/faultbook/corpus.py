"""All entries, found by id, alias, category and relation."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from faultbook.entry import Category, Entry
from faultbook.problem import Problem
from faultbook.source.collector import collector_paused
from faultbook.source.entries import Loaded, load_file

SUFFIXES = (".yaml", ".yml")
"""Files that are read as entries; a check asks for the first."""
NOT_ENTRIES = frozenset({"exemptions.yaml"})


@dataclass(frozen=True, slots=True)
class Corpus:
    """The entries that could be read, sorted by id, and what is wrong with the others.

    `files` gives the file of each entry; `overridden` the files of entries that a later folder
    replaced by one of the same id.
    """

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    overridden: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    by_id: Mapping[str, Entry] = field(init=False)
    aliases: Mapping[str, str] = field(init=False)
    caused_by: Mapping[str, tuple[str, ...]] = field(init=False)
    causes: Mapping[str, tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        by_id = {entry.id: entry for entry in self.entries}
        aliases = {a: e.id for e in self.entries for a in e.aliases if a not in by_id}
        object.__setattr__(self, "by_id", by_id)
        object.__setattr__(self, "aliases", aliases)
        causes, caused_by = _relations(self.entries)
        object.__setattr__(self, "causes", causes)
        object.__setattr__(self, "caused_by", caused_by)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def resolve(self, name: str) -> str | None:
        """Return the id that an id or an alias stands for."""
        return name if name in self.by_id else self.aliases.get(name)

    def get(self, name: str) -> Entry | None:
        """Return the entry of an id or an alias."""
        found = self.resolve(name)
        return self.by_id[found] if found else None

    def in_category(self, category: Category) -> tuple[Entry, ...]:
        """Return the entries of one category, sorted by id."""
        return tuple(e for e in self.entries if e.category == category)


def _relations(
    entries: Iterable[Entry],
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Return causes and caused_by of every id: declared on either side, known on both."""
    causes: dict[str, set[str]] = defaultdict(set)
    caused_by: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        for other in entry.relations.causes:
            causes[entry.id].add(other)
            caused_by[other].add(entry.id)
        for other in entry.relations.caused_by:
            caused_by[entry.id].add(other)
            causes[other].add(entry.id)
    return (
        {k: tuple(sorted(v)) for k, v in causes.items()},
        {k: tuple(sorted(v)) for k, v in caused_by.items()},
    )


def entry_files(paths: Iterable[Path]) -> list[Path]:
    """Return the entry files among `paths`; folders are searched to the bottom, sorted.

    A folder that cannot be listed is returned in place of what lies in it: to load it is a
    problem with a message, to pass it by would look as if it were empty.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            closed: list[OSError] = []
            inside = [
                Path(folder, name)
                for folder, _, names in os.walk(path, onerror=closed.append)
                for name in names
                if name.endswith(SUFFIXES) and _may_be_entry(name)
            ]
            inside += [Path(error.filename) for error in closed]
            found.update(dict.fromkeys(sorted(inside, key=_parts)))
        else:
            found[path] = None
    return list(found)


def _parts(path: Path) -> tuple[str, ...]:
    # the order of paths, which Python takes long to find out
    return path.parts


def _may_be_entry(name: str) -> bool:
    # names that begin with a dot are what editors leave beside a file
    return name not in NOT_ENTRIES and name[0] != "."


def shown(path: Path) -> str:
    """Return a path as people write it: relative to the current folder when it lies below."""
    absolute = os.path.abspath(path)  # noqa: PTH100 - links must stay as they were typed
    here = os.getcwd()  # noqa: PTH109
    return os.path.relpath(absolute, here) if absolute.startswith(here + os.sep) else str(path)


def load_corpus(roots: Sequence[Path]) -> Corpus:
    """Load every entry under `roots`. A later root replaces entries of an earlier one by id."""
    with collector_paused():
        return assemble([_load(p) for p in entry_files([root])] for root in roots)


def _load(path: Path) -> Loaded:
    """Load one file and let go of its document, which takes fifty times its size."""
    return replace(load_file(path, shown(path)), document=None)


def assemble(layers: Iterable[Iterable[Loaded]]) -> Corpus:
    """Lay the loaded files of several roots over each other."""
    entries: dict[str, Entry] = {}
    files: dict[str, str] = {}
    overridden: dict[str, tuple[str, ...]] = {}
    problems: list[Problem] = []
    for layer in layers:
        here: dict[str, str] = {}
        for item in layer:
            problems.extend(item.problems)
            if item.entry is None:
                continue
            name = item.entry.id
            if name in here:
                continue  # the check of ids reports it
            if name in files:
                overridden[name] = (*overridden.get(name, ()), files[name])
            here[name] = files[name] = item.file
            entries[name] = item.entry
    ordered = tuple(entries[name] for name in sorted(entries))
    return Corpus(ordered, tuple(sorted(problems)), files, overridden)
