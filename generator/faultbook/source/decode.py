"""Validated data to the frozen dataclasses of `faultbook.entry`.

The converters are made once from the dataclasses' own annotations, so a new optional field
needs no change here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from faultbook.entry import Entry

Convert = Callable[[Any], Any]


def decode_entry(data: dict[str, Any]) -> Entry:
    """Turn the data of a file that fits the schema into an `Entry`."""
    flat = {k: v for k, v in data.items() if k != "perspectives"} | data["perspectives"]
    entry = converter_of(Entry)(flat)
    assert isinstance(entry, Entry)
    return entry


@cache
def converter_of(kind: Any) -> Convert:
    """Return the function that turns plain data into a value of the annotated `kind`."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _of_union(tuple(get_args(kind)))
    if origin is tuple:
        return _of_items(converter_of(get_args(kind)[0]))
    if isinstance(kind, type) and is_dataclass(kind):
        return _of_record(kind)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind
    return float if kind is float else _as_it_is


def _of_record(kind: type[Any]) -> Convert:
    hints = get_type_hints(kind)
    parts = {f.name: converter_of(hints[f.name]) for f in fields(kind)}
    plain = frozenset(name for name, convert in parts.items() if convert is _as_it_is)

    def convert(data: dict[str, Any]) -> Any:
        return kind(**{k: v if k in plain else parts[k](v) for k, v in data.items()})

    return convert


def _of_items(item: Convert) -> Convert:
    return tuple if item is _as_it_is else lambda data: tuple(map(item, data))


def _of_union(kinds: tuple[Any, ...]) -> Convert:
    inner = [converter_of(k) for k in kinds if k is not type(None)]
    return inner[0] if len(inner) == 1 else _as_it_is


def _as_it_is(value: Any) -> Any:
    return value
