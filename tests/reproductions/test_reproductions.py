"""The failures that can be provoked here, provoked with the real libraries.

Two suites share the scripts of this folder:

* `pytest tests/reproductions -m reproduction` (or `make reproduce`) runs each script and shows
  that what the library prints TODAY still leads to its entry;
* the quick suite reads `captured/*.log`, what each script printed when it was last run, and needs
  no library at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from capture import HERE

from faultbook.corpus import Corpus, load_corpus
from faultbook.paths import entries_dir


@dataclass(frozen=True, slots=True)
class Claim:
    """An entry that says it is reproduced by a script of this folder."""

    entry: str
    script: Path


def corpus() -> Corpus:
    return load_corpus([entries_dir()])


def claims() -> list[Claim]:
    """All entries marked as reproduced."""
    root = HERE.parent.parent
    return [
        Claim(entry.id, root / entry.evidence.reproduced.script)
        for entry in corpus().entries
        if entry.evidence.reproduced is not None
    ]
