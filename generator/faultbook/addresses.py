"""Addresses in an entry's own sentences: "5.2" is its second check, "[@x]" its source "12.3".

The numbers are those of the page, the same in every entry (`faultbook.views.words.SECTIONS`). A
sentence may hold versions of the same shape ("CANN 8.2", "until 5.2"), which are no addresses. A
section alone is one only where the reader is sent there: "Go to 8", "this failure: 8, repair".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from faultbook.entry import REPRODUCTION, Check, Entry, FixStep

CHECKS, FIXES = 5, 8  # the numbers of the sections "Confirm" and "Fix"

_NUMBER = re.compile(
    r"(?<![\w.:=~<>@/-])([58])\.([1-9][0-9]?)(?![\w%]|[./:-]\w)"
    r"(?!\s+(?:[KMGT]i?B|[kMG]bit|ms|hours?|minutes?|seconds?|million|percent)\b)"
    r"(?!,?\s+(?:or|and)\s+(?:later|newer|older|earlier|above|below|up)\b)"
)
_SECTION = re.compile(
    r"\b(?:[Gg]o to|[Ll]ook at|Read)\s([1-9]|1[0-3])(?=[,:;.](?:\s|$)|$)"
    r"|:\s([1-9]|1[0-3])(?=,\s(?:mitigation|repair|first|second|the\s(?:first|last))\b)"
)
_DIGIT = re.compile("[0-9]")
# What stands before a version: a name with a capital inside or of capitals, or such a word.
_BEFORE_VERSION = re.compile(
    r"(?:\b\w*[a-z0-9_][A-Z]\w*|\b[A-Z]{2,}\w*|\b(?:[Vv]ersions?|[Rr]eleases?|[Cc]apability|[Kk]ernel|"
    r"[Ss]ince|[Uu]ntil|[Bb]efore|[Tt]han|gcc|bash|glibc|torch|transformers|[Pp]ython|[Dd]ocker))\s$"
)

_CITATION = re.compile(r"(\s*)\[@([a-z0-9-]+)\]")
# Some sentences need what they cite: "as in [@x]", "the answer of [@x]".
_NEEDS_IT = re.compile(r"\b(?:in|of|by|from|with|to|and|as|see|at|under|than)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Address:
    """A number in a text, from `start` to `end`; `number` is `None` for a whole section."""

    start: int
    end: int
    section: int
    number: int | None = None

    @property
    def anchor(self) -> str:
        """The id of the place on the page."""
        return f"s{self.section}" if self.number is None else f"s{self.section}-{self.number}"


def addresses(text: str, entry: Entry) -> Iterator[Address]:
    """Yield the addresses in a sentence of an entry; a number that it does not have is none."""
    if "5." in text or "8." in text:
        last = {CHECKS: len(entry.confirm), FIXES: len(fix_steps(entry))}
        for found in _NUMBER.finditer(text):
            section, number = int(found[1]), int(found[2])
            if number <= last[section] and not _BEFORE_VERSION.search(text, 0, found.start()):
                yield Address(found.start(), found.end(), section, number)


def sections(text: str) -> Iterator[Address]:
    """Yield the sections to which a sentence sends its reader."""
    if not _DIGIT.search(text):
        return
    for found in _SECTION.finditer(text):
        group = found.lastindex or 1
        yield Address(found.start(group), found.end(group), int(found[group]))


def fix_steps(entry: Entry) -> tuple[FixStep, ...]:
    """Return the steps of section 8 in the order of their numbers."""
    return (*entry.fix.mitigation, *entry.fix.repair)


def checks_named(texts: tuple[str, ...], entry: Entry) -> dict[str, Check]:
    """Return the checks that texts name, by address, in order."""
    found = (address for text in texts for address in addresses(text, entry))
    numbers = {address.number for address in found if address.section == CHECKS}
    return {
        f"{CHECKS}.{number}": check
        for number, check in enumerate(entry.confirm, 1)
        if number in numbers
    }


def source_numbers(entry: Entry) -> dict[str, int]:
    """Return the numbers of an entry's references, by id: 3 for the one that is shown as 12.3."""
    return {reference.id: number for number, reference in enumerate(entry.references, 1)}


def with_numbers(text: str, entry: Entry) -> str:
    """Return the text with the numbers that the page gives to the sources: `[12.3]`."""
    if "[@" not in text:
        return text
    numbers = source_numbers(entry)
    return _CITATION.sub(lambda found: found[1] + _number(found[2], numbers), text)


def without_citations(text: str, entry: Entry) -> str:
    """Return the text without citations; where a sentence needs one, it stays as its number."""
    if "[@" not in text:
        return text
    numbers = source_numbers(entry)
    return _where_needed(text, lambda name: _number(name, numbers))


def for_elsewhere(text: str) -> str:
    """Return the text without the citations that its sentences can do without.

    Away from its entry the number of a source says nothing.
    """
    return _where_needed(text, lambda name: f"[@{name}]") if "[@" in text else text


def _where_needed(text: str, shown: Callable[[str], str]) -> str:
    def shorter(found: re.Match[str]) -> str:
        needed = not found.start() or _NEEDS_IT.search(text, 0, found.start())
        return found[1] + shown(found[2]) if needed else ""

    return _CITATION.sub(shorter, text)


def _number(name: str, numbers: Mapping[str, int]) -> str:
    if name == REPRODUCTION:
        return "[13]"
    return f"[12.{numbers[name]}]" if name in numbers else f"[@{name}]"
