"""What is kept of each entry between builds, and what is made of it."""

from __future__ import annotations

import json
import os
import pickle
import re
import shutil
from pathlib import Path

import pytest

from faultbook.corpus import Corpus, load_corpus
from faultbook.entry_store import LISTED, EntryStore, listed, packed
from faultbook.export.api import Place, shared_files
from faultbook.paths import public_entries_dir
from faultbook.signature.compile import compile_index
from faultbook.signature.joined import index_part, joined_index
from faultbook.signature.sound import compile_sound
from faultbook.site.kept import KeptCorpus, load_kept, reading_ahead
from faultbook.site.parts import parts_of


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus([public_entries_dir()])


def test_the_joined_index_is_the_compiled_one(corpus: Corpus) -> None:
    parts = [index_part(entry) for entry in corpus]
    assert joined_index(parts) == compile_sound(corpus).to_json()


def test_an_entry_without_a_sound_signature_is_left_out_of_the_index(corpus: Corpus) -> None:
    first, second = corpus.entries[:2]
    assert joined_index([index_part(first), None]) == compile_index([first]).to_json()
    assert json.loads(joined_index([]))["rules"] == []
    assert second.id not in joined_index([index_part(first)])


def test_a_listed_entry_has_nothing_that_lists_do_not_show(corpus: Corpus) -> None:
    entry = corpus.entries[0]
    short = listed(entry)
    assert [getattr(short, name) for name in LISTED] == [getattr(entry, name) for name in LISTED]
    with pytest.raises(AttributeError):
        _ = short.mechanism
    again = pickle.loads(packed([short, entry]))
    assert again[1] == entry
    assert again[0].title == entry.title
    assert not hasattr(again[0], "faq")


def test_a_kept_corpus_is_the_corpus(corpus: Corpus, tmp_path: Path) -> None:
    roots = [public_entries_dir()]
    first = load_kept(roots, tmp_path, {})
    again = load_kept(roots, tmp_path, {})
    assert [again.whole(entry.id) for entry in again.corpus] == list(corpus)
    assert [again.parts(e.id) for e in again.corpus] == [parts_of(e, packed(e)) for e in corpus]
    assert first.keys == again.keys
    assert again.corpus.causes == corpus.causes


def test_a_damaged_store_is_read_again(tmp_path: Path, corpus: Corpus) -> None:
    roots = [public_entries_dir()]
    load_kept(roots, tmp_path, {})
    for kept in tmp_path.glob("wholes-*"):
        kept.write_bytes(b"\0" * 99)
    again = load_kept(roots, tmp_path, {})
    assert [again.whole(entry.id) for entry in again.corpus] == list(corpus)
    for kept in tmp_path.glob("heads-*"):
        kept.write_bytes(kept.read_bytes()[:-1])
    assert EntryStore.open(tmp_path).kept == {}


def test_kept_parts_make_the_same_files_as_the_entries(corpus: Corpus) -> None:
    kept = KeptCorpus.of(corpus)
    said = {entry.id: kept.parts(entry.id).api for entry in corpus}
    place = Place("https://example.org/")
    assert list(shared_files(kept.corpus, place, said)) == list(shared_files(corpus, place))


def test_what_a_killed_run_left_half_written_goes(tmp_path: Path) -> None:
    old, new = tmp_path / ".heads-0.pickle.abc", tmp_path / ".heads-0.pickle.def"
    for left in (old, new):
        left.write_bytes(b"half")
    os.utime(old, (0, 0))
    EntryStore.open(tmp_path).save()
    assert [path.name for path in tmp_path.iterdir()] == [new.name]


def test_what_is_saved_while_it_is_read_ahead_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("faultbook.site.kept.processors", lambda: 2)
    entries = tmp_path / "entries"
    shutil.copytree(public_entries_dir(), entries)
    with reading_ahead([entries], tmp_path / "cache") as ahead:
        assert ahead is not None
        file = next(entries.glob("*/nccl-shm-no-space-docker.yaml"))
        text = file.read_text("utf-8")
        file.write_text(re.sub(r"^title: .*", "title: Saved meanwhile", text, flags=re.M), "utf-8")
        kept = load_kept([entries], tmp_path / "cache", {}, ahead)
    assert kept.corpus.by_id["nccl-shm-no-space-docker"].title == "Saved meanwhile"
    assert len(kept.corpus) == len(list(entries.glob("*/*.yaml")))
