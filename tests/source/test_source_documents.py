"""Reading one file: every node keeps its place, and nothing harmful gets in."""

import time

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from faultbook.problem import Problem
from faultbook.source.document import Place, parse_document
from faultbook.source.offsets import place_in
from faultbook.source.syntax import MAX_DEPTH
from faultbook.source.text import MAX_BYTES, Unreadable, decode_text


def refused(text: str) -> Problem:
    with pytest.raises(Unreadable) as caught:
        parse_document(text, "e.yaml")
    return caught.value.problem


def test_values_and_keys_know_their_places() -> None:
    document = parse_document("id: a\nfix:\n  repair:\n    - action: go\n", "e.yaml")

    assert document.data == {"id": "a", "fix": {"repair": [{"action": "go"}]}}
    assert document.place(("fix", "repair", 0, "action")) == Place(4, 15)
    assert document.key_place(("fix", "repair")) == Place(3, 3)
    assert document.place(("fix", "no", "such")) == document.place(("fix",))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("no", "no"),
        ("on", "on"),
        ("2026-11-30", "2026-11-30"),
        ("12:30:45", "12:30:45"),
        ("0x1f", "0x1f"),
        ("1_000", "1_000"),
        ("true", True),
        ("~", None),
        ("-98", -98),
        ("2.5", 2.5),
        ("1e3", 1000.0),
        ('"139"', "139"),
        ("nan", "nan"),
        (".", "."),
        ("=", "="),
        ("<<", "<<"),
    ],
)
def test_scalars_are_read_by_the_rules_of_yaml_1_2(written: str, read: object) -> None:
    assert parse_document(f"a: {written}\n", "e.yaml").data == {"a": read}


def test_an_alias_bomb_is_refused_at_its_first_anchor() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"{c}: &{c} [*{p}, *{p}]\n" for p, c in zip("abc", "bcd"))  # noqa: B905

    problem = refused(bomb)

    assert (problem.check, problem.line, problem.column) == ("FB004", 1, 4)


def test_deep_nesting_is_refused_without_recursion() -> None:
    start = time.perf_counter()

    assert refused("a: " + "[" * 200_000).check == "FB005"
    assert refused("- " * 200_000 + "a").check == "FB005"
    assert time.perf_counter() - start < 2
    assert parse_document("[" * MAX_DEPTH + "]" * MAX_DEPTH, "e.yaml").data is not None


def test_a_file_over_the_limit_is_refused_with_its_size() -> None:
    with pytest.raises(Unreadable) as caught:
        decode_text(b"#" * (MAX_BYTES + 1), "e.yaml")

    assert "524,289 bytes; an entry may have 524,288" in caught.value.problem.message


def test_a_huge_number_stays_text() -> None:
    assert parse_document("a: " + "9" * 5000, "e.yaml").data == {"a": "9" * 5000}


def problem_of(raw: bytes) -> Problem | None:
    """Read bytes; only `Unreadable` may come out."""
    try:
        parse_document(decode_text(raw, "e.yaml"), "e.yaml")
    except Unreadable as error:
        return error.problem
    return None


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_give_a_document_or_a_problem_with_a_place(raw: bytes) -> None:
    problem = problem_of(raw)

    assert problem is None or (problem.line >= 1 and problem.column >= 1)


@settings(deadline=None)
@given(st.text("ab:#{}[]|>&*!%@`'\"\\- \n,?", max_size=60))
def test_any_yaml_gives_a_document_or_a_problem_with_a_remedy(text: str) -> None:
    problem = problem_of(text.encode())

    assert problem is None or (problem.message and problem.hint)


@pytest.mark.parametrize(
    "written",
    [
        "a: word one wärme two X end\n",
        "a: 'it''s one wärme two X end'\n",
        'a: "q\\"uoted \\u00e4 one\\ttwo X end"\n',
        "a: |\n  first line\n  second wärme\n\n  then X end\n",
        "a: |2-\n    indented\n   X end\n",
        "a: >-\n  folded line\n  goes on\n\n  new X end\n",
        'a: "over\n  two lines \\\n  X end"\n',
        "a: plain over\n  two X end\n",
        "# ä comment with X before\nb: X\na: >  # not this X\n  one X end\n",
    ],
)
def test_a_character_of_a_value_is_found_in_the_file(written: str) -> None:
    document = parse_document(written, "e.yaml")
    assert isinstance(document.data, dict)
    value = document.data["a"]
    assert isinstance(value, str)

    place = place_in(document, ("a",), value.index("X"))

    line = written.split("\n")[place.line - 1]
    assert line[place.column - 1 :].startswith("X end")


@settings(deadline=None)
@given(
    st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=80),
    st.sampled_from(["'", '"', "|", ">", None]),
    st.integers(10, 60),
)
def test_offsets_hold_however_a_text_is_written(text: str, style: str | None, width: int) -> None:
    value = f"begin {text} X9 end"
    written = yaml.dump({"a": value}, default_style=style, width=width, allow_unicode=True)
    document = parse_document(written, "e.yaml")
    assert document.data == {"a": value}

    place = place_in(document, ("a",), value.rindex("X9"))

    assert written.split("\n")[place.line - 1][place.column - 1 :].startswith("X9")
