"""The compiled index of a corpus, kept between runs.

It is found by the content of the entries and of the modules that compile them.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from faultbook.signature.index import VERSION, SignatureIndex
from faultbook.store import digest, forget_old, keep, read_kept

KEPT = 8  # indexes; older ones are removed
_COMPILERS = Path(__file__).resolve().parent.parent / "signature"


@dataclass(frozen=True, slots=True)
class Stored:
    """An index, and what a user is told of entries that are not in it."""

    index: SignatureIndex
    left_out: tuple[str, ...] = ()


def cache_dir() -> Path:
    """Return where indexes are kept: FAULTBOOK_CACHE_DIR, or below XDG_CACHE_HOME."""
    named = os.environ.get("FAULTBOOK_CACHE_DIR")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "faultbook"


def corpus_files(folders: Iterable[Path]) -> list[Path]:
    """Return every file that can be an entry, in a fixed order."""
    return [file for folder in folders for file in sorted(folder.rglob("*.y*ml"))]


def stored_index(files: Sequence[Path], make: Callable[[], Stored]) -> Stored:
    """Return the index of entry files: the kept one, or what `make` returns, which is kept.

    A cache that cannot be read or written is as good as none.
    """
    made_by = sorted(_COMPILERS.glob("*.py"))
    place = cache_dir() / f"index-{VERSION}-{_digest([*made_by, *files])}.json"
    kept = read_kept(place)
    if kept is not None:
        head, _, index = kept.partition(b"\n")
        return Stored(SignatureIndex.from_json(index), tuple(json.loads(head)))
    made = make()
    _keep(place, f"{json.dumps(made.left_out)}\n{made.index.to_json()}")
    return made


def stored_names(config: Path, read: Callable[[Path], list[str]]) -> list[str]:
    """Return what `read` returns of a file: kept from the last time, while the file is the same.

    To parse a line of YAML costs little, but to start the parser a tenth of a short diagnosis.
    """
    place = cache_dir() / f"config-{VERSION}-{_digest([config])}.json"
    kept = read_kept(place)
    if kept is not None:
        return list(json.loads(kept))
    names = read(config)
    _keep(place, json.dumps(names))
    return names


def _digest(files: Iterable[Path]) -> str:
    """Return a hash of files as they come: which corpus lies over which counts."""
    parts: list[bytes | str] = []
    for file in files:
        with contextlib.suppress(OSError):
            parts += (file.name, file.read_bytes())
    return digest(*parts)


def _keep(place: Path, text: str) -> None:
    keep(place, text.encode())
    forget_old(place.parent, f"{place.name.partition('-')[0]}-*.json", KEPT)
