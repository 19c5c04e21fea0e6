"""Scanning streams: numbers, offsets, chunks, very long lines."""

from __future__ import annotations

import io
import random
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from faultbook.signature import Candidate, Scanner, SignatureIndex, clean_line, compile_index
from faultbook.signature.scan import BLOCK, OVERLAP
from tests.signature.entries import entry, signature

ENGINES = ["hyperscan", "portable"]
LOG = (
    b"starting\r\n"
    b"Call to posix_fallocate failed : No space left on device\r\n"
    b"\r\n"
    b"\x1b[31mCUDA error:\x1b[0m an illegal memory access was encountered\n"
    b"\xff\xfe not utf-8: Bus \t error (core dumped)\n"
    b"10%\r20%\rCall to posix_fallocate failed"
)


@pytest.fixture(scope="module")
def index() -> SignatureIndex:
    return compile_index(
        [
            entry("shm", signature("Call to posix_fallocate failed")),
            entry("ima", signature("CUDA error: an illegal memory access was encountered")),
            entry("bus", signature("Bus error (core dumped)")),
        ]
    )


def verified(index: SignatureIndex, candidates: list[Candidate]) -> list[tuple[int, str]]:
    return [
        (line.number, index.entries[index.rules[rule].entry].id)
        for line in candidates
        for rule in line.rules
        if index.matches(rule, clean_line(line.raw.decode("utf-8", "replace")))
    ]


EXPECTED = [(2, "shm"), (4, "ima"), (5, "bus"), (6, "shm")]


@pytest.mark.parametrize("engine", ENGINES)
def test_candidates_bear_their_place_in_the_file(index: SignatureIndex, engine: str) -> None:
    candidates = list(Scanner(index, engine).scan(io.BytesIO(LOG)))
    assert verified(index, candidates) == EXPECTED
    for line in candidates:
        assert LOG[line.start : line.end] == line.raw
        assert LOG.count(b"\n", 0, line.start) == line.number - 1


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(cuts=st.lists(st.integers(0, len(LOG)), max_size=12))
def test_where_chunks_end_does_not_matter(
    index: SignatureIndex, engine: str, cuts: list[int]
) -> None:
    edges = [0, *sorted(cuts), len(LOG)]
    chunks = [LOG[a:b] for a, b in pairwise(edges)]
    scanner = Scanner(index, engine)
    assert list(scanner.feed(chunks)) == list(scanner.scan(io.BytesIO(LOG)))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_line_is_reported_as_soon_as_it_is_complete(index: SignatureIndex, engine: str) -> None:
    feed = Scanner(index, engine).feed(iter([LOG[:70], LOG[70:]]))
    assert next(feed).number == 2


@pytest.mark.parametrize("engine", ENGINES)
def test_watched_phrases_are_reported_too(index: SignatureIndex, engine: str) -> None:
    scanner = Scanner(index, engine, watch=["not utf-8", "no space left on device"])
    found = [(line.number, line.rules, line.watched) for line in scanner.scan(io.BytesIO(LOG))]
    assert [(number, watched) for number, _, watched in found] == [
        (2, (1,)),
        (4, ()),
        (5, (0,)),
        (6, ()),
    ]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_line_without_end_is_scanned_in_pieces(index: SignatureIndex, engine: str) -> None:
    needle = b"Call to posix_fallocate failed"
    for place in (0, BLOCK - 15, 2 * BLOCK - OVERLAP - 15, 3 * BLOCK):
        data = (
            b"first\n" + b"x " * (place // 2) + needle + b" y" * (2 * BLOCK) + b"\nlast\n" + needle
        )
        numbers = {line.number for line in Scanner(index, engine).scan(io.BytesIO(data))}
        assert numbers == {2, 4}
        pieces = list(Scanner(index, engine).scan(io.BytesIO(data)))
        assert all(len(line.raw) <= 2 * BLOCK + OVERLAP for line in pieces)


def test_both_engines_give_the_same_candidates(index: SignatureIndex) -> None:
    rng = random.Random(7)
    lines = LOG.split(b"\n")
    data = b"\n".join(rng.choice(lines) for _ in range(60_000))
    first, second = (list(Scanner(index, engine).scan(io.BytesIO(data))) for engine in ENGINES)
    assert first == second
    assert len(first) > 10_000
