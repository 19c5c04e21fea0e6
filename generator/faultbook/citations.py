"""Citations (`[@id]`) in texts that show no page: as the number of the reference, or taken out."""

from __future__ import annotations

import re

from faultbook.entry import REPRODUCTION, Entry

_CITATION = re.compile(r"(\s*)\[@([a-z0-9-]+)\]")
# Some sentences need what they cite: "as in [@x]", "the answer of [@x]".
_NEEDS_IT = re.compile(r"\b(?:in|of|by|from|with|to|and|as|see|at|under|than)$", re.IGNORECASE)


def with_numbers(text: str, entry: Entry) -> str:
    """Return the text with the numbers that the page gives to the sources: `[12.3]`."""
    if "[@" not in text:
        return text
    return _CITATION.sub(lambda found: found[1] + _number(found[2], entry), text)


def without_citations(text: str, entry: Entry) -> str:
    """Return the text without citations; where a sentence needs one, it stays as its number."""
    if "[@" not in text:
        return text

    def shorter(found: re.Match[str]) -> str:
        needed = not found.start() or _NEEDS_IT.search(text, 0, found.start())
        return found[1] + _number(found[2], entry) if needed else ""

    return _CITATION.sub(shorter, text)


def _number(name: str, entry: Entry) -> str:
    if name == REPRODUCTION:
        return "[13]"
    place = next((n for n, r in enumerate(entry.references, 1) if r.id == name), None)
    return f"[12.{place}]" if place else f"[@{name}]"
