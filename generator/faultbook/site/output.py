"""Writes the site: only what changed, each file at once, and what is no longer made goes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from faultbook.site.survey import Survey, survey

Content: TypeAlias = str | bytes | Iterable[bytes]
"""What a file holds; one that is too large for memory comes in pieces."""


class SameAddressError(ValueError):
    """Two pages of one build lie at the same address."""

    def __init__(self, path: str) -> None:
        super().__init__(f"two pages of the site have the same address: {path}")


class Output:
    """A folder that is being brought up to date.

    A file is written beside its place and then moved there, so that a reader (or a build
    that was killed) never meets half a page. `prune` removes the files that this build did
    not make. `notes` are the size in bytes and the time of change in ns of what was written.
    """

    def __init__(self, folder: Path, *, empty: bool = False) -> None:
        """`empty`: nothing lies there yet, so nothing need be compared with what is written."""
        self.folder = folder
        self.empty = empty
        self.made: set[str] = set()
        self.written = 0
        self.notes: dict[str, tuple[int, int]] = {}
        self._root = os.fspath(folder)
        self._folders: set[str] = set()

    def beside(self) -> Output:
        """Return an output into the same folder for another process; see `absorb`."""
        return Output(self.folder, empty=self.empty)

    def write(self, path: str, content: Content) -> None:
        """Make `path` (below the folder, with slashes) hold `content`.

        Raises `SameAddressError` if two pages of one build claim the same path.
        """
        if path in self.made:
            raise SameAddressError(path)
        self.made.add(path)
        target = f"{self._root}/{path}"
        if isinstance(content, str | bytes):
            data = content.encode() if isinstance(content, str) else content
            if not self.empty and _holds(target, data):
                return
            content = (data,)
        parent = path.rpartition("/")[0]
        if parent not in self._folders:
            _make_folder(f"{self._root}/{parent}")
            self._folders.add(parent)
        part = f"{target}.{os.getpid()}.part"
        self.notes[path] = _put(part, content)
        os.replace(part, target)  # noqa: PTH105
        self.written += 1

    def write_all(self, files: Iterable[tuple[str, Content]]) -> list[str]:
        """Write pairs of path and content; return the paths."""
        paths = []
        for path, content in files:
            self.write(path, content)
            paths.append(path)
        return paths

    def copy(self, source: Path) -> list[str]:
        """Write all files below another folder; return their paths."""
        paths = []
        for parent, _, files in os.walk(source):
            for name in files:
                path = Path(parent, name)
                paths.append(path.relative_to(source).as_posix())
                self.write(paths[-1], path.read_bytes())
        return sorted(paths)

    def absorb(self, other: Output) -> None:
        """Add what another process wrote into the same folder.

        Raises `SameAddressError` if it claims a path that this one made.
        """
        if twice := self.made & other.made:
            raise SameAddressError(min(twice))
        self.made |= other.made
        self.notes |= other.notes
        self.written += other.written

    def keep(self, paths: Iterable[str]) -> None:
        """Tell that these files were made by somebody else and stay."""
        self.made.update(paths)

    def prune(self, there: Survey | None = None) -> int:
        """Remove files that were not made, and folders left empty; return how many files.

        `there` is what lay in the folder before, if somebody has looked.
        """
        found = there or survey(self.folder)
        gone = [path for path in found.files if path not in self.made]
        for path in gone:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(os.path.join(self.folder, path))  # noqa: PTH108, PTH118
        for path in sorted((*gone, *found.empty), key=len, reverse=True):
            self._drop_folders(path)
        return len(gone)

    def _drop_folders(self, path: str) -> None:
        """Remove the folder of a path, and those above it, as long as they are empty."""
        while "/" in path:
            path = path.rpartition("/")[0]
            try:
                os.rmdir(os.path.join(self.folder, path))  # noqa: PTH106, PTH118
            except OSError:  # something lies in it
                return


def _make_folder(path: str) -> None:
    try:
        os.mkdir(path)  # noqa: PTH102 - mostly the one above is there: makedirs looks first
    except FileExistsError:
        return
    except FileNotFoundError:
        os.makedirs(path, exist_ok=True)  # noqa: PTH103


def _put(path: str, pieces: Iterable[bytes]) -> tuple[int, int]:
    """Write a file that nobody else writes; return its size and its time of change.

    A file object would ask the system four times more.
    """
    size = 0
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666)
    try:
        for piece in pieces:
            size += len(piece)
            rest = memoryview(piece)
            while rest:
                rest = rest[os.write(file, rest) :]
        return size, os.fstat(file).st_mtime_ns
    finally:
        os.close(file)


def _holds(path: str, data: bytes) -> bool:
    try:
        if os.stat(path).st_size != len(data):  # noqa: PTH116
            return False
        with open(path, "rb") as stream:  # noqa: PTH123
            return stream.read() == data
    except OSError:
        return False
