"""A naive matcher that tries every assignment: slow, and plainly what the language says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultbook.signature import Blank, Kind, Match, Pattern, Slot, Text, Token

BLANK = "[ \t\u00a0]"
NAME = "[A-Za-z0-9._-]+"
FORMS = {
    Kind.INT: "[+-]?[0-9]+",
    Kind.NUM: r"[+-]?(?:[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|[nN][aA][nN]|[iI][nN][fF])",
    Kind.HEX: "(?:0[xX])?[0-9a-fA-F]+",
    Kind.WORD: r"""[^ \t\u00a0,;()\[\]{}<>'"`=]+""",
    Kind.PATH: r"""[^ \t\u00a0'"`<>|(),;]+""",
    Kind.HOST: NAME,
    Kind.IP: rf"\[?[0-9a-fA-F.:]*[.:][0-9a-fA-F.:]*(?:%{NAME})?\]?",
    Kind.QUOTED: """"[^"]*"|'[^']*'|`[^`]*`""",
    Kind.ANY: ".*",
}


def reference_match(pattern: Pattern, line: str, *, whole: bool = False) -> Match | None:
    """The match that the language defines, found by trying all."""
    shift = 0
    if whole:
        stripped = line.strip(" \t\u00a0")
        shift = len(line) - len(line.lstrip(" \t\u00a0"))
        line = stripped
    for start in [0] if whole else range(len(line) + 1):
        if not whole and not _start_fits(pattern.tokens[0], line, start):
            continue
        for end, values in _assignments(pattern.tokens, line, start):
            if whole and end != len(line):
                continue
            if not whole and not _end_fits(pattern.tokens[-1], line, end):
                continue
            moved = tuple((a + shift, b + shift) for a, b in values)
            return Match(start + shift, end + shift, moved)
    return None


def _assignments(
    tokens: tuple[Token, ...], line: str, start: int
) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """Every way to match from a start, the one to report first."""
    if not tokens:
        yield start, ()
        return
    first, rest = tokens[0], tokens[1:]
    ends = [end for end in range(start, len(line) + 1) if _is(first, line, start, end)]
    if first != Slot(Kind.ANY) or not rest:
        ends.reverse()
    for end in ends:
        for last, values in _assignments(rest, line, end):
            mine = ((start, end),) if isinstance(first, Slot) else ()
            yield last, mine + values


def _is(token: Token, line: str, start: int, end: int) -> bool:
    text = line[start:end]
    if isinstance(token, Blank):
        return re.fullmatch(f"{BLANK}+", text) is not None
    if isinstance(token, Text):
        return _literal(token.text, text)
    if token.choices:
        return any(_literal(choice, text) for choice in token.choices) and not _touched(
            token.kind, line[:start], line[end:]
        )
    return re.fullmatch(FORMS[token.kind], text, re.DOTALL) is not None


def _literal(literal: str, text: str) -> bool:
    form = f"{BLANK}+".join(map(re.escape, literal.split(" ")))
    return re.fullmatch(form, text, re.IGNORECASE | re.ASCII) is not None


def _touched(kind: Kind, before: str, after: str) -> bool:
    if kind in (Kind.INT, Kind.NUM):
        return bool(re.search(r"(?:[0-9]\.?|[+-])$(?!\n)", before) or re.match(r"\.?[0-9]", after))
    if kind == Kind.ANY:
        return False
    return bool(re.search(r"[A-Za-z0-9_]\Z", before) or re.match("[A-Za-z0-9_]", after))


def _start_fits(token: Token, line: str, start: int) -> bool:
    before = line[start - 1 : start]
    if isinstance(token, Text) and re.match("[A-Za-z0-9_]", token.text):
        return not re.match("[A-Za-z0-9_]", before)
    if token in (Slot(Kind.INT), Slot(Kind.NUM)):
        return not re.match("[0-9]", before)
    return True


def _end_fits(token: Token, line: str, end: int) -> bool:
    after = line[end : end + 1]
    if isinstance(token, Text) and re.search(r"[A-Za-z0-9_]\Z", token.text):
        return not re.match("[A-Za-z0-9_]", after)
    if token in (Slot(Kind.INT), Slot(Kind.NUM)):
        return not re.match("[0-9]", after)
    return True
