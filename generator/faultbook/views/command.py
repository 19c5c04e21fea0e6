"""Commands and what they print: breaks between options, marked blanks, deciding values bold."""

from __future__ import annotations

import re
from html import escape

from markupsafe import Markup

_BLANK = re.compile(r"<[a-z][a-z0-9 _.:/-]*>", re.IGNORECASE)
_CHUNK = re.compile(r"(\s+)")
_KEEP_WHOLE = 34
_FEW = 4
NO_OUTPUT = "no output"


def command_text(command: str) -> Markup:
    """Return a command as HTML.

    A chunk with a hyphen or slash is kept on one line when it is short enough for a phone;
    what the reader must fill in (`<container>`) stands on the mark ground.
    """
    return Markup("".join(_chunk(chunk) for chunk in _split(command.strip("\n"))))


def _split(command: str) -> list[str]:
    """Cut at blanks, but not inside a blank to fill in such as `<log file>`."""
    parts: list[str] = []
    at = 0
    for blank in _BLANK.finditer(command):
        parts.extend(_CHUNK.split(command[at : blank.start()]))
        parts.append(blank[0])
        at = blank.end()
    parts.extend(_CHUNK.split(command[at:]))
    return [part for part in parts if part]


def _chunk(chunk: str) -> str:
    if _BLANK.fullmatch(chunk):
        return f'<var class="ph">{escape(chunk, quote=False)}</var>'
    shown = escape(chunk, quote=False)
    if chunk.isspace() or len(chunk) > _KEEP_WHOLE or not re.search(r"[-/]", chunk):
        return shown
    return f'<span class="nb">{shown}</span>'


def output_text(output: str, other: str = "") -> Markup:
    """Return what a command prints; values that the other case does not show are bold."""
    output = output.strip("\n")
    if output.strip().lower() == NO_OUTPUT:
        return Markup("<i>{}</i>").format(output.strip())
    theirs = set(other.split())
    fresh = [word for word in output.split() if word not in theirs]
    words = output.split()
    if not other or not fresh or (len(fresh) > _FEW and len(fresh) * 2 > len(words)):
        return Markup(escape(output, quote=False))
    bold = set(fresh)
    html = "".join(
        f"<b>{escape(part, quote=False)}</b>" if part in bold else escape(part, quote=False)
        for part in _CHUNK.split(output)
    )
    return Markup(re.sub(r"</b>( )<b>", r"\1", html))
