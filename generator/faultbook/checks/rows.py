"""Records as nested lists and back: small, quick, and safe to read from a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

Row = list[Any]


def encode(record: Any) -> Any:
    """Turn a dataclass made of plain values, tuples and dataclasses into lists."""
    if isinstance(record, str):
        return str(record)
    if record is None or isinstance(record, int | float):
        return record
    if isinstance(record, tuple):
        return list(record) if record and type(record[0]) is int else [encode(r) for r in record]
    kind: Any = type(record)
    return [encode(getattr(record, name)) for name in _names(kind)]


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def decoder(kind: Any) -> Callable[[Any], Any]:
    """Return the function that turns what `encode` made back into a `kind`.

    It raises `TypeError` or `ValueError` for rows of another shape.
    """
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return decoder(next(k for k in get_args(kind) if k is not type(None)))
    if origin is tuple:
        inner = get_args(kind)[0]
        item = decoder(inner)
        plain = inner in (int, str) or origin_is_mixed(inner)
        return tuple if plain else lambda rows: tuple(map(item, rows))
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        parts = [decoder(hints[name]) for name in _names(kind)]
        plain_at = [part is _same for part in parts]

        def decode(row: Row) -> Any:
            return kind(
                *(
                    v if same or v is None else part(v)
                    for part, same, v in zip(parts, plain_at, row, strict=True)
                )
            )

        return decode
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind
    return _same


def origin_is_mixed(kind: Any) -> bool:
    """Say whether a kind is a union of plain values, as in a pointer."""
    return get_origin(kind) in (Union, UnionType) and set(get_args(kind)) <= {int, str}


def _same(value: Any) -> Any:
    return value
