"""The index is kept between runs, and found by the content of the entries."""

from pathlib import Path

import pytest

from faultbook.diagnosis import store
from faultbook.diagnosis.store import KEPT, Stored, corpus_files, stored_index, stored_names
from tests.diagnosis.support import CORPUS


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAULTBOOK_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def entry(tmp_path: Path) -> Path:
    path = tmp_path / "entries" / "memory" / "a.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("id: a\n")
    return path


WHOLE = Stored(CORPUS)


def made(times: list[int]) -> Stored:
    times.append(1)
    return WHOLE


def test_it_is_made_once_for_one_content(entry: Path) -> None:
    times: list[int] = []
    for _ in range(3):
        assert stored_index([entry], lambda: made(times)) == WHOLE
    assert len(times) == 1

    entry.write_text("id: b\n")
    stored_index([entry], lambda: made(times))
    assert len(times) == 2


def test_a_broken_cache_is_made_anew(entry: Path, cache: Path) -> None:
    times: list[int] = []
    stored_index([entry], lambda: made(times))
    for file in cache.glob("index-*"):
        file.write_text("{")
    assert stored_index([entry], lambda: made(times)) == WHOLE
    assert len(times) == 2


def test_what_was_left_out_is_told_again(entry: Path) -> None:
    partial = Stored(CORPUS, ("1 file left out: run `faultbook check` to see why.",))
    assert stored_index([entry], lambda: partial) == partial
    assert stored_index([entry], lambda: WHOLE) == partial


def test_a_new_way_to_compile_makes_it_anew(
    entry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[int] = []
    stored_index([entry], lambda: made(times))
    modules = tmp_path / "signature"
    modules.mkdir()
    (modules / "compile.py").write_text("# another way\n")
    monkeypatch.setattr(store, "_COMPILERS", modules)
    stored_index([entry], lambda: made(times))
    assert len(times) == 2


def test_a_cache_that_cannot_be_written_is_no_obstacle(entry: Path, cache: Path) -> None:
    cache.write_text("a file where a folder should be")
    assert stored_index([entry], lambda: WHOLE) == WHOLE


def test_old_indexes_are_removed(entry: Path, cache: Path) -> None:
    for number in range(KEPT + 4):
        entry.write_text(f"id: a{number}\n")
        stored_index([entry], lambda: WHOLE)
    assert len(list(cache.glob("index-*.json"))) == KEPT


def test_corpus_files_are_in_a_fixed_order(entry: Path, tmp_path: Path) -> None:
    other = tmp_path / "entries" / "data" / "z.yaml"
    other.parent.mkdir()
    other.write_text("id: z\n")
    assert corpus_files([tmp_path / "entries"]) == [other, entry]


def test_names_are_read_once_for_one_configuration(tmp_path: Path, cache: Path) -> None:
    config = tmp_path / "mkdocs.yml"
    config.write_text("plugins: [faultbook]\n")
    times: list[Path] = []

    def read(file: Path) -> list[str]:
        times.append(file)
        return ["public", "entries"]

    assert stored_names(config, read) == stored_names(config, read) == ["public", "entries"]
    assert len(times) == 1
    for file in cache.glob("config-*"):
        file.write_text("7")
    assert stored_names(config, read) == ["public", "entries"]
    config.write_text("plugins: [{faultbook: {entries: [public]}}]\n")
    stored_names(config, read)
    assert len(times) == 3
