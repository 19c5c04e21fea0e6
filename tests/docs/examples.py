"""The shell examples of the hand-written pages, line by line."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
_BLOCK = re.compile(r"^([ ]*)```bash\n(.*?)^\1```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Example:
    """One command line: the page and line it stands in, and its words."""

    page: str
    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.number}"

    @property
    def words(self) -> list[str]:
        return shlex.split(self.text, comments=True)


def blocks() -> Iterator[tuple[str, int, str]]:
    """Yield page, line and text of every block of shell."""
    for path in PAGES:
        text = path.read_text("utf-8")
        for found in _BLOCK.finditer(text):
            number = text.count("\n", 0, found.start(2)) + 1
            indent = found[1]
            body = "\n".join(row.removeprefix(indent) for row in found[2].splitlines())
            yield path.relative_to(ROOT).as_posix(), number, body


def examples() -> list[Example]:
    """Return every line that is a command."""
    return [
        Example(page, first + offset, row)
        for page, first, body in blocks()
        for offset, row in enumerate(body.splitlines())
        if row.strip() and not row.lstrip().startswith("#")
    ]
