"""Bytes of a file to text, refusing what no entry should hold."""

from __future__ import annotations

import re
from pathlib import Path

from faultbook.problem import Problem

MAX_BYTES = 512 * 1024
"""An entry is 10 to 40 KB; anything far above is a mistake or an attack."""

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


class Unreadable(Exception):  # noqa: N818 - a carrier of one problem, not a fault of ours
    """A file that cannot become a document; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def refuse(file: str, line: int, column: int, check: str, message: str, hint: str) -> Unreadable:
    """Make the exception for one problem (lines and columns count from 1)."""
    return Unreadable(Problem(file, line, column, check, message, hint))


def read_text(path: Path, file: str) -> str:
    """Read `path` as UTF-8. Raises `Unreadable` with a problem that names `file`."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise too_large(file, size)
        raw = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise refuse(
            file, 1, 1, "FB001", f"The file cannot be read: {reason}.", "Check its path and rights."
        ) from None
    return decode_text(raw, file)


def too_large(file: str, size: int) -> Unreadable:
    """Say that a file is larger than an entry may be."""
    return refuse(
        file,
        1,
        1,
        "FB001",
        f"The file has {size:,} bytes; an entry may have {MAX_BYTES:,}.",
        "Keep only the lines of a log that matter, and split what is two failures.",
    )


def decode_text(raw: bytes, file: str) -> str:
    """Decode the bytes of an entry, strictly. Raises `Unreadable`."""
    if len(raw) > MAX_BYTES:
        raise too_large(file, len(raw))
    if raw.startswith(b"\xef\xbb\xbf"):
        message = "The file begins with a byte order mark (EF BB BF)."
        raise refuse(file, 1, 1, "FB001", message, "Save it as UTF-8 without one.")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        message = "The file is encoded in UTF-16."
        raise refuse(file, 1, 1, "FB001", message, "Save it as UTF-8.")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        line, column = line_and_column(before, len(before))
        message = f"The byte 0x{raw[error.start]:02x} is not UTF-8."
        hint = "Save the file as UTF-8, or type the character again."
        raise refuse(file, line, column, "FB001", message, hint) from None
    if found := _CONTROL.search(text):
        line, column = line_and_column(text, found.start())
        code = ord(found.group())
        message = f"The control character U+{code:04X} stands in the file."
        hint = (
            "Take it out."
            if code == 0
            else f'Take it out, or write it as "\\x{code:02x}" in double quotes.'
        )
        raise refuse(file, line, column, "FB001", message, hint)
    return text


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column (from 1) of a character offset."""
    start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - start + 1
