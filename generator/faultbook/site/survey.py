"""What lies in the folder of a site, looked at once."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True)
class Survey:
    """Files by their path below the folder (with slashes): size in bytes, time of change in ns.

    `empty` are folders in which nothing lies.
    """

    files: dict[str, tuple[int, int]] = field(default_factory=dict)
    empty: list[str] = field(default_factory=list)


def survey(folder: Path) -> Survey:
    """Look at everything below a folder; links are not followed."""
    found = Survey()
    todo = [""]
    while todo:
        below = todo.pop()
        here = 0
        with contextlib.suppress(OSError), os.scandir(os.path.join(folder, below)) as inside:  # noqa: PTH118
            for item in inside:
                here += 1
                path = f"{below}{item.name}"
                if item.is_dir(follow_symlinks=False):
                    todo.append(f"{path}/")
                    continue
                stat = item.stat(follow_symlinks=False)
                found.files[path] = (stat.st_size, stat.st_mtime_ns)
        if not here and below:
            found.empty.append(below)
    return found
