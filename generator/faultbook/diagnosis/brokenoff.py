"""Lines that break off: as far as they go, they are a signature's line.

Terminals, collectors and people cut lines. Only where a log has no finding is it looked
whether an error line that no entry knows is the beginning of one that an entry knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from faultbook.diagnosis import vocabulary
from faultbook.diagnosis.kinds import Kind
from faultbook.diagnosis.notables import Notable
from faultbook.diagnosis.resemble import words_of
from faultbook.diagnosis.scan import Scan
from faultbook.diagnosis.sighting import Sighting
from faultbook.signature.match import match
from faultbook.signature.pattern import BLANKS, Pattern, Slot, Text, Token, fold
from faultbook.signature.pattern import Kind as SlotKind

LINES = 20  # that are looked at
ENOUGH = 16  # letters and digits that must be there
SHARE = 0.45  # of those that the whole signature has
OWN = 8  # of them that are not the operating system's words, which end many whole lines
_ANYTHING = Slot(SlotKind.ANY)


def broken_off(scan: Scan) -> Iterator[Sighting]:
    """Yield, for error lines that no entry knows, the signature whose beginning they are."""
    rows = [n for n in scan.notables.rows.values() if not n.known and n.kind < Kind.ECHO]
    for note in sorted(rows, key=lambda n: n.at)[:LINES]:
        yield from _beginnings(scan, note)


def _beginnings(scan: Scan, note: Notable) -> Iterator[Sighting]:
    text = note.line.text.rstrip(BLANKS)
    words = words_of(text)
    for number, rule in enumerate(scan.index.rules):
        if rule.entry < 0 or rule.whole or rule.role in ("context", "harmless"):
            continue
        pattern = scan.index.pattern(number)
        if not _first_words(pattern.tokens) <= words:
            continue
        if breaks_off(pattern, text):
            yield Sighting(number, note.at, note.line, 0, len(text), note.episode, 0, cut=True)


def _first_words(tokens: Sequence[Token]) -> frozenset[str]:
    """Return the words that even the shortest beginning has, but for the last of them."""
    first = tokens[0].text if tokens and isinstance(tokens[0], Text) else ""
    return words_of(" ".join(first.split(" ")[:2][:-1]))


def breaks_off(pattern: Pattern, text: str) -> bool:
    """Say whether a text ends inside what a pattern describes, and far enough into it."""
    whole = pattern.strength()
    folded = fold(text)
    for at in range(len(pattern.tokens) - 1, -1, -1):
        token = pattern.tokens[at]
        before = pattern.tokens[:at]
        for end in _ends(token, folded):
            beginning = Pattern(f"{pattern.text}\\0{at}.{len(end)}", (*before, Text(end)))
            if beginning.strength() < max(ENOUGH, SHARE * whole):
                return False  # each further one says less
            if _ends_with(beginning, text):
                return _own_words(beginning) >= OWN
    return False


def _own_words(beginning: Pattern) -> int:
    """Count the letters and digits that are not an error text of the operating system."""
    said = " ".join(fold(token.text) for token in beginning.tokens if isinstance(token, Text))
    for words in vocabulary.SYSTEM_WORDS:
        said = said.replace(words, " ")
    return sum(character.isalnum() for character in said)


def _ends(token: Token, folded: str) -> Iterator[str]:
    """Yield the proper beginnings of a literal with which the text ends, longest first."""
    if not isinstance(token, Text):
        return
    literal = fold(token.text)
    for size in range(min(len(literal) - 1, len(folded)), 0, -1):
        if literal[size - 1] != " " and folded.endswith(literal[:size]):
            yield literal[:size]


def _ends_with(pattern: Pattern, text: str) -> bool:
    anywhere = Pattern(f"<any>{pattern.text}", (_ANYTHING, *pattern.tokens))
    return match(anywhere, text, whole=True) is not None
