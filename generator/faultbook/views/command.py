"""Commands and what they print: breaks between options, marked blanks, deciding values bold."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from markupsafe import Markup

_BLANK = re.compile(r"<[a-z][a-z0-9 _.:/-]*>", re.IGNORECASE)
_CHUNK = re.compile(r"(\s+)")
_KEEP_WHOLE = 30
_SENTENCE = 6
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


@lru_cache(maxsize=4096)
def _chunk(chunk: str) -> str:
    if _BLANK.fullmatch(chunk):
        return f'<var class="ph">{escape(chunk, quote=False)}</var>'
    shown = escape(chunk, quote=False)
    if chunk.isspace() or len(chunk) > _KEEP_WHOLE or not ("-" in chunk or "/" in chunk):
        return shown
    return f'<span class="nb">{shown}</span>'


def output_text(output: str, other: str = "") -> Markup:
    """Return what a command prints; the values that decide are bold.

    A word decides if the other case does not print it. Of a line that differs in most of its
    words the first one is marked (the columns of a table tell the same thing once), unless it
    is a line of few words, which is marked whole.
    """
    output = output.strip("\n")
    if output.strip().lower() == NO_OUTPUT:
        return Markup("<i>{}</i>").format(output.strip())
    theirs = set(other.split())
    lines = (_marked(line, theirs) if theirs else _escaped(line) for line in output.split("\n"))
    return Markup("\n".join(lines))


def _escaped(text: str) -> str:
    return escape(text, quote=False)


def _marked(line: str, theirs: set[str]) -> str:
    words = line.split()
    fresh = [word for word in words if word not in theirs]
    if len(fresh) == len(words) and len(words) > 1 and not _column(words):
        return f"<b>{_escaped(line)}</b>" if len(words) <= _SENTENCE else _escaped(line)
    if len(fresh) > 1 and len(fresh) * 2 >= len(words):
        fresh = fresh[:1]
    html = ""
    for part in _CHUNK.split(line):
        bold = part in fresh
        if bold:
            fresh.remove(part)
        html += f"<b>{_escaped(part)}</b>" if bold else _escaped(part)
    return re.sub(r"</b>( )<b>", r"\1", html)


def _column(words: list[str]) -> bool:
    """Say whether a line looks like a row of a table: most of its words hold a digit."""
    return sum(any(c.isdigit() for c in word) for word in words) * 2 > len(words)
