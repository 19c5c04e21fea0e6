"""What is wrong with an entry, and where: the one value that every check produces."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Level(StrEnum):
    """How much a problem matters. Only errors fail a run."""

    ERROR = "error"
    WARNING = "warning"


def _visible(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode("ascii")


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that is wrong.

    `file` is the path as it was given; `line` and `column` count from 1, in characters.
    `message` says what is wrong, `hint` what to write instead (empty when nothing can be said).
    `entry` is the id of the entry, `other` that of a second one that is concerned.
    """

    file: str
    line: int
    column: int
    check: str
    message: str
    hint: str = ""
    level: Level = Level.ERROR
    entry: str | None = field(default=None, compare=False)
    other: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        # A message may quote the file: no colour codes in terminals, no control codes in XML.
        for name in ("message", "hint"):
            text = getattr(self, name)
            if not text.isprintable():
                object.__setattr__(self, name, "".join(map(_visible, text)))

    def __str__(self) -> str:
        text = f"{self.message} {self.hint}" if self.hint else self.message
        return f"{self.file}:{self.line}:{self.column}: {self.level} {self.check}: {text}"
