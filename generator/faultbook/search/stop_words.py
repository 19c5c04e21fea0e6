"""Words that tell nothing: the search in the browser looks for none of them."""

from __future__ import annotations

import re

# The same words as in `overrides/assets/js/search/words.js`; a test compares them.
STOP_WORDS = frozenset(
    """a an and are as at be by do does for from has have i in is it its my no not of on or our that
    the this to was we what when why with int num hex word path host ip quoted any
    can cant won wont don dont doesn doesnt didn didnt isn isnt t s""".split()
)
_WORD = re.compile(r"[a-z_][a-z0-9_]*|\d+", re.ASCII)


def tells(text: str) -> bool:
    """Return whether a text in small letters has a word that can be looked for."""
    return any(word not in STOP_WORDS for word in _WORD.findall(text))
