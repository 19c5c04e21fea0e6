"""The contents that benchmarks are run on: valid, and as much for the others as for us."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmarks.plain_pages import plain_pages

from benchmarks import synthetic
from faultbook.corpus import load_corpus
from faultbook.entry import Entry
from faultbook.paths import public_entries_dir
from faultbook.views.entry_pages import render_entry
from faultbook.views.neighbours import cards_of, neighbours_of
from faultbook.views.prose import Prose
from faultbook.views.templates import environment

LABELS = 24
"""Words such as "Copy" and "First five minutes", which stand on every page of ours."""


def test_synthetic_entries_are_valid_and_the_same_each_time(tmp_path: Path) -> None:
    for name in ("one", "two"):
        synthetic.write(12, tmp_path / name)
    first, second = (load_corpus([tmp_path / name]) for name in ("one", "two"))
    assert first.problems == ()
    assert len(first) == 12
    assert first.entries == second.entries


@pytest.mark.parametrize(
    "name", ["ib-memlock-limit-cannot-allocate-memory", "cuda-oom-fragmentation"]
)
def test_plain_pages_say_what_the_views_say(name: str) -> None:
    corpus = load_corpus([public_entries_dir()])
    entry = corpus.get(name)
    assert entry
    titles = {each.id: each.title for each in corpus}
    plain = [_words(text) for _, text in plain_pages(entry, titles)]
    for said, view in zip(plain, _views(entry), strict=True):
        missing = _words(view) - said
        assert len(missing) <= LABELS, sorted(missing)


def _views(entry: Entry) -> list[str]:
    corpus = load_corpus([public_entries_dir()])
    env = environment([Path(__file__).parents[2] / "overrides"])
    around = neighbours_of(entry, corpus, cards_of(corpus))
    pages = render_entry(entry, around, env, Prose()).all()
    return [re.sub(r"<svg.*?</svg>|<[^>]+>", " ", page.body, flags=re.S) for page in pages]


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{4,}", text.lower()))
