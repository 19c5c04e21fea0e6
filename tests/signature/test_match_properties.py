"""Matching against a naive reference, over everything that a small alphabet can make."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from faultbook.signature import Pattern, generate, mask, match, matches, parse
from faultbook.signature.match import count_work
from tests.signature.reference import reference_match
from tests.signature.strategies import lines, patterns

QUICK = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))


@QUICK
@given(patterns(), lines)
@example(parse("a<any> <any:a  b>", minimum=0), "aa a \t b")
@example(parse("<num>é", minimum=0), "1.1e+1é")
@example(parse("<ip>=", minimum=0), "[1.:%a]=")
def test_matches_what_the_reference_matches(pattern: Pattern, line: str) -> None:
    expected = reference_match(pattern, line)
    assert match(pattern, line) == expected
    assert matches(pattern, line) == (expected is not None)


@QUICK
@given(patterns(whole_line=True), lines)
def test_matches_whole_lines_as_the_reference_does(pattern: Pattern, line: str) -> None:
    expected = reference_match(pattern, line, whole=True)
    assert match(pattern, line, whole=True) == expected
    assert matches(pattern, line, whole=True) == (expected is not None)


@QUICK
@given(patterns(), st.randoms(use_true_random=False), lines, lines)
def test_lines_built_around_a_match_agree_with_the_reference(
    pattern: Pattern, rng: random.Random, before: str, after: str
) -> None:
    line = before + generate(pattern, rng) + after
    # The reference is exponential in the number of <any>.
    if len(line) < 60 and pattern.text.count("<any>") < 3:
        assert match(pattern, line) == reference_match(pattern, line)


@QUICK
@given(patterns(), st.randoms(use_true_random=False))
def test_whatever_is_generated_matches(pattern: Pattern, rng: random.Random) -> None:
    assert matches(pattern, generate(pattern, rng))


@pytest.mark.parametrize(
    "text",
    ["<hex>.<int:1>", "<any>x<any>.<int:1>", "<num:1.5>.<ip>", "<int:2>.<any>", "<ip>.<num:1>"],
)
def test_a_decimal_point_makes_no_other_number(text: str) -> None:
    pattern = parse(text, whole_line=True, minimum=0)
    for seed in range(300):
        assert matches(pattern, generate(pattern, random.Random(seed)))


@QUICK
@given(patterns(whole_line=True), st.randoms(use_true_random=False))
def test_whatever_is_generated_whole_matches_as_a_whole(
    pattern: Pattern, rng: random.Random
) -> None:
    assert matches(pattern, generate(pattern, rng, whole=True), whole=True)


@QUICK
@given(st.text(st.characters(exclude_characters="\n\r", codec="utf-8"), min_size=1, max_size=80))
@example("<<\\<>>\\")
@example("a\\'b' 1.2.3.4\\5")
@example("[::][::1]")
@example("12:30:00,123 0x1f/0x2 -5-7 +3.5e-7 1e5")
def test_a_masked_line_is_a_pattern_that_matches_the_line(line: str) -> None:
    masked = mask(line)
    if masked:
        assert matches(parse(masked, minimum=0), line)


ADVERSARIAL = {
    "digits": "1" * 1_000_000,
    "quotes": "'\"`" * 333_333,
    "blanks": " " * 1_000_000,
    "wide words": "a  " * 333_333,
    "near misses": "aaab" * 250_000,
    "points": "1.1e1:" * 166_666,
    "brackets": "[" * 1_000_000,
}
HARD = (
    "aaaaaaaa<any>aaaaaaaa<any>aaaaaaaa<any>b c",
    "<int>1<int>1<int> aaaaaaaax",
    "a a a a a a a a <word> a a a a b",
    "<num>.<num>:<num>.<num> refused-by",
    "<quoted> <quoted>x<quoted> refused-by",
    "<hex>1<hex>:<ip>e<ip> refused-by",
    "<host>.<host>.<host>:<int:1|11|111> refused-by",
    "<path>/<path>1 <word:aaa|a  a> refused-by",
)


@pytest.mark.parametrize("name", ADVERSARIAL)
@pytest.mark.parametrize("text", HARD)
def test_work_grows_with_the_line_and_no_faster(text: str, name: str) -> None:
    pattern = parse(text, minimum=0)
    line = ADVERSARIAL[name]
    quarter, full = count_work(pattern, line[: len(line) // 4]), count_work(pattern, line)
    assert full < 100 * len(line)
    assert full < 4.5 * quarter + 200_000
