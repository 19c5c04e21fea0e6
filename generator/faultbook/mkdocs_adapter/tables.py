"""Tables of hand-written pages: on a phone their rows become blocks, so cells name their column."""

from __future__ import annotations

import re

_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_HEAD = re.compile(r"<th(?=[ >])([^>]*)>(.*?)</th>", re.DOTALL)
_ROW = re.compile(r"<tr>\n?<td.*?</tr>", re.DOTALL)
_CELL = re.compile(r"<td(?=[ >])([^>]*)>(.*?)</td>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_FIGURE = re.compile(r"-?[\d.,]+(?: ?[A-Za-z%µ]{1,3})?|none|", re.ASCII)
_PLAIN = 2  # columns that need no names: what it is about, and what is said


def labelled(html: str) -> str:
    """Return a page whose wider tables name the column in each cell and mark columns of figures.

    A name stands in `data-h`, for the style sheet; the class `n` sets figures flush right.
    """
    return _TABLE.sub(lambda found: _labelled(found[0]), html)


def _labelled(table: str) -> str:
    heads = [_TAG.sub("", head).strip().replace('"', "&quot;") for _, head in _HEAD.findall(table)]
    rows = [[text for _, text in _CELL.findall(row)] for row in _ROW.findall(table)]
    if len(heads) <= _PLAIN or not rows or any(len(row) != len(heads) for row in rows):
        return table  # one with joined cells is somebody's own HTML
    figures = [
        any(column) and all(_FIGURE.fullmatch(cell.strip()) for cell in column)
        for column in zip(*rows, strict=True)
    ]

    def cell(number: int, found: re.Match[str]) -> str:
        kind = ' class="n"' if figures[number] else ""
        named = f' data-h="{heads[number]}"' if number or figures[number] else ""
        return f"<td{found[1]}{kind}{named}>{found[2]}</td>"

    def row(found: re.Match[str]) -> str:
        numbers = iter(range(len(heads)))
        return _CELL.sub(lambda one: cell(next(numbers), one), found[0])

    numbers = iter(figures)
    named = _HEAD.sub(
        lambda one: f'<th{one[1]} class="n">{one[2]}</th>' if next(numbers) else one[0], table
    )
    return _ROW.sub(row, named)
