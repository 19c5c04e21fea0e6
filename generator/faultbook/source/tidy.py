"""Mends what is mechanical in a file: key order, long lines, trailing blanks, the first line.

Comments stay with what they stand above. The result says what the file said before; if it would
not, the file is left as it is.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from faultbook.source.document import Document, Node, Pointer, parse_document
from faultbook.source.layout import Block, blocks, in_order, is_in_order, last_line
from faultbook.source.text import Unreadable, decode_text

MODELINE = "# yaml-language-server: $schema="

WIDTH = 120
"""Columns of a line of prose. Longer ones hide in a review."""

FOLDED = frozenset(
    "summary why means if_so cause known_by action risk lasts verify no_help_when question answer "
    "check note does hides result returns owner prevention_price documented not_reproduced reason "
    "condition mechanism limits stop_when hand_over not_a_fix do".split()
)
"""Properties of prose: a line break in them is a blank."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something that `tidy` would mend, at a line and column from 1."""

    line: int
    column: int
    words: str = ""


def out_of_order(document: Document) -> Iterator[Flaw]:
    """Yield the mappings whose keys are not in the order of the schema."""
    for block in () if is_in_order(document.data) else blocks(document):
        names = [chunk.name for chunk in block.chunks]
        wanted = in_order(block.pointer, names)
        if names != wanted:
            at = next(n for n, (a, b) in enumerate(zip(names, wanted, strict=True)) if a != b)
            chunk = block.chunks[at]
            words = f"`{wanted[at]}` comes before `{names[at]}`"
            yield Flaw(chunk.line + 1, block.column + 1, words)


def too_long(document: Document) -> Iterator[Flaw]:
    """Yield the prose that should be folded."""
    lines = document.text.split("\n")
    if max(map(len, lines)) > WIDTH:
        for _, node in _foldable(lines, document.root, ()):
            mark = node.event.start_mark
            yield Flaw(mark.line + 1, mark.column + 1)


def trailing_blanks(document: Document) -> Iterator[Flaw]:
    """Yield the lines that end in blanks, outside of what was printed."""
    lines = document.text.split("\n")
    for number in _trailing(document):
        yield Flaw(number + 1, len(lines[number].rstrip()) + 1)


def tidy(text: str, path: Path) -> str:
    """Return the text of the entry at `path` with its flaws mended.

    A text that cannot be parsed, or that could change its meaning, comes back as it was.
    """
    try:
        before = parse_document(text, "")
        mended = _with_modeline(text.replace("\r\n", "\n").rstrip() + "\n", path)
        for step in (_without_trailing, _folded, _ordered):
            mended = step(parse_document(mended, ""))
        after = parse_document(mended, "")
    except Unreadable:
        return text
    return mended if before.data == after.data and not before.problems else text


def tidy_file(path: Path) -> bool:
    """Mend a file in place and say whether it changed. The new file replaces it in one step."""
    try:
        text = decode_text(path.read_bytes(), str(path))
    except (OSError, Unreadable):
        return False
    mended = tidy(text, path)
    if mended == text:
        return False
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(mended.encode())
    beside.chmod(path.stat().st_mode)
    beside.replace(path)
    return True


def _with_modeline(text: str, path: Path) -> str:
    if text.startswith(MODELINE):
        return text
    folder = path.absolute().parent
    for above in (folder, *folder.parents):
        schema = above / "schema" / "entry.schema.json"
        if schema.is_file():
            return f"{MODELINE}{Path(os.path.relpath(schema, folder)).as_posix()}\n{text}"
    return text


def _trailing(document: Document) -> Iterator[int]:
    """Yield the lines (from 0) that end in blanks which are no part of a block of text."""
    if not re.search(r"[ \t]$", document.text, re.MULTILINE):
        return
    lines = document.text.split("\n")
    inside: set[int] = set()
    for node in _scalars(document.root):
        if node.event.style in ("|", ">"):
            inside.update(range(node.event.start_mark.line + 1, node.event.end_mark.line))
    for number, line in enumerate(lines):
        if line != line.rstrip() and (number not in inside or not line.strip()):
            yield number


def _without_trailing(document: Document) -> str:
    lines = document.text.split("\n")
    for number in _trailing(document):
        lines[number] = lines[number].rstrip()
    return "\n".join(lines)


def _scalars(node: Node) -> Iterator[Node]:
    for child in node.children.values():
        if type(child.event) is yaml.ScalarEvent:
            yield child
        else:
            yield from _scalars(child)


def _foldable(lines: list[str], node: Node, pointer: Pointer) -> Iterator[tuple[Pointer, Node]]:
    """Yield prose in lines that are too long and can be broken."""
    if node.event is not None and getattr(node.event, "flow_style", False):
        return
    for step, child in node.children.items():
        here = (*pointer, step)
        if type(child.event) is not yaml.ScalarEvent:
            yield from _foldable(lines, child, here)
        elif _is_prose(here) and _is_too_long(lines, child):
            yield here, child


def _is_prose(pointer: Pointer) -> bool:
    name = next((step for step in reversed(pointer) if isinstance(step, str)), "")
    return name in FOLDED or (name == "text" and pointer[0] in ("prevention", "evidence"))


def _is_too_long(lines: list[str], node: Node) -> bool:
    event = node.event
    first, last = event.start_mark.line, last_line(lines, node)
    if event.style == "|" or max(len(lines[n]) for n in range(first, last + 1)) <= WIDTH:
        return False
    value = event.value
    body = value.removesuffix("\n") if event.style == ">" else value
    if not body or not body.isprintable() or body != body.strip() or "  " in body:
        return False
    if event.style != ">" and lines[event.end_mark.line][event.end_mark.column :].strip():
        return False  # a comment behind the value
    longest = max(map(len, body.split(" "))) + _indent(node)
    return longest <= WIDTH or len(_fold(node)) > last - first + 1


def _indent(node: Node) -> int:
    """Return the column in which the folded lines of a value begin."""
    event = node.key or node.event
    return int(event.start_mark.column) + (2 if node.key else 0)


def _fold(node: Node) -> list[str]:
    """Return the lines of a value as a folded block, without those of its key."""
    indent = " " * _indent(node)
    body = node.event.value.removesuffix("\n") if node.event.style == ">" else node.event.value
    rows = textwrap.wrap(
        body,
        WIDTH - len(indent),
        break_long_words=False,
        break_on_hyphens=False,
        fix_sentence_endings=False,
    )
    return [indent + row for row in rows]


def _folded(document: Document) -> str:
    lines = document.text.split("\n")
    found = [node for _, node in _foldable(lines, document.root, ())]
    for node in sorted(found, key=lambda n: -n.event.start_mark.line):
        event = node.event
        mark = event.start_mark
        first, last = mark.line, last_line(lines, node)
        opening = lines[first][: mark.column] + (">" if event.value.endswith("\n") else ">-")
        lines[first : last + 1] = [opening, *_fold(node)]
    return "\n".join(lines)


def _ordered(document: Document) -> str:
    lines = document.text.split("\n")
    for block in blocks(document):
        names = [chunk.name for chunk in block.chunks]
        wanted = in_order(block.pointer, names)
        if names != wanted:
            _reorder(lines, block, wanted)
    return "\n".join(lines)


def _reorder(lines: list[str], block: Block, wanted: list[str]) -> None:
    """Put the chunks of a mapping into another order, in place. The lines keep their number."""
    start, end = block.chunks[0].start, block.chunks[-1].end
    first = block.chunks[0].line
    lead = lines[first][: block.column]  # blanks, or the `- ` of a list item
    lines[first] = " " * block.column + lines[first][block.column :]
    parts = {chunk.name: lines[chunk.start : chunk.end] for chunk in block.chunks}
    moved = [line for name in wanted for line in parts[name]]
    if lead.strip():  # the item's dash stands before what is now its first key
        key = next(n for n, line in enumerate(moved) if line.strip() and line.lstrip()[0] != "#")
        moved[key] = lead + moved[key][block.column :]
    lines[start:end] = moved
