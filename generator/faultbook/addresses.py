"""Addresses in an entry's own sentences: "5.2" is its second check, "8.1" its first repair.

The numbers are those of the page, the same in every entry (`faultbook.views.words.SECTIONS`). A
sentence may hold versions of the same shape ("CANN 8.2", "until 5.2"), which are no addresses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultbook.entry import Check, Entry, FixStep

CHECKS, FIXES = 5, 8  # the numbers of the sections "Confirm" and "Fix"

_NUMBER = re.compile(
    r"(?<![\w.:=~<>@/-])([58])\.([1-9][0-9]?)(?![\w%]|[./:-]\w)"
    r"(?!\s+(?:[KMGT]i?B|[kMG]bit|ms|hours?|minutes?|seconds?|million|percent)\b)"
    r"(?!,?\s+(?:or|and)\s+(?:later|newer|older|earlier|above|below|up)\b)"
)
# What stands before a version: a name with a capital inside or of capitals, or such a word.
_BEFORE_VERSION = re.compile(
    r"(?:\b\w*[a-z0-9_][A-Z]\w*|\b[A-Z]{2,}\w*|\b(?:[Vv]ersions?|[Rr]eleases?|[Cc]apability|[Kk]ernel|"
    r"[Ss]ince|[Uu]ntil|[Bb]efore|[Tt]han|gcc|bash|glibc|torch|transformers|[Pp]ython|[Dd]ocker))\s$"
)


def addresses(text: str, entry: Entry) -> Iterator[re.Match[str]]:
    """Yield the addresses in a sentence of an entry; groups are the section and the number.

    A number that the entry does not have is no address.
    """
    if "5." not in text and "8." not in text:
        return
    last = {CHECKS: len(entry.confirm), FIXES: len(fix_steps(entry))}
    for found in _NUMBER.finditer(text):
        exists = int(found[2]) <= last[int(found[1])]
        if exists and not _BEFORE_VERSION.search(text, 0, found.start()):
            yield found


def fix_steps(entry: Entry) -> tuple[FixStep, ...]:
    """Return the steps of section 8 in the order of their numbers."""
    return (*entry.fix.mitigation, *entry.fix.repair)


def checks_named(texts: tuple[str, ...], entry: Entry) -> dict[str, Check]:
    """Return the checks that texts name, by address, in order."""
    numbers = {
        int(found[2])
        for text in texts
        for found in addresses(text, entry)
        if int(found[1]) == CHECKS
    }
    return {f"{CHECKS}.{number}": entry.confirm[number - 1] for number in sorted(numbers)}
