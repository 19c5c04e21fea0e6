"""The corpus of a site, of which only what has changed since the last build is read again."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from faultbook.corpus import Corpus, assemble, entry_files, shown
from faultbook.entry import Entry
from faultbook.entry_store import EntryStore, Head, Read, listed, packed, read_form
from faultbook.machine import processors
from faultbook.problem import Problem
from faultbook.processes import workers
from faultbook.site.parts import Parts, parts_of
from faultbook.source.collector import collector_paused
from faultbook.source.entries import Loaded, load_bytes, load_file
from faultbook.store import digest, program_version

_WORTH_A_PROCESS = 100
"""Fewer files are read sooner by one process."""
_CHUNK = 10


class ChangedMeanwhileError(LookupError):
    """A file of the corpus is not what it was when the build began."""

    def __init__(self, file: str) -> None:
        super().__init__(f"{file} was changed during the build: build again.")


@dataclass(frozen=True, slots=True)
class KeptCorpus:
    """The entries as lists show them (see `entry_store.LISTED`), and the way to the whole ones.

    `keys` gives by id a hash of the entry's file and of the program.
    """

    corpus: Corpus
    heads: Mapping[str, Head]
    keys: Mapping[str, str]
    store: EntryStore

    @classmethod
    def of(cls, corpus: Corpus) -> KeptCorpus:
        """Return a corpus of whole entries in this form."""
        store = EntryStore(None)
        read = {entry.id: read_form(entry, parts_of) for entry in corpus}
        keys = {name: digest(form.whole) for name, form in read.items()}
        for name, form in read.items():
            store.add(keys[name], form)
        short = tuple(map(listed, corpus))
        made = Corpus(short, corpus.problems, corpus.files, corpus.overridden)
        return cls(made, store.heads(keys), keys, store)

    def whole(self, name: str) -> Entry:
        """Return the whole entry of an id.

        Raises:
            ChangedMeanwhileError: what was kept is damaged, and the file is another now.
        """
        entry = self.store.whole(self.keys[name])
        if entry is None:
            file = self.corpus.files[name]
            entry = load_file(Path(file), file).entry
            if entry is None or _key(Path(file)) != self.keys[name]:
                raise ChangedMeanwhileError(file)
        return entry

    def parts(self, name: str) -> Parts:
        """Return what shared files hold of an entry."""
        parts: Parts = self.heads[name].derived
        return parts


def load_kept(
    roots: Sequence[Path],
    cache: Path | None,
    contents: Mapping[str, str],
    ahead: Ahead | None = None,
) -> KeptCorpus:
    """Load every entry under `roots`, a later root over an earlier one.

    `contents` gives by path a hash of the file's content, where it is known; `ahead` is what is
    being read already. What was read is not kept before `store.save` is called.
    """
    with collector_paused():
        store = ahead.finish() if ahead else EntryStore.open(cache)
        layers = [entry_files([root]) for root in roots]
        names = {path: shown(path) for layer in layers for path in layer}
        keys = {path: _key(path, contents) for layer in layers for path in layer}
        due = [path for path, key in keys.items() if key not in store.kept]
        problems: dict[Path, tuple[Problem, ...]] = {}
        for path, said, key, read in _read(due):
            problems[path] = said
            if read is not None:
                keys[path] = key
                store.add(key, read)

        def loaded(path: Path) -> Loaded:
            head = store.head(keys[path])
            entry = head.entry if head else None
            return Loaded(names[path], None, entry, problems.get(path, ()))

        corpus = assemble(map(loaded, layer) for layer in layers)
    by_file = {names[path]: key for path, key in keys.items()}
    own = {name: by_file[file] for name, file in corpus.files.items()}
    return KeptCorpus(corpus, store.heads(own), own, store)


class Ahead:
    """Entries that other processes read while this one does something else.

    What they find goes into the store under a hash of its content, so it does no harm when a file
    changes meanwhile, or when the configuration turns out to name other folders.
    """

    def __init__(
        self, store: EntryStore, pool: ProcessPoolExecutor, tasks: Sequence[Sequence[Path]]
    ) -> None:
        self._store = store
        self._pool = pool
        self._found = pool.map(_read_packed, tasks)

    def finish(self) -> EntryStore:
        """Wait for them, let them go, and return the store."""
        for outcomes in self._found:
            for _, _, key, read in pickle.loads(outcomes):
                if read is not None:
                    self._store.add(key, read)
                    self._store.head(key)  # which takes time, too
        self._pool.shutdown()
        return self._store


@contextmanager
def reading_ahead(roots: Sequence[Path], cache: Path | None) -> Iterator[Ahead | None]:
    """Begin to read what is not kept of the entries below `roots`, if that is worth a process."""
    store = EntryStore.open(cache)
    due = entry_files(roots)
    if store.kept:
        due = [path for path in due if _key(path) not in store.kept]
    if not _worth_processes(due):
        yield None
        return
    with workers() as pool:
        yield Ahead(store, pool, _tasks(due))


def _key(path: Path, contents: Mapping[str, str] = {}) -> str:
    known = contents.get(str(path))
    if known is None:
        try:
            known = digest(path.read_bytes())
        except OSError:  # it is said when the file is read
            known = ""
    return _key_of(known)


def _key_of(content: str) -> str:
    return digest(program_version(), content)


Outcome = tuple[Path, tuple[Problem, ...], str, Read | None]
"""A file, what is wrong with it, the key of its content, and the entry if there is one."""


def _read(paths: Sequence[Path]) -> Iterator[Outcome]:
    if not _worth_processes(paths):
        yield from _read_some(paths)
        return
    with workers() as pool:
        for outcomes in pool.map(_read_packed, _tasks(paths)):
            yield from pickle.loads(outcomes)


def _worth_processes(paths: Sequence[Path]) -> bool:
    return len(paths) >= _WORTH_A_PROCESS and processors() > 1


def _tasks(paths: Sequence[Path]) -> list[Sequence[Path]]:
    return [paths[at : at + _CHUNK] for at in range(0, len(paths), _CHUNK)]


def _read_packed(paths: Sequence[Path]) -> bytes:
    return packed(_read_some(paths))


def _read_some(paths: Sequence[Path]) -> list[Outcome]:
    with collector_paused():
        return [_read_one(path) for path in paths]


def _read_one(path: Path) -> Outcome:
    """Read a file. Its key is that of what was read: an editor may save at any time."""
    file = shown(path)
    try:
        raw = path.read_bytes()
    except OSError:
        return path, load_file(path, file).problems, "", None
    loaded = load_bytes(raw, file)
    if loaded.entry is None or loaded.problems:
        return path, loaded.problems, "", None
    return path, (), _key_of(digest(raw)), read_form(loaded.entry, parts_of)
