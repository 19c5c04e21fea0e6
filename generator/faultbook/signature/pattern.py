"""The signature language: a line whose variable parts are typed placeholders.

`parse` turns the text of a signature into a `Pattern`; whatever is wrong with the text is
raised as a `SignatureError` that says where, what, and what to write instead.

The language, in short: text is itself (ASCII letters in either case); a run of blanks is
any run of blanks; `<int>` and the other names of `Kind` stand for what varies;
`<int:12|-12>` stands for one of the values given; a literal `<` is written `\\<` and a
literal backslash `\\\\` (a lone backslash before any other character is itself).
Inside the values of a placeholder, `\\|` and `\\>` are literal too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from faultbook.signature.neighbours import refuse_neighbours
from faultbook.signature.tokens import (
    BLANKS,
    Blank,
    Kind,
    SignatureError,
    Slot,
    Text,
    Token,
    escape,
    fold,
    is_digit,
    is_word,
    touches,
)

__all__ = [
    "BLANKS",
    "MINIMUM_STRENGTH",
    "MINIMUM_STRENGTH_COMPANION",
    "MINIMUM_STRENGTH_WHOLE",
    "Blank",
    "Kind",
    "Pattern",
    "SignatureError",
    "Slot",
    "Text",
    "Token",
    "escape",
    "fold",
    "is_digit",
    "is_word",
    "parse",
    "touches",
]

MINIMUM_STRENGTH = 8
"""Literal letters and digits that a signature needs, found anywhere in a line."""

MINIMUM_STRENGTH_WHOLE = 5
"""The same for a signature that must be the whole message."""

MINIMUM_STRENGTH_COMPANION = 4
"""The same for a companion, which counts only beside a line that is strong itself."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A parsed signature. Two patterns are equal if their texts are."""

    text: str
    tokens: tuple[Token, ...] = field(compare=False)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The placeholders, in order: `Match.values` has one span for each."""
        return tuple(token for token in self.tokens if isinstance(token, Slot))

    def strength(self) -> int:
        """Letters and digits that a line must have to match (of values, the fewest)."""
        return sum(_token_strength(token) for token in self.tokens)

    def literals(self) -> tuple[str, ...]:
        """The texts that every matching line contains, folded, the longest first.

        One space in a literal stands for any run of blanks.
        """
        texts = {fold(token.text) for token in self.tokens if isinstance(token, Text)}
        return tuple(sorted(texts, key=lambda text: (-len(text), text)))


def parse(text: str, *, whole_line: bool = False, minimum: int | None = None) -> Pattern:
    """Parse the text of a signature.

    Args:
        text: the signature, as written in an entry.
        whole_line: it must be the whole message, so less literal text is enough and
            `<any>` may stand at either end.
        minimum: the strength to ask for instead of the usual one; 0 takes any pattern.

    Raises:
        SignatureError: the first thing that is wrong with the text.
    """
    _refuse_edges(text)
    placed = list(_tokens(text))
    refuse_neighbours(placed)
    tokens = tuple(token for _, token in placed)
    if not whole_line and tokens[0] == Slot(Kind.ANY):
        raise SignatureError(
            "<any> at the start says nothing",
            0,
            "Leave it out: a signature is looked for anywhere in a line.",
        )
    pattern = Pattern(text, tokens)
    if minimum is None:
        minimum = MINIMUM_STRENGTH_WHOLE if whole_line else MINIMUM_STRENGTH
    strength = pattern.strength()
    if strength < minimum:
        raise SignatureError(
            f"too weak: {strength} literal letters and digits, and it takes {minimum}",
            0,
            "Keep more of the line's own words"
            + ("." if whole_line else ", or set whole_line: true if it is the whole message."),
        )
    return pattern


_BLANK_RUN = re.compile(f"[{BLANKS}]+")
_PLAIN = re.compile(r"[^<\\]+")
_BARE = re.compile("<([a-z]+)>")
_SLOTS = {kind.value: Slot(kind) for kind in Kind}
_NOT_ALNUM = re.compile("[^a-zA-Z0-9]+")
_RESTRICTABLE = (Kind.INT, Kind.NUM, Kind.HEX, Kind.WORD, Kind.ANY)
_VALUE_FORMS = {
    Kind.INT: (re.compile(r"[+-]?[0-9]+"), "an integer"),
    Kind.NUM: (
        re.compile(
            r"[+-]?(?:[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|nan|inf)", re.IGNORECASE | re.ASCII
        ),
        "a number",
    ),
    Kind.HEX: (re.compile(r"(?:0[xX])?[0-9a-fA-F]+"), "a hexadecimal number"),
}
_MEANT = {
    "addr": "hex",
    "address": "hex",
    "bytes": "int",
    "char": "word",
    "count": "int",
    "device": "int",
    "dir": "path",
    "digits": "int",
    "file": "path",
    "filename": "path",
    "float": "num",
    "hostname": "host",
    "id": "word",
    "integer": "int",
    "ipv4": "ip",
    "ipv6": "ip",
    "line": "int",
    "ms": "num",
    "n": "int",
    "name": "word",
    "node": "host",
    "number": "num",
    "pid": "int",
    "pointer": "hex",
    "port": "int",
    "ptr": "hex",
    "quote": "quoted",
    "rank": "int",
    "size": "num",
    "str": "quoted",
    "string": "quoted",
    "text": "any",
}


def _token_strength(token: Token) -> int:
    match token:
        case Text(text):
            return _strength(text)
        case Slot(_, choices) if choices:
            return min(map(_strength, choices))
    return 0


def _strength(text: str) -> int:
    """Letters and digits; of other scripts, all but general punctuation and drawing."""
    if text.isascii():
        return len(_NOT_ALNUM.sub("", text))
    return sum(
        (is_word(char) and char != "_") or (char >= "\u00c0" and not "\u2000" <= char <= "\u2fff")
        for char in text
    )


def _refuse_edges(text: str) -> None:
    if not text or not text.strip(BLANKS):
        raise SignatureError("the signature is empty", 0, "Write the line that the program prints.")
    if text[0] in BLANKS:
        raise SignatureError("a blank at the start", 0, "Take it off.")
    if text[-1] in BLANKS:
        raise SignatureError("a blank at the end", len(text) - 1, "Take it off.")
    for char, name in (("\n", "line break"), ("\r", "carriage return")):
        if char in text:
            raise SignatureError(
                f"a {name} inside the signature",
                text.index(char),
                "A signature is one line: put the other line under all_of.",
            )


def _tokens(text: str) -> list[tuple[int, Token]]:
    """Every token with its offset; literal characters are gathered into texts."""
    found: list[tuple[int, Token]] = []
    literal: list[str] = []
    literal_at = position = 0

    def flush() -> None:
        if literal:
            found.extend(_literal_tokens("".join(literal), literal_at))
            literal.clear()

    while position < len(text):
        char = text[position]
        if char == "<":
            flush()
            slot, end = _slot(text, position)
            found.append((position, slot))
            position = literal_at = end
            continue
        if not literal:
            literal_at = position
        if run := _PLAIN.match(text, position):
            literal.append(run[0])
            position = run.end()
            continue
        if text[position + 1 : position + 2] in ("<", "\\"):  # the backslash escapes it
            position += 1
        literal.append(text[position])
        position += 1
    flush()
    return found


def _literal_tokens(literal: str, offset: int) -> list[tuple[int, Token]]:
    """A literal, as text with a blank before or after it where it has one."""
    inner = _BLANK_RUN.sub(" ", literal)
    placed: list[tuple[int, Token]] = []
    if inner[0] == " ":
        placed.append((offset, Blank()))
    if inner != " ":
        placed.append((offset, Text(inner.strip(" "))))
        if inner[-1] == " ":
            placed.append((offset + len(literal) - 1, Blank()))
    return placed


def _slot(text: str, start: int) -> tuple[Slot, int]:
    """The placeholder that opens at `start`, and the offset after it."""
    if (bare := _BARE.match(text, start)) and (known := _SLOTS.get(bare[1])):
        return known, bare.end()
    parts, end = _slot_parts(text, start)
    name = parts[0]
    if name not in Kind.__members__.values():
        raise _unknown(name, start, text[start:end])
    kind = Kind(name)
    if len(parts) == 1:
        return Slot(kind), end
    if kind not in _RESTRICTABLE:
        raise SignatureError(
            f"<{name}> takes no values",
            start,
            f"Write <{name}>, or <any:...> with the values.",
        )
    choices = tuple(_choice(kind, value, start) for value in parts[1:])
    return Slot(kind, choices), end


def _slot_parts(text: str, start: int) -> tuple[list[str], int]:
    """The name and the values between `<` and `>`, escapes resolved; the offset after."""
    parts = [""]
    position = start + 1
    while position < len(text):
        char = text[position]
        if char == ">":
            return parts, position + 1
        if char == "\\" and text[position + 1 : position + 2] in ("|", ">", "<", "\\"):
            position += 1
            parts[-1] += text[position]
        elif (char == ":" and len(parts) == 1) or (char == "|" and len(parts) > 1):
            parts.append("")
        elif char == "<":
            break
        else:
            parts[-1] += char
        position += 1
    raise SignatureError(
        "this < is not closed",
        start,
        r"Write \< if the line has a <, or close the placeholder with >.",
    )


def _unknown(name: str, start: int, written: str) -> SignatureError:
    from difflib import get_close_matches  # noqa: PLC0415  (slow to import, rarely needed)

    names = [kind.value for kind in Kind]
    near = get_close_matches(name.lower(), names, n=1)
    meant = _MEANT.get(name.lower()) or (near[0] if near else None)
    if name.strip(BLANKS) == "":
        message = "a placeholder without a name"
    else:
        message = f"no placeholder is called {written if len(written) < 40 else '<' + name[:30]}"
    known = ", ".join(f"<{known}>" for known in names)
    hint = f"Did you mean <{meant}>? " if meant else ""
    return SignatureError(
        message, start, rf"{hint}There are {known}; write \< if the line has a <."
    )


def _choice(kind: Kind, value: str, start: int) -> str:
    """One checked value of a restricted placeholder, its blank runs as one space."""
    if value.strip(BLANKS) == "":
        raise SignatureError(
            f"<{kind}:...> has an empty value",
            start,
            f"Write <{kind}> for every value, or <{kind}:a|b> for some.",
        )
    if value[0] in BLANKS or value[-1] in BLANKS:
        raise SignatureError(
            f'a blank at the edge of the value "{value}"', start, "Put it outside the placeholder."
        )
    if kind in _VALUE_FORMS:
        form, name = _VALUE_FORMS[kind]
        if not form.fullmatch(value):
            raise SignatureError(
                f'"{value}" is not {name}', start, f"Write <word:{value}> or <any:{value}>."
            )
    return _BLANK_RUN.sub(" ", value)
