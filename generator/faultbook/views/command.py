"""Commands and what they print: breaks between options, marked blanks, deciding values bold."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from html import escape
from itertools import groupby
from textwrap import dedent

from markupsafe import Markup

_BLANK = re.compile(r"<[a-z][a-z0-9 _.:/-]*>", re.IGNORECASE)
_CHUNK = re.compile(r"(\s+)")
_BREAK = re.compile(r"[=,](?=\w)")  # where an option wider than a phone is cut best
_KEEP_WHOLE = 30
_SENTENCE = 6
_SAME_LINE = 0.5  # of the words of the longer one
NO_OUTPUT = "no output"


def command_text(command: str) -> Markup:
    """Return a command as HTML.

    A chunk with a hyphen or slash is kept on one line when it is short enough for a phone;
    what the reader must fill in (`<container>`) stands on the mark ground, one word on one line.
    """
    words = groupby(_split(command.strip("\n")), key=str.isspace)
    return Markup("".join(_word(tuple(chunks)) for _, chunks in words))


def _word(chunks: tuple[str, ...]) -> str:
    """Keep a blank to fill in on the line of what it is a part of, as in `--name=<container>`."""
    whole = "".join(chunks)
    if len(chunks) == 1 or len(whole) > _KEEP_WHOLE or " " in whole:
        return "".join(map(_chunk, chunks))
    parts = (_blank(c, "ph") if _BLANK.fullmatch(c) else _cut(c) for c in chunks)
    return f'<span class="nb">{"".join(parts)}</span>'


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
    short = len(chunk) <= _KEEP_WHOLE
    if _BLANK.fullmatch(chunk):
        return _blank(chunk, "ph nb" if short and " " not in chunk else "ph")
    if chunk.isspace() or not short or not ("-" in chunk or "/" in chunk):
        return escape(chunk, quote=False)
    return f'<span class="nb">{_cut(chunk)}</span>'


def _blank(chunk: str, kind: str) -> str:
    return f'<var class="{kind}">{escape(chunk, quote=False)}</var>'


def _cut(chunk: str) -> str:
    return _BREAK.sub(lambda at: at[0] + "<wbr>", escape(chunk, quote=False))


def output_text(output: str, other: str = "") -> Markup:
    """Return what a command prints; the values that decide are bold.

    A word decides if the other case does not print it, and prints the same line otherwise. Of the
    cells of a table's row the first is marked: they tell the same thing. Where the other case
    prints something else altogether no single word decides, and none is marked, unless the output
    is one short line: then the whole of it is what to look for.
    """
    output = dedent(output.strip("\n"))  # an indent of all lines takes room and tells nothing
    if output.strip().lower() == NO_OUTPUT:
        return Markup("<i>{}</i>").format(output.strip())
    theirs = [words for line in other.split("\n") if (words := line.split())]
    lines = output.split("\n")
    alone = len(lines) == 1 and bool(theirs)
    even = len(lines) == len(theirs)
    return Markup(
        "\n".join(
            _marked(line, theirs, theirs[number] if even else [], alone=alone)
            for number, line in enumerate(lines)
        )
    )


def _escaped(text: str) -> str:
    return escape(text, quote=False)


def _marked(line: str, theirs: list[list[str]], beside: list[str], *, alone: bool) -> str:
    words = line.split()
    fresh = _fresh(words, theirs)
    table = len(words) > 1 and _column(words)
    if alone and fresh and len(fresh) == len(words) <= _SENTENCE and not table:
        return f"<b>{_escaped(line)}</b>"
    if len(words) != 1 or len(beside) != 1:  # else a value stands for a value
        fresh = _deciding(words, fresh, theirs)
    html = ""
    for part in _CHUNK.split(line):
        bold = part in fresh
        if bold:
            fresh.remove(part)
        html += f"<b>{_escaped(part)}</b>" if bold else _escaped(part)
    return re.sub(r"</b>( )<b>", r"\1", html)


def _fresh(words: list[str], theirs: list[list[str]]) -> list[str]:
    known = {word for other in theirs for word in other}
    return [word for word in words if word not in known]


def _deciding(words: list[str], fresh: list[str], theirs: list[list[str]]) -> list[str]:
    """Return which fresh words decide, by the line of the other case that is most like this one."""
    table = len(words) > 1 and _column(words)
    if table and any(len(other) == len(words) and _column(other) for other in theirs):
        return fresh[:1]
    if len(words) == 1:
        key = words[0].partition("=")[0]
        return fresh if any(other[0].partition("=")[0] == key for other in theirs) else []
    same = max((_shared(words, other) for other in theirs), default=0.0)
    return fresh if same >= _SAME_LINE else []


def _shared(words: list[str], other: list[str]) -> float:
    """Return which part of the longer line both have, from 0 to 1."""
    return (Counter(words) & Counter(other)).total() / max(len(words), len(other))


def _column(words: list[str]) -> bool:
    """Say whether a line looks like a row of a table: most of its words hold a digit."""
    return sum(any(c.isdigit() for c in word) for word in words) * 2 > len(words)
