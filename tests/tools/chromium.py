"""Finds the Chromium that browser tests drive. They never skip: no browser is a failure."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_MAC = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_PLAYWRIGHT = (
    "~/.cache/ms-playwright/chromium-*/chrome-linux*/chrome",
    "~/Library/Caches/ms-playwright/chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
)


def chromium() -> str:
    """Return the path of a Chromium or Chrome.

    Raises `FileNotFoundError` that says how to install one.
    """
    named = os.environ.get("FAULTBOOK_CHROMIUM")
    if named:
        return named
    for name in _NAMES:
        if found := shutil.which(name):
            return found
    for path in _MAC:
        if Path(path).is_file():
            return path
    for pattern in _PLAYWRIGHT:
        home, _, rest = pattern.partition("/")
        for path in sorted(Path(home).expanduser().glob(rest), reverse=True):
            if path.is_file():
                return str(path)
    raise FileNotFoundError("No Chromium was found: run `sh tests/tools/ensure_tools.sh`.")


if __name__ == "__main__":
    print(chromium())
