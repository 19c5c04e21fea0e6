"""An entry as plain JSON data, in the form of its YAML file."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any

from faultbook.entry import Entry

Json = dict[str, Any]
"""A JSON object. Its shape is that of `schema/entry.schema.json`, which the tests check."""

# Fields of `Entry` that the file keeps under `perspectives`.
_PERSPECTIVES = ("executive", "on_call")
# Empty lists that the schema asks for even when there is nothing to say.
_REQUIRED_LISTS = frozenset({"signatures", "mitigation", "repair"})


def entry_document(entry: Entry) -> Json:
    """Return the data of an entry, valid against the schema: decoding it gives the entry back.

    Optional properties that are absent, empty or at their default are left out.
    """
    document = _object(entry)
    document["perspectives"] = {name: document.pop(name) for name in _PERSPECTIVES}
    return document


def plain_document(part: Any) -> Json:
    """Return the data of a part of an entry, such as one signature."""
    return _object(part)


def _object(value: Any) -> Json:
    made: Json = {}
    kind: type = type(value)
    for name, default in _fields(kind):
        inner = getattr(value, name)
        if _absent(name, default, inner):
            continue
        made[name] = inner if type(inner) is str else _plain(inner)
    return made


@cache
def _fields(kind: type) -> tuple[tuple[str, Any], ...]:
    """Return the names of a class's fields, and their defaults or `MISSING`."""
    return tuple((item.name, item.default) for item in fields(kind))


def _absent(name: str, default: Any, value: Any) -> bool:
    if value is None:
        return True
    if value == () and name not in _REQUIRED_LISTS:
        return True
    return default is not MISSING and bool(value == default)


def _plain(value: Any) -> Any:
    kind: type = type(value)
    if kind is tuple:
        return [item if type(item) is str else _plain(item) for item in value]
    if kind is str:
        return value
    if _is_record(kind):
        return _object(value)
    if kind is float and value.is_integer():
        return int(value)
    return str(value) if isinstance(value, str) else value


@cache
def _is_record(kind: type) -> bool:
    return is_dataclass(kind)
