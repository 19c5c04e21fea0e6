"""Text of a log made safe to print: what it holds is shown, and does nothing."""

from __future__ import annotations

import unicodedata

_SHOWN = {"\t": "    "}
# Cc: control; Cf: format (bidirectional overrides among them); Cs: lone surrogates.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def visible(text: str) -> str:
    """Return text with control and format characters written out, such as `\\\\x1b`."""
    if text.isprintable():
        return text
    return "".join(_show(char) for char in text)


def _show(char: str) -> str:
    if char in _SHOWN:
        return _SHOWN[char]
    if char.isprintable() or unicodedata.category(char) not in _HIDDEN:
        return char
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
