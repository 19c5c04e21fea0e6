"""Scripts that a page needs at once.

A browser learns of a module only from the one that imports it: a round trip for each level. A page
whose first use is the search names them in its head instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from faultbook.paths import overrides_dir

FIELD = tuple(f"search/{name}" for name in ("page", "field", "load", "results", "words"))
"""What a field with results below it needs before anything is typed."""
_LIST = re.compile(r"const MODULES = \[(.*?)\];", re.S)


def engine_modules() -> tuple[str, ...]:
    """Return the modules of the search engine, as `search/load.js` lists them."""
    text = (overrides_dir() / "assets/js/search/load.js").read_text(encoding="utf-8")
    found = _LIST.search(text)
    names = re.findall(r'"([^"]+)"', found[1]) if found else []
    return tuple(name for name in names if name not in FIELD)


def search_head(root: str, names: Iterable[str]) -> str:
    """Return elements of the head that start the search; `root` leads to the site's root."""
    link = '<link rel="modulepreload" href="{}assets/js/{}.js">'
    start = f'<script type="module" src="{root}assets/js/search/start.js"></script>'
    return "".join(link.format(root, name) for name in names) + start
