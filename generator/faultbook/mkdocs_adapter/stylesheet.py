"""The style sheets: ours joined into one, and Material's in a cascade layer below it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

_COMMENT = re.compile(r"/\*.*?\*/\n?", re.S)
_MATERIAL = "assets/stylesheets/main.*.min.css"


def stylesheet(styles: Path) -> tuple[str, str]:
    """Return the address of our style sheet (below the site's root) and its text.

    The sheets of `styles` are joined in the order of their names, without comments; their
    relative addresses still hold, since the joined one takes their place.
    """
    text = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sorted(styles.glob("*.css")))
    text = _COMMENT.sub("", text)
    return _named("faultbook", text)


def material_stylesheet(theme_dirs: Sequence[str]) -> tuple[str, str]:
    """Return Material's style sheet in a cascade layer, so that ours wins over it.

    Only hand-written pages use it: the pages of the corpus are styled by ours alone.
    """
    return _named("material", f"@layer material{{{_without_map(_material(theme_dirs))}}}")


def _named(name: str, text: str) -> tuple[str, str]:
    digest = hashlib.sha256(text.encode()).hexdigest()[:10]
    return f"assets/css/{name}.{digest}.css", text


def _material(theme_dirs: Sequence[str]) -> str:
    for folder in theme_dirs:
        for sheet in sorted(Path(folder).glob(_MATERIAL)):
            return sheet.read_text(encoding="utf-8")
    raise FileNotFoundError(f"Material's style sheet ({_MATERIAL}) is in none of its folders.")


def _without_map(css: str) -> str:
    head, _, tail = css.rpartition("/*# sourceMappingURL=")
    css = head if head and tail.strip().endswith("*/") else css
    return css.removeprefix('@charset "UTF-8";')
