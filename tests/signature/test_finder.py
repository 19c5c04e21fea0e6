"""Finding candidate lines: both engines, whatever the bytes."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from faultbook.signature import EngineUnavailableError, Phrase, generate, make_finder, parse
from faultbook.signature.finder import PortableFinder
from faultbook.signature.rarity import LONGEST, best_phrases
from tests.signature.strategies import patterns

QUICK = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
ENGINES = ["hyperscan", "portable"]
PHRASES = (
    Phrase("bus error (core", "core"),
    Phrase("stalled", "stalled"),
    Phrase("no space left on", "space"),
    Phrase("ibv_reg_mr_iova2", "ibv_reg_mr_iova"),
    Phrase("error", ""),
    Phrase("rc: -12", ""),
    Phrase("(4112)", ""),
    Phrase("échoué", ""),
    Phrase("nranks ", ""),
    Phrase("a b a b c", ""),
)
WORDS = [
    "Bus",
    "error",
    "ERROR",
    "(core",
    "score",
    "(core)",
    "stalled",
    "installed",
    "no",
    "space",
    "left",
    "on",
    "ibv_reg_mr_iova2",
    "OSError:",
    "rc:",
    "-12",
    "(4112)",
    "échoué",
    "nranks",
    "a",
    "b",
    "c",
    "\U0001f525",
    "\x1b[31m",
    "\x1b]8;;http://x\x07",
    "\x1b",
]
GAPS = [" ", " ", " ", "  ", "\t", "\u00a0", "\r", "", "\n", "\r\n"]

blocks = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(GAPS)), max_size=40).map(
    lambda pieces: "".join(word + gap for word, gap in pieces).encode()
)
random_bytes = st.binary(max_size=200)


ESCAPES = re.compile(
    rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|"
    rb"[ -/]+[0-~]|[0-Z\\^_`a-~])?"
)


def naive(block: bytes) -> list[tuple[int, tuple[int, ...]]]:
    """What `find` says, a line at a time and a phrase at a time."""
    hits = []
    start = 0
    for raw in block.split(b"\n"):
        line = ESCAPES.sub(b"", raw)
        line = re.sub(rb"(?:[ \t\r]|\xc2\xa0)+", b" ", line).lower()
        found = tuple(n for n, phrase in enumerate(PHRASES) if _contains(line, phrase))
        if found:
            hits.append((start, found))
        start += len(raw) + 1
    return hits


def _contains(line: bytes, phrase: Phrase) -> bool:
    before = b"(?<![a-z_])" if phrase.anchor and phrase.text.startswith(phrase.anchor) else b""
    after = b"(?![a-z_])" if phrase.anchor and phrase.text.endswith(phrase.anchor) else b""
    return re.search(before + re.escape(phrase.text.encode()) + after, line) is not None


@pytest.mark.parametrize("engine", ENGINES)
@QUICK
@given(st.one_of(blocks, random_bytes))
def test_an_engine_finds_what_is_there(engine: str, block: bytes) -> None:
    assert make_finder(PHRASES, engine).find(block) == naive(block)


@pytest.mark.parametrize("engine", ENGINES)
def test_lines_are_given_by_their_start(engine: str) -> None:
    block = b"fine\nBus  error\t(core dumped)\n\x1b[31mstal\x1b[0mled\n\nxx no space left on /\n"
    assert make_finder(PHRASES, engine).find(block) == [(5, (0, 4)), (30, (1,)), (48, (2,))]


@pytest.mark.parametrize("engine", ENGINES)
def test_blocks_come_in_order_with_their_hits(engine: str) -> None:
    finder = make_finder(PHRASES, engine)
    items = [(number, b"line %d\n" % number + b"stalled\n" * (number % 3)) for number in range(50)]
    results = list(finder.find_each(items, lambda item: item[1]))
    assert [item for item, _ in results] == items
    assert [len(hits) for _, hits in results] == [number % 3 for number in range(50)]


def test_an_abandoned_search_ends_its_threads() -> None:
    finder = make_finder(PHRASES, "hyperscan")
    for _ in finder.find_each([b"stalled\n"] * 100, lambda block: block):
        break


def test_a_kept_database_finds_the_same(tmp_path: Path) -> None:
    block = b"stalled\nno  space left on /\n"
    expected = make_finder(PHRASES, "hyperscan").find(block)
    for _ in range(2):
        assert make_finder(PHRASES, "hyperscan", tmp_path / "cache").find(block) == expected
    (kept,) = (tmp_path / "cache").iterdir()
    kept.write_bytes(kept.read_bytes()[:100])
    assert make_finder(PHRASES, "hyperscan", tmp_path / "cache").find(block) == expected
    assert len(kept.read_bytes()) > 100


def test_no_phrases_find_nothing() -> None:
    for engine in ENGINES:
        assert make_finder((), engine).find(b"error\n") == []


def test_auto_is_portable_where_hyperscan_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "faultbook.signature.hyperscan_finder", None)
    assert isinstance(make_finder(PHRASES), PortableFinder)
    with pytest.raises(EngineUnavailableError, match="pip install hyperscan"):
        make_finder(PHRASES, "hyperscan")


@pytest.mark.parametrize("engine", ENGINES)
@QUICK
@given(patterns(), st.randoms(use_true_random=False))
def test_every_line_that_matches_is_found(engine: str, pattern, rng: random.Random) -> None:
    phrases = best_phrases(pattern)
    if not phrases or not all(phrase.text for phrase in phrases):
        return
    line = generate(pattern, rng)
    if "\x1b" not in line:
        assert make_finder(phrases, engine).find(line.encode() + b"\n")


@pytest.mark.parametrize(
    ("text", "within", "anchor"),
    [
        ("Call to posix_fallocate failed : <any>", "posix_fallocate", "posix_fallocate"),
        ("OSError: [Errno 28] No space left on device", "oserror: [errno", "oserror"),
        ("undefined symbol: _ZN3c10<word>", "undefined symbol:", "undefined"),
        ("NCCL WARN <any>/<any>", "nccl warn", "warn"),
        ("rank <int:3> said <word:ENOMEMORY>", "enomemory", "enomemory"),
        ("x" * 60 + " y<int>", "x" * LONGEST, ""),
    ],
)
def test_the_rarest_phrase_is_chosen(text: str, within: str, anchor: str) -> None:
    (phrase,) = best_phrases(parse(text))
    assert within in phrase.text
    assert phrase.anchor == anchor


def test_where_values_say_most_each_has_a_phrase() -> None:
    phrases = best_phrases(parse("rank <int:3|4> said <word:ENOMEMORY|EFAULTED>"))
    assert [phrase.anchor for phrase in phrases] == ["efaulted", "enomemory"]


@pytest.mark.parametrize("engine", ENGINES)
def test_blocks_before_an_error_are_searched(engine: str) -> None:
    def blocks() -> Iterator[bytes]:
        yield b"stalled\n"
        raise OSError("cut short")

    found = make_finder(PHRASES, engine).find_each(blocks(), bytes)
    assert next(found)[1]
    with pytest.raises(OSError, match="cut short"):
        next(found)
