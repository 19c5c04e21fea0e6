"""How a file is laid out in lines: the part of it that each key of a mapping owns.

A chunk is the lines of one key with its value, and the comments and blank lines directly above
it. Chunks of a mapping can change places without a change to what the file says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import yaml

from faultbook.source.document import Data, Document, Node, Pointer
from faultbook.source.schema import part_at, schema


@dataclass(frozen=True, slots=True)
class Chunk:
    """The lines `start` to `end` (from 0, `end` not included) of a key that stands in `line`."""

    name: str
    start: int
    line: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """A mapping in block style, one key a line. Its keys begin in `column`."""

    pointer: Pointer
    chunks: tuple[Chunk, ...]
    column: int


def blocks(document: Document) -> Iterator[Block]:
    """Yield the block mappings of a document, inner ones before those around them."""
    lines = document.text.split("\n")
    yield from _blocks(lines, document.root, (), None)


def in_order(pointer: Pointer, names: list[str]) -> list[str]:
    """Sort the keys of the mapping at `pointer` as the schema lists them; unknown ones last."""
    order = {name: n for n, name in enumerate(part_at(pointer).get("properties", ()))}
    return sorted(names, key=lambda name: order.get(name, len(order)))


def is_in_order(data: Data) -> bool:
    """Say whether all mappings of an entry are in order; quick, for it needs no places."""
    return _sorted(data, _shape("#"))


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the schema says of a value: the rank of its keys, and the names of its parts."""

    ranks: Mapping[str, int]
    parts: Mapping[str, str]
    item: str


@cache
def _shape(name: str) -> _Shape:
    """Return the shape of a part of the schema; `name` is its way from the root."""
    part: Any = schema()
    for step in name.split("/")[1:]:
        part = part[step]
    if "$ref" in part:
        return _shape(part["$ref"])
    names = list(part.get("properties", ()))
    return _Shape(
        {key: rank for rank, key in enumerate(names)},
        {key: f"{name}/properties/{key}" for key in names},
        f"{name}/items" if "items" in part else "",
    )


def _sorted(data: Data, shape: _Shape) -> bool:
    if isinstance(data, dict):
        last = len(shape.ranks)
        ranks = [shape.ranks.get(key, last) for key in data]
        return all(a <= b for a, b in pairwise(ranks)) and all(
            _sorted(value, _shape(shape.parts[key]))
            for key, value in data.items()
            if isinstance(value, dict | list) and key in shape.parts
        )
    if isinstance(data, list) and shape.item:
        inner = _shape(shape.item)
        return all(_sorted(v, inner) for v in data if isinstance(v, dict | list))
    return True


def last_line(lines: list[str], node: Node) -> int:
    """Return the last line (from 0) of a value, without blank lines and comments behind it."""
    if node.children and not node.event.flow_style:
        return last_line(lines, list(node.children.values())[-1])
    mark = node.end.end_mark
    line: int = mark.line - 1 if _ends_before(node, mark) else mark.line
    if getattr(node.event, "style", None) in ("|", ">") and not _keeps(lines, node):
        while line > node.event.start_mark.line and not lines[line].strip():
            line -= 1
    return line


def _ends_before(node: Node, mark: yaml.Mark) -> bool:
    """A block of text ends where the next line begins."""
    return bool(mark.column == 0 and mark.line > node.event.start_mark.line)


def _keeps(lines: list[str], node: Node) -> bool:
    """Say whether blank lines behind a block belong to it (`|+`)."""
    mark = node.event.start_mark
    return "+" in lines[mark.line][mark.column : mark.column + 3]


def _blocks(lines: list[str], node: Node, pointer: Pointer, head: int | None) -> Iterator[Block]:
    if not node.children or node.event.flow_style:
        return
    is_mapping = type(node.event) is yaml.MappingStartEvent
    for step, child in node.children.items():
        below = child.key.start_mark.line + 1 if is_mapping else None
        yield from _blocks(lines, child, (*pointer, step), below)
    if not is_mapping:
        return
    children = list(node.children.items())
    first_lines = [child.key.start_mark.line for _, child in children]
    if not all(a < b for a, b in pairwise(first_lines)):
        return  # two keys in one line: nothing that could be moved
    ends = [last_line(lines, child) + 1 for _, child in children]
    starts = [first_lines[0] if head is None else head, *ends[:-1]]
    chunks = [
        Chunk(str(step), start, line, end)
        for (step, _), start, line, end in zip(children, starts, first_lines, ends, strict=True)
    ]
    yield Block(pointer, tuple(chunks), children[0][1].key.start_mark.column)
