"""Scripts that a page needs at once.

A browser learns of a module only from the one that imports it: a round trip for each level. A page
whose first use is the search names them in its head instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from faultbook.paths import overrides_dir

_FOLDER = "assets/js"
_IMPORT = re.compile(r'^(?:import|export)\b(?:[^;"]*?\bfrom)?\s*"(\.[^"]+)";', re.M)


def imported(*names: str) -> tuple[str, ...]:
    """Return modules and all that they import, nearest first: paths below `assets/js/`, no ending.

    What is imported only when it is needed (`import()`) does not count.
    """
    folder = (overrides_dir() / _FOLDER).resolve()
    found = dict.fromkeys(names)
    due = list(found)
    for name in due:  # grows while it is walked
        for file in imports_of(folder / f"{name}.js"):
            other = file.relative_to(folder).with_suffix("").as_posix()
            if other not in found:
                found[other] = None
                due.append(other)
    return tuple(found)


def imports_of(module: Path) -> list[Path]:
    """Return the modules that one imports itself, in its order."""
    text = module.read_text(encoding="utf-8")
    return [(module.parent / address).resolve() for address in _IMPORT.findall(text)]


def search_modules() -> tuple[str, ...]:
    """Return what a query needs to be answered; the engine is one file in a built site."""
    return ("search/engine", *imported("search/start"))


def field_head(root: str) -> str:
    """Return elements of the head that start a field; `root` leads to the site's root."""
    return _preloads(root, imported("search/start")) + _start(root)


def search_head(root: str) -> str:
    """Return elements of the head of the page that answers queries."""
    engine, *others = search_modules()
    return _preloads(root, [engine], "") + _preloads(root, others) + _start(root)


def _preloads(root: str, names: Iterable[str], more: str = ' fetchpriority="low"') -> str:
    """Return links to modules. They are many and small: what is large or shown goes first."""
    link = '<link rel="modulepreload" href="{}{}/{}.js"{}>'
    return "".join(link.format(root, _FOLDER, name, more) for name in names)


def _start(root: str) -> str:
    return f'<script type="module" src="{root}{_FOLDER}/search/start.js"></script>'
