"""Writes the site: only what changed, each file at once, and what is no longer made goes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


class SameAddressError(ValueError):
    """Two pages of one build lie at the same address."""

    def __init__(self, path: str) -> None:
        super().__init__(f"two pages of the site have the same address: {path}")


class Output:
    """A folder that is being brought up to date.

    A file is written beside its place and then moved there, so that a reader (or a build
    that was killed) never meets half a page. `prune` removes the files that this build did
    not make.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: set[str] = set()
        self.written = 0
        self._folders: set[str] = set()

    def write(self, path: str, content: str | bytes) -> None:
        """Make `path` (below the folder, with slashes) hold `content`.

        Raises `SameAddressError` if two pages of one build claim the same path.
        """
        if path in self.made:
            raise SameAddressError(path)
        self.made.add(path)
        data = content.encode() if isinstance(content, str) else content
        target = os.path.join(self.folder, path)  # noqa: PTH118 - thousands of them: speed
        if _holds(target, data):
            return
        parent = os.path.dirname(target)  # noqa: PTH120
        if parent not in self._folders:
            os.makedirs(parent, exist_ok=True)  # noqa: PTH103
            self._folders.add(parent)
        beside = f"{target}.part"
        with open(beside, "wb") as stream:  # noqa: PTH123
            stream.write(data)
        os.replace(beside, target)  # noqa: PTH105
        self.written += 1

    def write_all(self, files: Iterable[tuple[str, str]]) -> list[str]:
        """Write pairs of path and content; return the paths."""
        paths = []
        for path, content in files:
            self.write(path, content)
            paths.append(path)
        return paths

    def absorb(self, made: set[str], written: int) -> None:
        """Add what another process wrote into the same folder.

        Raises `SameAddressError` if it claims a path that this one made.
        """
        if twice := self.made & made:
            raise SameAddressError(min(twice))
        self.made |= made
        self.written += written

    def keep(self, paths: Iterable[str]) -> None:
        """Tell that these files were made by somebody else and stay."""
        self.made.update(paths)

    def prune(self) -> int:
        """Remove files that were not made, and folders left empty; return how many files."""
        removed = 0
        for parent, folders, files in os.walk(self.folder, topdown=False):
            for name in files:
                full = os.path.join(parent, name)  # noqa: PTH118
                relative = os.path.relpath(full, self.folder).replace(os.sep, "/")
                if relative not in self.made:
                    os.unlink(full)  # noqa: PTH108
                    removed += 1
            if parent != os.fspath(self.folder) and not os.listdir(parent):  # noqa: PTH208
                os.rmdir(parent)  # noqa: PTH106
            del folders
        return removed


def _holds(path: str, data: bytes) -> bool:
    try:
        if os.stat(path).st_size != len(data):  # noqa: PTH116
            return False
        with open(path, "rb") as stream:  # noqa: PTH123
            return stream.read() == data
    except OSError:
        return False
