"""What patterns are made of, and the few rules about characters that all of it shares."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

BLANKS = " \t\u00a0"
"""The characters that count as a blank: space, tab, no-break space."""


class Kind(StrEnum):
    """What a placeholder stands for."""

    INT = "int"
    NUM = "num"
    HEX = "hex"
    WORD = "word"
    PATH = "path"
    HOST = "host"
    IP = "ip"
    QUOTED = "quoted"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Text:
    """Literal text. It neither begins nor ends with a blank; inside, one space is any run."""

    text: str


@dataclass(frozen=True, slots=True)
class Blank:
    """A run of one or more blanks between a text and a placeholder."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A placeholder; with `choices` it stands for one of these values only."""

    kind: Kind
    choices: tuple[str, ...] = ()


Token: TypeAlias = Text | Blank | Slot


class SignatureError(ValueError):
    """A signature that cannot be used.

    Attributes:
        message: what is wrong, without a final stop.
        offset: where in the text it is wrong, in characters from 0.
        hint: what to write instead.
    """

    def __init__(self, message: str, offset: int, hint: str) -> None:
        super().__init__(f"{message}. {hint}")
        self.message = message
        self.offset = offset
        self.hint = hint


def fold(text: str) -> str:
    """The text with ASCII letters in lower case and all else as it is."""
    if text.isascii():
        return text.lower()
    return _UPPER.sub(_lower, text)


def escape(text: str) -> str:
    """Literal text as it must be written in a signature."""
    return text.replace("\\", "\\\\").replace("<", "\\<")


def is_word(char: str) -> bool:
    """Whether the (one or no) character is an ASCII letter, a digit or an underscore."""
    return char in _WORD_CHARS and char != ""


def is_digit(char: str) -> bool:
    """Whether the (one or no) character is an ASCII digit."""
    return char in _DIGITS and char != ""


def touches(kind: Kind, before: str, after: str) -> bool:
    """Whether the text before or after a value of a restricted placeholder touches it.

    A number is touched by a digit, by a decimal point with a digit beyond it, and by a
    sign directly before it; a word by a letter, a digit or an underscore.
    """
    if kind == Kind.ANY:
        return False
    if kind in (Kind.INT, Kind.NUM):
        last = before[-1:]
        return (
            is_digit(last)
            or last in ("+", "-")
            or (last == "." and is_digit(before[-2:-1]))
            or is_digit(after[:1])
            or (after[:1] == "." and is_digit(after[1:2]))
        )
    return is_word(before[-1:]) or is_word(after[:1])


_DIGITS = "0123456789"
_WORD_CHARS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_" + _DIGITS)
_UPPER = re.compile("[A-Z]+")


def _lower(match: re.Match[str]) -> str:
    return match.group().lower()
