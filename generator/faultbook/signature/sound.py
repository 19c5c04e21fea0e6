"""The index of the entries whose signatures can be compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from faultbook.entry import Entry
from faultbook.signature.compile import compile_index
from faultbook.signature.index import SignatureIndex
from faultbook.signature.pattern import SignatureError

Tell = Callable[[Entry, SignatureError], None]
"""Told of each entry that is left out, and why."""


def compile_sound(entries: Iterable[Entry], tell: Tell | None = None) -> SignatureIndex:
    """Compile the entries that can be; the others are `faultbook check`'s to mend."""
    everything = tuple(entries)
    try:
        return compile_index(everything)
    except SignatureError:
        return compile_index([entry for entry in everything if _is_sound(entry, tell)])


def _is_sound(entry: Entry, tell: Tell | None) -> bool:
    try:
        compile_index((entry,))
    except SignatureError as error:
        if tell is not None:
            tell(entry, error)
        return False
    return True
