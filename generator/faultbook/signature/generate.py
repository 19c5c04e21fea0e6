"""Making lines that a pattern matches: for tests, samples and conformance vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from faultbook.signature.pattern import (
    BLANKS,
    Blank,
    Kind,
    Pattern,
    Slot,
    Text,
    Token,
    is_digit,
    is_word,
    touches,
)

if TYPE_CHECKING:
    import random

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_BESIDE = ("", " ", "(", "[rank0]: ", ", ", "é", "x ", "\t")
_AFTER = ("", " ", ")", ", then", "\u00a0", "…", " 7")
_STRANGE = " -:/'\"`<>[](){}=|,;.%+éß\U0001f525\u4e2d\t\u00a0"


def generate(pattern: Pattern, rng: random.Random, *, whole: bool = False) -> str:
    """A line that the pattern matches, by construction.

    Letters come in either case, blanks in any run, values of all shapes; unless `whole`,
    there may be more text on both sides.
    """
    body = "".join(
        _token(token, rng, *_may_touch(pattern, at)) for at, token in enumerate(pattern.tokens)
    )
    if whole:
        # Blanks at the ends of a message do not count, so none may come from an <any>.
        edge = Slot(Kind.ANY)
        before, after = ("." * (token == edge) for token in (pattern.tokens[0], pattern.tokens[-1]))
        return before + body + after
    first, last = pattern.tokens[0], pattern.tokens[-1]
    left = [text for text in _BESIDE if not _touched(first, text, "", body)]
    right = [text for text in _AFTER if not _touched(last, "", text, body)]
    return rng.choice(left) + body + rng.choice(right)


def sample(pattern: Pattern) -> str:
    """One plain line of the pattern, for people to read."""
    values = {
        Kind.INT: "3",
        Kind.NUM: "1.5",
        Kind.HEX: "0x7f3a5c001000",
        Kind.WORD: "word",
        Kind.PATH: "/data/run/file",
        Kind.HOST: "node-a.local",
        Kind.IP: "192.0.2.10",
        Kind.QUOTED: "'name'",
        Kind.ANY: "...",
    }
    parts = []
    for token in pattern.tokens:
        match token:
            case Text(text):
                parts.append(text)
            case Blank():
                parts.append(" ")
            case Slot(kind, choices):
                parts.append(choices[0] if choices else values[kind])
    return "".join(parts)


def _touched(token: Token, before: str, after: str, body: str) -> bool:
    """Whether text beside the pattern would touch its edge."""
    if isinstance(token, Text):
        edge = body[0] if before else body[-1]
        return is_word(edge) and touches(Kind.WORD, before, after)
    if isinstance(token, Slot) and token.choices:
        return touches(token.kind, before, after)
    if isinstance(token, Slot) and token.kind in (Kind.INT, Kind.NUM):
        return touches(Kind.INT, before, after)
    return False


def _may_touch(pattern: Pattern, at: int) -> tuple[bool, bool]:
    """Whether a full stop and a given number stand before, and after, a placeholder.

    A digit there would make a decimal number of both, which is another number.
    """

    def decimal(dot: int, number: int) -> bool:
        if not 0 <= min(dot, number) <= max(dot, number) < len(pattern.tokens):
            return False
        slot = pattern.tokens[number]
        return (
            pattern.tokens[dot] == Text(".")
            and isinstance(slot, Slot)
            and slot.kind in (Kind.INT, Kind.NUM)
            and bool(slot.choices)
        )

    return decimal(at - 1, at - 2), decimal(at + 1, at + 2)


def _token(token: Token, rng: random.Random, decimal_before: bool, decimal_after: bool) -> str:
    match token:
        case Text(text):
            return _literal(text, rng)
        case Blank():
            return _blanks(rng)
        case Slot(kind, choices):
            if choices:
                return _literal(rng.choice(choices), rng)
            value = _value(kind, rng)
            # An `e` may stand at either end of every kind of value that can be meant here.
            before = "e" if decimal_before and is_digit(value[:1]) else ""
            return before + value + ("e" if decimal_after and is_digit(value[-1:]) else "")


def _literal(text: str, rng: random.Random) -> str:
    return "".join(_blanks(rng) if char == " " else _either_case(char, rng) for char in text)


def _either_case(char: str, rng: random.Random) -> str:
    return char.swapcase() if char.isascii() and rng.random() < 0.2 else char


def _blanks(rng: random.Random) -> str:
    if rng.random() < 0.7:
        return " "
    return "".join(rng.choices(BLANKS, k=rng.randint(1, 4)))


def _value(kind: Kind, rng: random.Random) -> str:
    """A value of a placeholder; words, hosts and hex numbers start with a letter."""
    letter = rng.choice(_LETTERS)
    digits = str(rng.randrange(10 ** rng.randint(1, 6)))
    sign = rng.choice(("", "", "-", "+"))
    match kind:
        case Kind.INT:
            value = sign + digits
        case Kind.NUM:
            fraction = rng.choice(("", f".{rng.randrange(1000)}"))
            exponent = rng.choice(("", "", "e-05", "E+10", "e3"))
            value = sign + rng.choice((digits + fraction + exponent, "nan", "INF"))
        case Kind.HEX:
            value = rng.choice(("", "0x", "0X")) + rng.choice("abcdefABCDEF") + digits
        case Kind.WORD:
            value = letter + "".join(rng.choices(_LETTERS + "0123456789_-./:@#é\U0001f525", k=5))
        case Kind.PATH:
            value = rng.choice(("/", "./", "C:\\")) + letter + rng.choice(("/b.so", "", "=é:1"))
        case Kind.HOST:
            value = letter + rng.choice((digits, "-a.example.com", "_1"))
        case Kind.IP:
            value = rng.choice(("10.0.0." + digits[:2], "[fe80::1%eth0]", "::1", "2001:DB8::ff"))
        case Kind.QUOTED:
            quote = rng.choice("'\"`")
            value = quote + _any(rng).replace(quote, "") + quote
        case Kind.ANY:
            value = _any(rng)
    return value


def _any(rng: random.Random) -> str:
    return "".join(rng.choices(_STRANGE + _LETTERS + "0123456789", k=rng.randrange(12)))
