"""The error line: its varying parts marked, the words that decide in bold, never cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape

from markupsafe import Markup

from faultbook.entry import Signature
from faultbook.signature.pattern import SignatureError, Slot, Text, Token, parse

_FEW = 3
_WORD = re.compile(r"\S+")
_BOLD = re.compile(r"</?b>")


@lru_cache(maxsize=4096)
def tokens(pattern: str) -> tuple[Token, ...]:
    """Return the tokens of a signature; one that cannot be parsed is all text."""
    try:
        return parse(pattern, whole_line=True, minimum=0).tokens
    except SignatureError:
        return (Text(pattern),)


@lru_cache(maxsize=1024)
def placeholder(slot: Slot) -> Markup:
    """Return one placeholder on the mark ground; the values of a restricted one in bold.

    A single value does not vary: it stands in bold and without the ground.
    """
    if len(slot.choices) == 1:
        return Markup("<b>{}</b>").format(slot.choices[0])
    if slot.choices:
        values = _folded(slot.choices)
        html = Markup('<var class="ph" title="one of these">{}</var>')
        if len(values) > _FEW:
            return html.format(" or ".join(values))
        return html.format(Markup("<b>{}</b>").format(" or ".join(values)))
    return Markup('<var class="ph">&lt;{}&gt;</var>').format(str(slot.kind))


def _folded(values: tuple[str, ...]) -> list[str]:
    """Return the values with runs of three and more integers as `1 to 12`."""
    found: list[str] = []
    run: list[str] = []
    for value in (*values, ""):
        follows = run and value.isdecimal() and int(value) == int(run[-1]) + 1
        if not follows:
            found += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
            run = []
        if value.isdecimal():
            run.append(value)
        elif value:
            found.append(value)
    return found


@lru_cache(maxsize=256)
def deciding_words(signature: Signature) -> frozenset[str]:
    """Return the literal words that the nearest look-alike line does not have.

    A near miss counts as near when it lacks at most half of the signature's words; the bold
    words are those by which every near miss of that kind differs, taken together.
    """
    if not signature.near_misses:
        return frozenset()
    words = dict(_words(tokens(signature.line)))
    bold: set[str] = set()
    for miss in signature.near_misses:
        theirs = set(_WORD.findall(miss.text))
        differs = {
            word
            for word, touches in words.items()
            if word not in theirs and not (touches and any(word in other for other in theirs))
        }
        if differs and len(differs) <= max(1, len(words) // 2):
            bold |= differs
    return frozenset(bold)


def _words(found: tuple[Token, ...]) -> Iterator[tuple[str, bool]]:
    """Yield each literal word, and whether a placeholder touches it (it is part of a word)."""
    for index, token in enumerate(found):
        if not isinstance(token, Text):
            continue
        words = _WORD.findall(token.text)
        for place, word in enumerate(words):
            before = place == 0 and index > 0 and isinstance(found[index - 1], Slot)
            last = place == len(words) - 1 and index + 1 < len(found)
            yield word, before or (last and isinstance(found[index + 1], Slot))


def _literal(text: str, bold: frozenset[str]) -> str:
    if not bold:
        return escape(text, quote=False)
    out: list[str] = []
    at = 0
    for word in _WORD.finditer(text):
        out.append(escape(text[at : word.start()], quote=False))
        shown = escape(word[0], quote=False)
        out.append(f"<b>{shown}</b>" if word[0] in bold else shown)
        at = word.end()
    out.append(escape(text[at:], quote=False))
    return re.sub(r"</b>(\s*)<b>", r"\1", "".join(out))


def line_text(pattern: str, bold: frozenset[str] = frozenset()) -> Markup:
    """Return a signature as HTML."""
    return Markup("".join(_token(token, bold) for token in tokens(pattern)))


def listed_line(pattern: str) -> Markup:
    """Return a signature for a list: nothing bold, which there looks like what was searched for."""
    return Markup(_BOLD.sub("", line_text(pattern)))


def _token(token: Token, bold: frozenset[str]) -> str:
    match token:
        case Slot():
            return str(placeholder(token))
        case Text(text):
            return _literal(text, bold)
    return " "
