"""What a check is, what it looks at, and what it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from faultbook.checks.facts import Facts
from faultbook.checks.texts import Text
from faultbook.entry import Entry
from faultbook.problem import Level
from faultbook.source.document import Document, Place, Pointer


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check found.

    `pointer` leads to the value, `offset` to a character inside its text. `entry` is the id
    of the entry to mend; `other` is the second entry concerned, if any. `sentence` is the hash
    of the sentence meant, when only that is known; `file` is given when the id is not
    enough, `place` when the finding is about lines and not about a value.
    """

    pointer: Pointer
    message: str
    hint: str = ""
    offset: int | None = None
    entry: str = ""
    other: str | None = None
    sentence: int | None = None
    file: str | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Subject:
    """One entry as a check sees it: its values, its texts, and where its file lies.

    `folder` is the name of the folder when the file lies in a corpus, else `None`.
    """

    entry: Entry
    texts: tuple[Text, ...]
    file: str
    folder: str | None
    document: Document
    _searched: dict[tuple[str, ...], tuple[tuple[Text, ...], str]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def of_kind(self, *kinds: str) -> Iterator[Text]:
        """Return the texts of some kinds, in the order of the entry."""
        return (text for text in self.texts if text.kind in kinds)

    def search(
        self, pattern: re.Pattern[str], needs: Sequence[str], *kinds: str
    ) -> Iterator[tuple[Text, re.Match[str]]]:
        """Return all matches in the texts of some kinds; offsets are those in the text.

        Every match contains one of `needs`, in any case (they are given in lower case). Most
        entries contain none, and to see that is much quicker than to search.
        """
        if kinds not in self._searched:
            chosen = tuple(self.of_kind(*kinds))
            self._searched[kinds] = chosen, "\0".join(text.value for text in chosen).lower()
        texts, together = self._searched[kinds]
        if any(need in together for need in needs):
            for text in texts:
                for found in pattern.finditer(text.value):
                    yield text, found


EntryRule = Callable[[Subject], Iterable[Finding]]
"""Looks at one entry alone. Its findings depend on nothing but the entry's file."""

BatchRule = Callable[[Sequence[Subject]], Iterable[tuple[int, Finding]]]
"""As `EntryRule` for several entries at once, where a tool is too slow to be called for each.
Yields the index of the subject with each finding."""

CorpusRule = Callable[["World"], Iterable[Finding]]
"""Looks at the facts of all entries at once."""


@dataclass(frozen=True, slots=True)
class World:
    """What the checks across entries see.

    `facts` holds every readable entry by id, those that are to be reported on last; `root` is the
    folder that paths in entries are relative to; `today` is an ISO date. `repeated` pairs a file
    with the earlier one of its id; `broken` holds the names of files that could not be read.
    """

    facts: dict[str, Facts]
    repeated: tuple[tuple[Facts, Facts], ...]
    broken: frozenset[str]
    root: str
    today: str


@dataclass(frozen=True, slots=True)
class Check:
    """A rule with its reason. `bad` and `good` are short pieces of YAML."""

    id: str
    slug: str
    what: str
    why: str
    mend: str
    bad: str
    good: str
    level: Level = Level.ERROR
    on_entry: EntryRule | None = None
    on_batch: BatchRule | None = None
    on_corpus: CorpusRule | None = None
    fixable: bool = False
