"""The words of a text that can be looked for, as the search in the browser cuts them."""

from __future__ import annotations

import re

# The same as in `overrides/assets/js/search/words.js`; a test compares them.
STOP_WORDS = frozenset(
    """a an and are as at be by do does for from has have i in is it its my no not of on or our that
    the this to was we what when why with int num hex word path host ip quoted any
    can cant won wont don dont doesn doesnt didn didnt isn isnt t s""".split()
)
_WORD = re.compile(r"[a-z_][a-z0-9_]*|\d+", re.ASCII)


def words_of(text: str) -> list[str]:
    """Return the words of a text that can tell something, in small letters."""
    found = []
    for word in _WORD.findall(text.lower()):
        if word in STOP_WORDS:
            continue
        found.append(word)
        if "_" in word:
            found += [part for part in word.split("_") if len(part) > 1]
    return found
