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
from enum import StrEnum
from typing import TypeAlias

BLANKS = " \t\u00a0"
"""The characters that count as a blank: space, tab, no-break space."""

MINIMUM_STRENGTH = 8
"""Literal letters and digits that a signature needs, found anywhere in a line."""

MINIMUM_STRENGTH_WHOLE = 5
"""The same for a signature that must be the whole message."""

MINIMUM_STRENGTH_COMPANION = 4
"""The same for a companion, which counts only beside a line that is strong itself."""


class Kind(StrEnum):
    """What a placeholder stands for."""

    INT = "int"
    NUM = "num"
    HEX = "hex"
    WORD = "word"
    PATH = "path"
    HOST = "host"
    IP = "ip"
    QUOTED = "quoted"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Text:
    """Literal text. It neither begins nor ends with a blank; inside, one space is any run."""

    text: str


@dataclass(frozen=True, slots=True)
class Blank:
    """A run of one or more blanks between a text and a placeholder."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A placeholder; with `choices` it stands for one of these values only."""

    kind: Kind
    choices: tuple[str, ...] = ()


Token: TypeAlias = Text | Blank | Slot


class SignatureError(ValueError):
    """A signature that cannot be used.

    Attributes:
        message: what is wrong, without a final stop.
        offset: where in the text it is wrong, in characters from 0.
        hint: what to write instead.
    """

    def __init__(self, message: str, offset: int, hint: str) -> None:
        super().__init__(f"{message}. {hint}")
        self.message = message
        self.offset = offset
        self.hint = hint


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
    _refuse_neighbours(placed)
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


def fold(text: str) -> str:
    """The text with ASCII letters in lower case and all else as it is."""
    if text.isascii():
        return text.lower()
    return _UPPER.sub(_lower, text)


def escape(text: str) -> str:
    """Literal text as it must be written in a signature."""
    return text.replace("\\", "\\\\").replace("<", "\\<")


def is_word(char: str) -> bool:
    """Whether the (one or no) character is an ASCII letter, a digit or an underscore."""
    return char in _WORD_CHARS and char != ""


def is_digit(char: str) -> bool:
    """Whether the (one or no) character is an ASCII digit."""
    return char in _DIGITS and char != ""


_DIGITS = "0123456789"
_WORD_CHARS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_" + _DIGITS)
_UPPER = re.compile("[A-Z]+")
_BLANK_RUN = re.compile(f"[{BLANKS}]+")
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


def _lower(match: re.Match[str]) -> str:
    return match.group().lower()


def _token_strength(token: Token) -> int:
    match token:
        case Text(text):
            return _strength(text)
        case Slot(_, choices) if choices:
            return min(map(_strength, choices))
    return 0


def _strength(text: str) -> int:
    """Letters and digits; of other scripts, all but general punctuation and drawing."""
    return sum(
        (char in _WORD_CHARS and char != "_")
        or (char >= "\u00c0" and not "\u2000" <= char <= "\u2fff")
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
        if char == "\\" and text[position + 1 : position + 2] in ("<", "\\"):
            position += 1
            char = text[position]
        literal.append(char)
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


def _refuse_neighbours(placed: list[tuple[int, Token]]) -> None:
    """Refuse placeholders that cannot be told apart, and values that never fit."""
    for index, (offset, token) in enumerate(placed):
        following = [after for _, after in placed[index + 1 : index + 3]]
        if not isinstance(token, Slot):
            continue
        match following:
            case [Slot() as after, *_] if not _distinct(token, after):
                raise _touching(token, after, placed[index + 1][0])
            case [Blank(), Slot() as after] if token == after == Slot(Kind.ANY):
                raise _touching(token, after, placed[index + 2][0])
        if token.choices and token.kind != Kind.ANY:
            before = [before for _, before in placed[max(0, index - 2) : index]]
            _refuse_impossible(token, before, following, offset)


def _distinct(one: Slot, other: Slot) -> bool:
    """Whether two placeholders may touch: one is `<any:...>`, the other has no edges."""
    if not (one.choices or other.choices):
        return False
    return all(slot.kind == Kind.ANY or not slot.choices for slot in (one, other))


def _touching(one: Slot, other: Slot, offset: int) -> SignatureError:
    return SignatureError(
        f"<{one.kind}> and <{other.kind}> side by side cannot be told apart",
        offset,
        "Put the text that stands between them, or make them one placeholder.",
    )


def _refuse_impossible(
    slot: Slot, before: list[Token], following: list[Token], offset: int
) -> None:
    """Refuse text that touches a value which nothing of that sort may touch."""
    left = before[-1].text if before and isinstance(before[-1], Text) else ""
    right = following[0].text if following and isinstance(following[0], Text) else ""
    # A number beyond a lone full stop touches as well: <int:2>.<int> would be a decimal.
    if left == "." and len(before) > 1 and _numeric(before[0]):
        left = "0."
    if right == "." and len(following) > 1 and _numeric(following[1]):
        right = ".0"
    if touches(slot.kind, left, right):
        raise SignatureError(
            f"<{slot.kind}:{'|'.join(slot.choices)}> can never match: the text beside it "
            "belongs to the same number or word",
            offset,
            "Write <any:...> with the same values, or put that text into the values.",
        )


def _numeric(token: Token) -> bool:
    return isinstance(token, Slot) and token.kind in (Kind.INT, Kind.NUM)


def touches(kind: Kind, before: str, after: str) -> bool:
    """Whether the text before or after a value of a restricted placeholder touches it.

    A number is touched by a digit, by a decimal point with a digit beyond it, and by a
    sign directly before it; a word by a letter, a digit or an underscore.
    """
    if kind == Kind.ANY:
        return False
    if kind in (Kind.INT, Kind.NUM):
        last = before[-1:]
        return (
            is_digit(last)
            or last in ("+", "-")
            or (last == "." and is_digit(before[-2:-1]))
            or is_digit(after[:1])
            or (after[:1] == "." and is_digit(after[1:2]))
        )
    return is_word(before[-1:]) or is_word(after[:1])
