"""Taking off what a terminal would not show as text: escapes and carriage returns.

Both forms, for text and for bytes, do the same. A carriage return inside a line counts as
a blank, since what follows it is another text; line breaks stay.
"""

from __future__ import annotations

import re

# CSI sequences (colours, cursor), OSC strings (titles, links), other two-character escapes.
_ESCAPE = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -/]+[0-~]|[0-Z\\^_`a-~])?"
_ESCAPE_TEXT = re.compile(_ESCAPE)
_ESCAPE_BYTES = re.compile(_ESCAPE.encode())
_SPACES = re.compile(b"  +")


def clean_line(line: str) -> str:
    """A line as it is matched: no terminal escapes, no carriage return, no line break."""
    line = line.rstrip("\r\n")
    if "\x1b" in line:
        line = _ESCAPE_TEXT.sub("", line)
    return line.replace("\r", " ") if "\r" in line else line


def flatten(block: bytes) -> bytes:
    """A block with every blank as a space, and without terminal escapes.

    It has the same lines as the block; without escapes it has the same length as well.
    """
    if b"\x1b" in block:
        block = _ESCAPE_BYTES.sub(b"", block)
    block = block.replace(b"\r", b" ").replace(b"\t", b" ")
    return block.replace(b"\xc2\xa0", b"  ") if b"\xc2" in block else block


def narrow(block: bytes) -> bytes:
    """A flattened block with every run of spaces as one space."""
    return _SPACES.sub(b" ", block)
