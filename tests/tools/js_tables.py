"""The tables that both engines read, written as JavaScript modules.

    python tests/tools/js_tables.py --write

Prefix formats and the vocabulary of lines are kept once, in Python; this makes their JavaScript
form. A test shows that the committed modules are what this prints.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from faultbook.diagnosis import vocabulary
from faultbook.logs import formats

SCRIPTS = Path(__file__).parents[2] / "overrides" / "assets" / "js"
_NOTE = "Made by tests/tools/js_tables.py from {}: change it there."


def expression(pattern: re.Pattern[str] | str, flags: str = "") -> str:
    """Return a Python expression as a JavaScript literal."""
    source = pattern if isinstance(pattern, str) else pattern.pattern
    if not isinstance(pattern, str) and pattern.flags & re.IGNORECASE:
        flags += "i"
    source = source.replace("(?P<", "(?<")
    source = re.sub(r"(\\.)|/", lambda found: found[1] or r"\/", source, flags=re.S)
    return f"/{source}/{flags}"


def formats_module() -> str:
    """Return `logs/formats.js`."""
    return "\n".join(
        [
            f"/** The prefixes of log lines, as data. {_NOTE.format('faultbook.logs.formats')} */",
            "",
            "export const FORMATS = [",
            *(f"  {_format(item)}," for item in formats.FORMATS),
            "];",
            "",
            f"export const NOT_HOSTS = new Set({_list(sorted(formats.NOT_HOSTS))});",
            f"export const NOT_HOST_ENDINGS = {_list(formats.NOT_HOST_ENDINGS)};",
            f"export const HOSTS_IN_WORDS = new Set({_list(sorted(formats.HOSTS_IN_WORDS))});",
            f"export const MIDDLE = {expression(formats.MIDDLE, 'g')};",
            f"export const BAR = {expression(formats.BAR, 'g')};",
            "",
        ]
    )


def _format(item: formats.PrefixFormat) -> str:
    parts = {
        "name": json.dumps(item.name),
        "first": json.dumps(item.first),
        "ambiguous": json.dumps(item.ambiguous),
        "share": json.dumps(item.share),
        "distinct": json.dumps(item.distinct),
        "key": json.dumps(item.key),
        "source": json.dumps(item.source),
        "regex": expression(item.expression, "y"),
    }
    return "{ " + ", ".join(f"{name}: {value}" for name, value in parts.items()) + " }"


def vocabulary_module() -> str:
    """Return `diagnosis/vocabulary.js`: every public constant of the Python module."""
    lines = [
        "/** The words by which lines are told apart, as data. "
        f"{_NOTE.format('faultbook.diagnosis.vocabulary')} */",
        "",
    ]
    lines += [f"export const {name} = {value};" for name, value in _constants()]
    return "\n".join([*lines, ""])


def _constants() -> Iterator[tuple[str, str]]:
    for name, value in vars(vocabulary).items():
        if name.startswith("_") or not name.isupper():
            continue
        if isinstance(value, re.Pattern):
            yield name, expression(value)
        elif isinstance(value, frozenset):
            yield name, f"new Set({_list(sorted(value))})"
        else:
            yield name, _list(value)


def _list(values: object) -> str:
    return json.dumps(list(values), ensure_ascii=False)  # type: ignore[call-overload]


MODULES = {
    SCRIPTS / "logs" / "formats.js": formats_module,
    SCRIPTS / "diagnosis" / "vocabulary.js": vocabulary_module,
}


def main() -> int:
    """Write the modules, or say which are out of date."""
    stale = [path for path, make in MODULES.items() if not _same(path, make())]
    if "--write" in sys.argv[1:]:
        for path in stale:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(MODULES[path](), encoding="utf-8")
        return 0
    for path in stale:
        print(f"{path} is out of date: python tests/tools/js_tables.py --write")
    return 1 if stale else 0


def _same(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
