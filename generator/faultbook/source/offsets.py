"""Where a character of a value stands in the file.

Quotes, escapes, folding and indentation change blanks and add characters, but never the order
of the characters that are not blank. So the n-th of these in the value is the n-th in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultbook.source.document import Document, Place, Pointer
from faultbook.source.text import line_and_column

_ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
_BLANK_ESCAPES = frozenset({"\\n", "\\t", "\\ ", "\\\n", "\\\t", "\\r", "\\v", "\\f", "\\x20"})


def place_in(document: Document, pointer: Pointer, offset: int) -> Place:
    """Return where the character `offset` of the text at `pointer` stands in the file."""
    event = document.node(pointer).event
    value = getattr(event, "value", None)
    if not isinstance(value, str):
        return document.place(pointer)
    before = sum(not char.isspace() for char in value[:offset])
    start, end = event.start_mark.index, event.end_mark.index
    for number, position in enumerate(_visible(document.text[start:end], event.style)):
        if number == before:
            return Place(*line_and_column(document.text, start + position))
    return document.place(pointer)


def _visible(raw: str, style: str | None) -> Iterator[int]:
    """Yield the position of each character that is not blank in the value, as written."""
    if style in ("|", ">"):
        first = raw.find("\n") + 1
        yield from (n for n in range(first, len(raw)) if not raw[n].isspace())
    elif style == '"':
        yield from _double_quoted(raw)
    elif style == "'":
        yield from _single_quoted(raw)
    else:
        yield from (n for n, char in enumerate(raw) if not char.isspace())


def _double_quoted(raw: str) -> Iterator[int]:
    position, end = 1, len(raw) - 1
    while position < end:
        escape = _ESCAPE.match(raw, position) if raw[position] == "\\" else None
        if escape:
            if escape.group() not in _BLANK_ESCAPES:
                yield position
            position = escape.end()
        else:
            if not raw[position].isspace():
                yield position
            position += 1


def _single_quoted(raw: str) -> Iterator[int]:
    position, end = 1, len(raw) - 1
    while position < end:
        if not raw[position].isspace():
            yield position
        position += 2 if raw.startswith("''", position) else 1
