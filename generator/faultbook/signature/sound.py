"""The index of the entries whose signatures can be compiled."""

from __future__ import annotations

from collections.abc import Iterable

from faultbook.entry import Entry
from faultbook.signature.compile import compile_index
from faultbook.signature.index import SignatureIndex
from faultbook.signature.pattern import SignatureError


def compile_sound(entries: Iterable[Entry]) -> SignatureIndex:
    """Compile the entries that can be; the others are `faultbook check`'s to name."""
    everything = tuple(entries)
    try:
        return compile_index(everything)
    except SignatureError:
        return compile_index([entry for entry in everything if _is_sound(entry)])


def _is_sound(entry: Entry) -> bool:
    try:
        compile_index((entry,))
    except SignatureError:
        return False
    return True
