"""Cleaning: bytes of unknown quality to text without control characters.

Colours go, carriage returns become separate segments, invalid UTF-8 becomes U+FFFD, and
NUL bytes vanish (a UTF-16 log opened as UTF-8 becomes readable by that alone).
"""

from __future__ import annotations

import re

# CSI, OSC (title, hyperlink; ended by BEL or ESC \), and two-byte escapes. Every repetition
# is over one class that the next item does not share, so matching is linear.
ANSI_SOURCE = (
    r"\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b\n]{0,2048}(?:\x07|\x1b\\)?"
    r"|[@-Z\\^_]|[()][0-9A-B])"
)
# The ESC byte lost in copy and paste leaves "[36m(RayWorker" behind.

_ANSI = re.compile(ANSI_SOURCE)
_ANSI_BYTES = re.compile(ANSI_SOURCE.encode("ascii"))
_ORPHAN = re.compile(r"\[(?:0|1|2|3[0-7]|9[0-7]|[01];3[0-7])m(?=[^\s\]])")
_ORPHAN_RESET = re.compile(r"\[0m(?=\s|$)")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x0c\x0e-\x1f\x7f]")
_PROGRESS_CR = re.compile(r"\r+")
_UTF16_MARK = "\ufffd\ufffd"  # FF FE or FE FF, read as UTF-8
_WORTH_A_COPY = 4096  # bytes


def clean_bytes(chunk: bytes) -> bytes:
    """Take colours and NULs out of whole lines of a log. Newlines and their number stay."""
    if b"\x00" in chunk:
        chunk = chunk.replace(b"\x00", b"")
    if b"\x1b" in chunk:
        chunk = _ANSI_BYTES.sub(b"", chunk)
    return chunk


def clean_text(raw: bytes | str) -> str:
    """Return one physical line as clean text; carriage returns inside it stay."""
    text = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw
    text = text.rstrip("\r\n")
    if text.startswith("\ufeff"):
        text = text[1:]
    elif text.startswith(_UTF16_MARK):
        text = text[2:]
    if "\x1b" in text:
        text = _ANSI.sub("", text)
    if "[" in text and "m" in text:
        text = _ORPHAN_RESET.sub("", _ORPHAN.sub("", text))
    if text.startswith("^M"):
        text = text[2:]
    return text if text.isprintable() else _CONTROL.sub("", text)


def segments(text: str) -> list[str]:
    """Split a clean physical line at carriage returns; blank segments vanish."""
    if "\r" not in text:
        return [text]
    parts = [part for part in _PROGRESS_CR.split(text) if part.strip()]
    return parts or [""]


def count_breaks(data: bytes, start: int, end: int) -> int:
    """Return how many line breaks stand in `data[start:end]`.

    Up to CPython 3.12 `bytes.count` looks at one byte after the other, while `bytes.replace`
    leaps from break to break with `memchr`: a third of the time, for a copy that is dropped.
    """
    if end - start < _WORTH_A_COPY:
        return data.count(b"\n", start, end)
    stretch = data[start:end]
    return len(stretch) - len(stretch.replace(b"\n", b""))
