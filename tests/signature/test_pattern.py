"""Reading a signature: tokens, strength, and what is said of a wrong one."""

from __future__ import annotations

import pytest

from faultbook.signature import Blank, Kind, SignatureError, Slot, Text, escape, fold, parse


def test_text_blanks_and_placeholders_become_tokens() -> None:
    pattern = parse("Unable to register  memory (type = <int>) for <word:a|b c>, <any>")
    assert pattern.tokens == (
        Text("Unable to register memory (type ="),
        Blank(),
        Slot(Kind.INT),
        Text(") for"),
        Blank(),
        Slot(Kind.WORD, ("a", "b c")),
        Text(","),
        Blank(),
        Slot(Kind.ANY),
    )
    assert pattern.slots == (Slot(Kind.INT), Slot(Kind.WORD, ("a", "b c")), Slot(Kind.ANY))


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        (r"frame #0: \<unknown function>", "frame #0: <unknown function>"),
        (r"C:\new\path", r"C:\new\path"),
        (r"a backslash \\<int>", "a backslash \\"),
        (r"\\server\share", r"\server\share"),
        ("a -> b => c > d", "a -> b => c > d"),
    ],
)
def test_escapes(text: str, literal: str) -> None:
    assert parse(text, minimum=0).tokens[0] == Text(literal)


@pytest.mark.parametrize("text", ["<unknown>", r"C:\<x>", "\\", "a\\\\<b", "plain", "<<>>\\"])
def test_escaped_text_is_one_literal(text: str) -> None:
    assert parse(escape(text), minimum=0).tokens == (Text(text),)


def test_values_may_hold_a_bar_and_a_bracket() -> None:
    (slot,) = parse(r"<any:a\|b|c\>d|\<e>", minimum=0).tokens
    assert slot == Slot(Kind.ANY, ("a|b", "c>d", "<e"))


def test_fold_changes_ascii_letters_only() -> None:
    assert fold("NCCL WARN ÀÉİ \u017f\u212a") == "nccl warn ÀÉİ \u017f\u212a"


@pytest.mark.parametrize(
    ("text", "strength"),
    [
        ("RC: <int>, Error", 7),
        ("RC: <int:12|-12>", 4),
        ("Xid <int:79>", 5),
        ("<word:allreduce|bcast> failed", 11),
        ("_____ -- ━━━ …", 0),
        ("超时错误", 4),
    ],
)
def test_strength_counts_letters_and_digits(text: str, strength: int) -> None:
    assert parse(text, minimum=0).strength() == strength


def test_literals_come_longest_first_and_folded() -> None:
    assert parse("NCCL WARN <any> Call to <word> failed").literals() == (
        "nccl warn",
        "call to",
        "failed",
    )


WRONG = [
    ("", 0, "the signature is empty"),
    (" \u00a0", 0, "the signature is empty"),
    (" leading blank here", 0, "a blank at the start"),
    ("trailing blank here\t", 19, "a blank at the end"),
    ("one line\nand another", 8, "a line break inside the signature"),
    ("too weak", 0, "too weak: 7 literal letters and digits, and it takes 8"),
    ("rank <rank> exited early", 5, "no placeholder is called <rank>"),
    ("value <Int> is wrong here", 6, "no placeholder is called <Int>"),
    ("a <> here and there", 2, "a placeholder without a name"),
    ("if a < b then it fails", 5, "this < is not closed"),
    ("size <int and <int> here", 5, "this < is not closed"),
    ("failed with <int:> here", 12, "<int:...> has an empty value"),
    ("failed with <int:12|> here", 12, "<int:...> has an empty value"),
    ("failed with <int:twelve>", 12, '"twelve" is not an integer'),
    ("failed with <num:1.>", 12, '"1." is not a number'),
    ("failed with <hex:0xz>", 12, '"0xz" is not a hexadecimal number'),
    ("failed with <word: a>", 12, 'a blank at the edge of the value " a"'),
    ("failed on <path:/dev/shm>", 10, "<path> takes no values"),
    ("failed on <word><word>", 16, "<word> and <word> side by side cannot be told apart"),
    ("failed on <any><int>", 15, "<any> and <int> side by side cannot be told apart"),
    ("failed on <any> <any> here", 16, "<any> and <any> side by side cannot be told apart"),
    ("failed on <int><word:ms>", 15, "<int> and <word> side by side cannot be told apart"),
    ("<any> failed to start", 0, "<any> at the start says nothing"),
    (
        "failed with code -<int:12>",
        18,
        "<int:12> can never match: the text beside it belongs to the same number or word",
    ),
    (
        "version <int:2>.<int> is too old",
        8,
        "<int:2> can never match: the text beside it belongs to the same number or word",
    ),
    (
        "failed on cuda<word:a|b>",
        14,
        "<word:a|b> can never match: the text beside it belongs to the same number or word",
    ),
]


@pytest.mark.parametrize(("text", "offset", "message"), WRONG)
def test_a_wrong_signature_is_refused_where_it_is_wrong(
    text: str, offset: int, message: str
) -> None:
    with pytest.raises(SignatureError) as caught:
        parse(text)
    assert (caught.value.offset, caught.value.message) == (offset, message)
    assert caught.value.hint.endswith(".")


@pytest.mark.parametrize(
    ("text", "meant"),
    [("<intt>", "int"), ("<number>", "num"), ("<string>", "quoted"), ("<pid>", "int")],
)
def test_an_unknown_placeholder_gets_a_suggestion(text: str, meant: str) -> None:
    with pytest.raises(SignatureError) as caught:
        parse(text, minimum=0)
    assert caught.value.hint.startswith(f"Did you mean <{meant}>?")


def test_a_whole_line_takes_less_text_and_any_at_its_start() -> None:
    assert parse("Killed", whole_line=True).strength() == 6
    assert parse("<any>: Killed by signal", whole_line=True).slots == (Slot(Kind.ANY),)
    with pytest.raises(SignatureError, match="too weak: 4"):
        parse("Kill", whole_line=True)


def test_values_may_touch_a_placeholder_if_they_have_no_edges() -> None:
    assert len(parse("allocate <num><any:GiB|MiB> of memory").slots) == 2
