"""One file to one `Entry`, or to the list of what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from faultbook.entry import Entry
from faultbook.problem import Problem
from faultbook.source.decode import decode_entry
from faultbook.source.document import Document, parse_document, read_document
from faultbook.source.schema import validate
from faultbook.source.text import Unreadable, decode_text


@dataclass(frozen=True, slots=True)
class Loaded:
    """What one file gave: an entry, or problems (then `entry` is `None`)."""

    file: str
    document: Document | None
    entry: Entry | None
    problems: tuple[Problem, ...]


def load_file(path: Path, file: str | None = None) -> Loaded:
    """Read, validate and decode one file. Never raises for what is in the file."""
    name = file if file is not None else str(path)
    try:
        return _load(read_document(path, name))
    except Unreadable as error:
        return Loaded(name, None, None, (error.problem,))


def load_bytes(raw: bytes, file: str) -> Loaded:
    """As `load_file`, for the content of a file."""
    try:
        return _load(parse_document(decode_text(raw, file), file))
    except Unreadable as error:
        return Loaded(file, None, None, (error.problem,))


def load_text(text: str, file: str) -> Loaded:
    """As `load_file`, for text that is in memory."""
    try:
        return _load(parse_document(text, file))
    except Unreadable as error:
        return Loaded(file, None, None, (error.problem,))


def _load(document: Document) -> Loaded:
    problems = (*document.problems, *validate(document))
    if problems or not isinstance(document.data, dict):
        return Loaded(document.file, document, None, tuple(sorted(problems)))
    return Loaded(document.file, document, decode_entry(document.data), ())
