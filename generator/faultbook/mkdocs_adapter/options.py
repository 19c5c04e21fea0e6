"""Options in the text of hand-written pages: a browser would break them behind their hyphens."""

from __future__ import annotations

import re

_PARTS = re.compile(r"(<pre[ >].*?</pre>)", re.DOTALL)
_CODE = re.compile(r"(?<=<code>)[^<]*(?=</code>)")
_OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")


def whole_options(html: str) -> str:
    """Return a page in whose sentences `--format` never ends one row and begins the next."""
    parts = _PARTS.split(html)
    parts[::2] = [_CODE.sub(lambda code: _whole(code[0]), part) for part in parts[::2]]
    return "".join(parts)


def _whole(code: str) -> str:
    return _OPTION.sub(lambda option: f'<span class="nb">{option[0]}</span>', code)
