"""The compiled index of a corpus, kept between runs.

It is found by the content of the entries and of the modules that compile them.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from faultbook.signature.index import VERSION, SignatureIndex

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
    with contextlib.suppress(OSError, ValueError):
        head, _, index = place.read_bytes().partition(b"\n")
        return Stored(SignatureIndex.from_json(index), tuple(map(str, json.loads(head))))
    made = make()
    with contextlib.suppress(OSError):
        _keep(place, f"{json.dumps(made.left_out)}\n{made.index.to_json()}")
    return made


def stored_names(config: Path, read: Callable[[Path], list[str]]) -> list[str]:
    """Return what `read` returns of a file: kept from the last time, while the file is the same.

    To parse a line of YAML costs little, but to start the parser a tenth of a short diagnosis.
    """
    place = cache_dir() / f"config-{VERSION}-{_digest([config])}.json"
    with contextlib.suppress(OSError, ValueError, TypeError):
        return list(map(str, json.loads(place.read_bytes())))
    names = read(config)
    with contextlib.suppress(OSError):
        _keep(place, json.dumps(names))
    return names


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for file in files:
        with contextlib.suppress(OSError):
            data = file.read_bytes()
            digest.update(f"{file.name}\0{len(data)}\0".encode())
            digest.update(data)
    return digest.hexdigest()


def _keep(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    import tempfile  # noqa: PLC0415 - slow to import, needed when entries have changed

    handle, name = tempfile.mkstemp(dir=place.parent, prefix=".index-")
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(text)
    Path(name).replace(place)
    kind = place.name.partition("-")[0]
    kept = sorted(
        place.parent.glob(f"{kind}-*.json"), key=lambda p: p.stat().st_mtime, reverse=True
    )
    for old in kept[KEPT:]:
        old.unlink(missing_ok=True)
