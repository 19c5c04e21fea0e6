"""The search engine as one script: a module joined with all that it imports.

The sources stay plain modules, which a browser runs as they are. But it learns of a module only
from one that imports it, and has few connections: a dozen small ones each wait for their turn.
"""

from __future__ import annotations

import re
from pathlib import Path

from faultbook.site.modules import imports_of

ENGINE = "assets/js/search/engine.js"
"""The module that is joined: address below the site's root, and below `overrides/`."""

_IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "(\.[^"]+)";\n', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
_COMMENT = re.compile(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*\n", re.M | re.S)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.M)


def joined_script(root: Path, address: str = ENGINE) -> str:
    """Return the text of a module that imports nothing; `root` is the folder of all addresses.

    Each module that it imports becomes a function that is called once and returns what it exports,
    so that names of one never meet those of another. Comments of whole lines are left out.

    Raises `ValueError` for a way to import or export that no module of ours uses, and for modules
    that import each other.
    """
    last = (root / address).resolve()
    parts = []
    for module in _in_order(last, ()):
        text = _COMMENT.sub("", module.read_text(encoding="utf-8"))
        body = _IMPORT.sub(lambda found, at=module: _taken(at, found), text)  # type: ignore[misc]
        exports = _EXPORT.findall(body)
        if module != last:
            body = _EXPORT.sub("", body)
            body = (
                f"const {_name(module)} = (() => {{\n{body}"
                f"return {{ {', '.join(exports)} }};\n}})();\n"
            )
        if odd := _OTHER.search(_EXPORT.sub("", body)):
            raise ValueError(f"{module}: cannot join `{odd[0]}`")
        parts.append(body)
    return "\n".join(parts)


def _in_order(module: Path, above: tuple[Path, ...]) -> list[Path]:
    """Return a module and all that it imports, each once and after those that it needs."""
    if module in above:
        raise ValueError(f"{module}: imports itself by way of {above[-1].name}")
    found: dict[Path, None] = {}
    for other in imports_of(module):
        found.update(dict.fromkeys(_in_order(other, (*above, module))))
    return [*found, module]


def _taken(module: Path, found: re.Match[str]) -> str:
    """Return what stands in place of an import: names taken from what the other has returned."""
    names, address = found.groups()
    other = _name((module.parent / address).resolve())
    if names.startswith("*"):
        return f"const {names.removeprefix('* as ')} = {other};\n"
    return f"const {names.replace(' as ', ': ')} = {other};\n"


def _name(module: Path) -> str:
    """Return a name with an underscore, which no name in a module has."""
    return re.sub(r"\W", "_", f"{module.parent.name}_{module.stem}")
