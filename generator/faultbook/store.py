"""What is kept on disk between runs. Nothing here can make an answer wrong, only slower.

Every kept file carries a checksum of its own content and is replaced as a whole. A file that is
missing, damaged or of another version counts as empty.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from functools import cache
from pathlib import Path

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
        write_whole(path, head + payload)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file in one step, so that nobody ever sees half of it; makes its folder.

    Raises:
        OSError: it cannot be written; what was there stays.
    """
    import tempfile  # noqa: PLC0415 - slow to import, and most runs only read

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.replace(beside, path)  # noqa: PTH105 - pairs with mkstemp
    except OSError:
        Path(beside).unlink(missing_ok=True)
        raise


def forget_old(folder: Path, pattern: str, kept: int) -> None:
    """Remove the files of a pattern but for so many that were written last."""
    with contextlib.suppress(OSError):
        found = sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime, reverse=True)
        for old in found[kept:]:
            old.unlink(missing_ok=True)


def tidy(folder: Path) -> None:
    """Remove what killed runs left half written: nobody takes an hour to write a file."""
    for path in folder.glob(".*"):
        with contextlib.suppress(OSError):
            if path.is_file() and path.stat().st_mtime < time.time() - 3600:
                path.unlink()
