"""A YAML file as plain data, together with the place of every node.

The reader is built on libyaml's events, not on its composer: it keeps its own stack, so deep
nesting cannot exhaust the C stack; it sees anchors, aliases and tags before they act; and it
reads scalars by YAML 1.2 rules (`no`, `on` and dates stay text).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from faultbook.problem import Problem
from faultbook.source.syntax import MAX_DEPTH, TOO_DEEP, explain_yaml_error
from faultbook.source.text import Unreadable, read_text, refuse

Pointer = tuple[str | int, ...]
"""The way from the root to a node: keys and list indexes (from 0)."""

Data = dict[str, "Data"] | list["Data"] | str | int | float | bool | None

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_WORDS: dict[str, bool | None] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}


@dataclass(frozen=True, slots=True)
class Place:
    """A line and a column, both from 1."""

    line: int
    column: int


class Node:
    """Where one value stands: the event that opened it, its key's event and its children."""

    __slots__ = ("children", "event", "key")

    def __init__(self, event: Any, key: Any) -> None:
        self.event = event
        self.key = key
        self.children: dict[str | int, Node] = {}


@dataclass(frozen=True, slots=True)
class Document:
    """A file's data, and where each part of it stands."""

    file: str
    text: str
    data: Data
    root: Node
    problems: tuple[Problem, ...] = ()

    def node(self, pointer: Pointer) -> Node:
        """Return the node at `pointer`, or the nearest one above it."""
        node = self.root
        for step in pointer:
            child = node.children.get(step)
            if child is None:
                return node
            node = child
        return node

    def place(self, pointer: Pointer) -> Place:
        """Return where the value at `pointer` begins."""
        mark = self.node(pointer).event.start_mark
        return Place(mark.line + 1, mark.column + 1)

    def key_place(self, pointer: Pointer) -> Place:
        """Return where the key of the value at `pointer` begins (of a list item: the item)."""
        node = self.node(pointer)
        mark = (node.key or node.event).start_mark
        return Place(mark.line + 1, mark.column + 1)

    def problem(self, pointer: Pointer, check: str, message: str, hint: str = "") -> Problem:
        """Make a problem that points at the value at `pointer`."""
        place = self.place(pointer)
        return Problem(self.file, place.line, place.column, check, message, hint)


def read_document(path: Path, file: str | None = None) -> Document:
    """Read one file. Raises `Unreadable` when it cannot become data at all."""
    name = file if file is not None else str(path)
    return parse_document(read_text(path, name), name)


def parse_document(text: str, file: str) -> Document:
    """Parse the text of one file. Raises `Unreadable` when it cannot become data at all."""
    loader = _Loader(text)
    builder = _Builder(file, text)
    try:
        return builder.build(loader)
    except yaml.YAMLError as error:
        line, column, message, hint = explain_yaml_error(error, text, builder.quoted)
        check = "FB005" if message == TOO_DEEP else "FB002"
        raise refuse(file, line, column, check, message, hint) from None
    finally:
        loader.dispose()


class _Builder:
    """Turns a stream of YAML events into data and nodes, with its own stack."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.problems: list[Problem] = []
        self.containers: list[dict[str, Data] | list[Data]] = []
        self.nodes: list[Node] = []
        self.keys: list[Any] = []
        self.quoted: Any = None

    def build(self, loader: Any) -> Document:
        root: tuple[Data, Node] | None = None
        get_event = loader.get_event
        while True:
            event = get_event()
            kind = type(event)
            if kind is yaml.ScalarEvent:
                root = self.scalar(event) or root
            elif kind is yaml.MappingStartEvent:
                self.open(event, {})
            elif kind is yaml.SequenceStartEvent:
                self.open(event, [])
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                root = self.close() or root
            elif kind is yaml.AliasEvent:
                raise self.magic(event, f"The alias `*{event.anchor}` refers to another place.")
            elif kind is yaml.DocumentStartEvent and root is not None:
                message = "A second document begins here."
                raise self.error(event, "FB002", message, "Keep one entry a file; drop the `---`.")
            elif kind is yaml.StreamEndEvent:
                break
        if root is None:
            raise refuse(
                self.file, 1, 1, "FB002", "The file is empty.", "Begin with `id:` and `title:`."
            )
        return Document(self.file, self.text, root[0], root[1], tuple(self.problems))

    def scalar(self, event: Any) -> tuple[Data, Node] | None:
        self.refuse_magic(event)
        if event.style in ("'", '"'):
            self.quoted = event
        if self.containers and type(self.containers[-1]) is dict and self.keys[-1] is None:
            self.key(event)
            return None
        value: Data = event.value
        if event.implicit[0] and event.style in (None, ""):
            value = _resolve(event.value)
        return self.add(value, Node(event, None))

    def key(self, event: Any) -> None:
        name = event.value
        mapping = self.containers[-1]
        if name in mapping:
            first = self.nodes[-1].children[name].key.start_mark.line + 1
            mark = event.start_mark
            self.problems.append(
                Problem(
                    self.file,
                    mark.line + 1,
                    mark.column + 1,
                    "FB003",
                    f"`{name}` stands here a second time; the first is in line {first}.",
                    "Keep one of them.",
                )
            )
        self.keys[-1] = event

    def open(self, event: Any, container: dict[str, Data] | list[Data]) -> None:
        self.refuse_magic(event)
        if self.containers and type(self.containers[-1]) is dict and self.keys[-1] is None:
            raise self.error(event, "FB002", "A key must be a word.", "Put the key in quotes.")
        if len(self.containers) >= MAX_DEPTH:
            raise self.error(
                event,
                "FB005",
                TOO_DEEP,
                "An entry needs 8; check the indentation or the brackets.",
            )
        self.containers.append(container)
        self.nodes.append(Node(event, None))
        self.keys.append(None)

    def close(self) -> tuple[Data, Node] | None:
        self.keys.pop()
        return self.add(self.containers.pop(), self.nodes.pop())

    def add(self, value: Data, node: Node) -> tuple[Data, Node] | None:
        if not self.containers:
            return value, node
        container = self.containers[-1]
        if type(container) is dict:
            node.key = self.keys[-1]
            name = node.key.value
            if name not in container:  # of two equal keys the first counts
                container[name] = value
                self.nodes[-1].children[name] = node
            self.keys[-1] = None
        else:
            assert type(container) is list
            self.nodes[-1].children[len(container)] = node
            container.append(value)
        return None

    def refuse_magic(self, event: Any) -> None:
        if event.anchor is not None:
            raise self.magic(event, f"The anchor `&{event.anchor}` names a place for copies.")
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            raise self.magic(event, f"The tag `{tag}` is not allowed.")

    def magic(self, event: Any, message: str) -> Unreadable:
        hint = "Write the value out; put text that begins with `&`, `*` or `!` in quotes."
        return self.error(event, "FB004", message, hint)

    def error(self, event: Any, check: str, message: str, hint: str) -> Unreadable:
        mark = event.start_mark
        return refuse(self.file, mark.line + 1, mark.column + 1, check, message, hint)


def _resolve(text: str) -> Data:
    """Read an unquoted scalar by the core rules of YAML 1.2."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "0123456789+-.":
        if _INT.match(text):
            return int(text) if len(text) < 300 else text
        if _FLOAT.match(text):
            return float(text)
    return text
