"""What kind of line a line is, whether or not an entry knows it.

The order of the kinds is the order in which they may name the first real error: a kernel
line before a Python exception, that before a line that only has ERROR on it. Echoes (the
launcher's teardown, a peer that saw a connection close) never name it.
"""

from __future__ import annotations

import re
from enum import IntEnum

from faultbook.diagnosis import vocabulary as words
from faultbook.logs.record import LogLine


class Kind(IntEnum):
    """The kind of a line; smaller is nearer to a cause."""

    KERNEL = 0
    NODE = 1
    EXCEPTION = 2
    NATIVE = 3
    SIGNAL = 4
    NCCL = 5
    ERROR = 6
    WATCHDOG = 7
    EXIT = 8
    SUSPECT = 9
    ECHO = 20
    TRACEBACK = 30
    CHAIN = 31
    PLAIN = 40


LOOKED_AT = 4_096  # characters at each end of a line

ROOTS = frozenset({Kind.KERNEL, Kind.NODE, Kind.EXCEPTION, Kind.NATIVE, Kind.SIGNAL})
"""Kinds of lines that end a process or a job by themselves."""

# The first that is found says the kind, whatever level the line has.
_BY_WORDS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (words.TRACEBACK, Kind.TRACEBACK),
    (words.CHAIN, Kind.CHAIN),
    (words.FRAME, Kind.PLAIN),
    (words.HEADING, Kind.PLAIN),
    (words.CUDA_IN_WATCHDOG, Kind.NATIVE),
    (words.NODE, Kind.NODE),
    (words.TERM_ROW, Kind.ECHO),
    (words.EXIT, Kind.EXIT),
    (words.ECHO, Kind.ECHO),
    (words.FAILED_BANNER, Kind.ECHO),
    (words.REJECTED, Kind.NODE),
    (words.EVENT_ERROR, Kind.ERROR),
    (words.EVENT, Kind.SUSPECT),
)
# The same, for lines that are not INFO or less.
_BY_LOUD_WORDS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (words.NATIVE, Kind.NATIVE),
    (words.SIGNAL, Kind.SIGNAL),
)


def kind_of(line: LogLine) -> Kind:
    """Return the kind of a line from its message, its level and its source."""
    message = telling(line.message)
    if line.source == "kernel" or words.KERNEL_TEXT.search(message):
        return _kernel(message)
    for expression, kind in _BY_WORDS:
        if expression.search(message):
            return kind
    if is_exception(message):
        return Kind.EXCEPTION
    if words.WATCHDOG.search(message):
        return Kind.WATCHDOG
    if line.level not in words.QUIET_LEVELS:
        for expression, kind in _BY_LOUD_WORDS:
            if expression.search(message):
                return kind
    return _by_level(line, message)


def telling(message: str) -> str:
    """Return the part of a message that is looked at: of a very long one, both ends."""
    if len(message) <= 2 * LOOKED_AT:
        return message
    return f"{message[:LOOKED_AT]} {message[-LOOKED_AT:]}"


def _kernel(message: str) -> Kind:
    if words.PREVIOUS_XID.search(message):
        return Kind.ECHO
    return Kind.KERNEL if words.KERNEL.search(message) else Kind.PLAIN


def _by_level(line: LogLine, message: str) -> Kind:
    if line.source == "nccl":
        return Kind.NCCL if line.level in {"WARNING", "ABORT", "ERROR"} else Kind.PLAIN
    if words.CODE.match(message) or words.LABELS.match(message) or not message.strip():
        return Kind.PLAIN
    if line.level in words.LOUD_LEVELS:
        return Kind.ERROR
    if line.level is None and words.ERROR_TEXT.search(message):
        return Kind.ERROR
    if line.level == "WARNING" and words.SUSPECT.search(message):
        return Kind.SUSPECT
    return Kind.PLAIN


def is_exception(message: str) -> bool:
    """Say whether a message is the last line of a Python traceback."""
    return exception_name(message) is not None


def exception_name(message: str) -> str | None:
    """Return the dotted name of the exception whose last line this is, else None."""
    text = message.lstrip("^~ \t") if message[:1] in ("^", "~") else message
    found = words.EXCEPTION.match(text)
    if not found or words.WARNING_NAME.search(found[1]):
        return None
    if "." not in found[1] and words.PROSE_EXCEPTION.match(text):
        return None
    return found[1]


def is_frame(message: str) -> bool:
    """Say whether a line is a part of a traceback above its last line."""
    return bool(words.BLANK_OR_BOX.match(message) or words.FRAME.match(message))


def is_heading(message: str) -> bool:
    """Say whether a line is NCCL's heading of the reason on the next line."""
    return bool(words.HEADING.match(message))


def ends_traceback(message: str) -> bool:
    """Say whether a line may be the last one of a traceback: a name, and perhaps a text."""
    return bool(words.ANY_NAME.match(message)) and not words.ECHO.search(message)
