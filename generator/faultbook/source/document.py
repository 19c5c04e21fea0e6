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
    """Where one value stands: the events that open and close it, its key's, its children."""

    __slots__ = ("children", "end", "event", "key")

    def __init__(self, event: Any, key: Any) -> None:
        self.event = event
        self.end = event
        self.key = key
        self.children: dict[str | int, Node] = {}


class Document:
    """A file's data, and where each part of it stands.

    The places are worked out when the first of them is asked for: most files have no problem.
    """

    __slots__ = ("_root", "data", "events", "file", "problems", "text")

    def __init__(
        self, file: str, text: str, data: Data, events: list[Any], problems: tuple[Problem, ...]
    ) -> None:
        self.file = file
        self.text = text
        self.data = data
        self.events = events
        self.problems = problems
        self._root: Node | None = None

    @property
    def root(self) -> Node:
        """The node of the whole document."""
        if self._root is None:
            self._root = _nodes(self.events)
        return self._root

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
    builder = _Builder(file)
    events: list[Any] = []
    try:
        while type(event := loader.get_event()) is not yaml.StreamEndEvent:
            events.append(event)
    except yaml.YAMLError as error:
        builder.build(events)  # what is refused above the error is said first
        quoted = next((e for e in reversed(events) if getattr(e, "style", "") in _QUOTES), None)
        line, column, message, hint = explain_yaml_error(error, text, quoted)
        check = "FB005" if message == TOO_DEEP else "FB002"
        raise refuse(file, line, column, check, message, hint) from None
    finally:
        loader.dispose()
    builder.build(events)
    if builder.is_empty:
        raise refuse(file, 1, 1, "FB002", "The file is empty.", "Begin with `id:` and `title:`.")
    return Document(file, text, builder.data, events, tuple(builder.problems))


_QUOTES = ("'", '"')


class _Builder:
    """Builds data from events, with its own stack; refuses what no entry should hold.

    Of two equal keys the first counts.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.data: Data = None
        self.is_empty = True
        self.problems: list[Problem] = []

    def build(self, events: list[Any]) -> None:  # noqa: PLR0912 - one loop over all events: hot
        """Raise `Unreadable` at the first thing that is refused."""
        stack: list[tuple[Any, Any, dict[str, Any]]] = []
        container: Any = None
        key: Any = None
        keys: dict[str, Any] = {}
        for event in events:
            kind = type(event)
            if kind is yaml.ScalarEvent:
                if event.anchor is not None or event.tag is not None:
                    raise self.magic(event)
                value: Data = event.value
                if key is None and type(container) is dict:
                    if value in keys:
                        self.repeated(keys[event.value], event)
                    key = event
                    continue
                if not event.style and event.implicit[0]:
                    value = _resolve(event.value)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                self.refuse_start(event, len(stack), is_key=key is None and type(container) is dict)
                stack.append((container, key, keys))
                container = {} if kind is yaml.MappingStartEvent else []
                key, keys = None, {}
                continue
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                value = container
                container, key, keys = stack.pop()
            elif kind is yaml.AliasEvent:
                raise self.magic(event)
            elif kind is yaml.DocumentStartEvent and not self.is_empty:
                message = "A second document begins here."
                raise self.error(event, "FB002", message, "Keep one entry a file; drop the `---`.")
            else:
                continue
            if container is None:
                self.data, self.is_empty = value, False
            elif type(container) is list:
                container.append(value)
            else:
                if key.value not in container:
                    container[key.value] = value
                    keys[key.value] = key
                key = None

    def refuse_start(self, event: Any, depth: int, *, is_key: bool) -> None:
        """Raise if a list or mapping may not begin here."""
        if event.anchor is not None or event.tag is not None:
            raise self.magic(event)
        if is_key:
            raise self.error(event, "FB002", "A key must be a word.", "Put the key in quotes.")
        if depth >= MAX_DEPTH:
            hint = "An entry needs 8; check the indentation or the brackets."
            raise self.error(event, "FB005", TOO_DEEP, hint)

    def repeated(self, first: Any, again: Any) -> None:
        mark = again.start_mark
        message = (
            f"`{again.value}` stands here a second time; the first is in line "
            f"{first.start_mark.line + 1}."
        )
        place = (self.file, mark.line + 1, mark.column + 1)
        self.problems.append(Problem(*place, "FB003", message, "Keep one of them."))

    def magic(self, event: Any) -> Unreadable:
        if type(event) is yaml.AliasEvent:
            message = f"The alias `*{event.anchor}` refers to another place."
        elif event.anchor is not None:
            message = f"The anchor `&{event.anchor}` names a place for copies."
        else:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            message = f"The tag `{tag}` is not allowed."
        hint = "Write the value out; put text that begins with `&`, `*` or `!` in quotes."
        return self.error(event, "FB004", message, hint)

    def error(self, event: Any, check: str, message: str, hint: str) -> Unreadable:
        mark = event.start_mark
        return refuse(self.file, mark.line + 1, mark.column + 1, check, message, hint)


def _nodes(events: list[Any]) -> Node:
    """Build the tree of places; it has the shape of the data."""
    root = Node(None, None)
    stack: list[Node] = [root]
    key: Any = None
    for event in events:
        kind = type(event)
        if kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            stack.pop().end = event
            continue
        if kind not in (yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent):
            continue
        parent = stack[-1]
        in_mapping = type(parent.event) is yaml.MappingStartEvent
        if in_mapping and key is None:
            key = event
            continue
        node = Node(event, key if in_mapping else None)
        parent.children.setdefault(key.value if in_mapping else len(parent.children), node)
        if kind is not yaml.ScalarEvent:
            stack.append(node)
        key = None
    return root.children[0]


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
