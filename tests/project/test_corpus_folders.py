"""Which entries a project is made of, and how one folder lies over another."""

import os
import shutil
from pathlib import Path

import pytest

from faultbook.corpus import entry_files, load_corpus
from faultbook.entry import Category
from faultbook.paths import public_entries_dir
from faultbook.project import corpus_folders

DATA = Path(__file__).resolve().parents[1] / "data" / "corpus" / "entries"


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """A project with one entry of its own, laid over the public ones."""
    folder = tmp_path / "entries" / "communication"
    folder.mkdir(parents=True)
    own = (DATA / "communication" / "nccl-shm-no-space-docker.yaml").read_text("utf-8")
    (folder / "nccl-shm-no-space-docker.yaml").write_text(
        own.replace("severity: job-down", "severity: degraded"), "utf-8"
    )
    return tmp_path


def configure(project: Path, text: str) -> None:
    (project / "mkdocs.yml").write_text(text, "utf-8")


def test_the_configuration_names_the_folders(private: Path) -> None:
    configure(private, "plugins:\n  - search\n  - faultbook:\n      entries: [public, ./entries]\n")

    assert corpus_folders(private / "entries") == [public_entries_dir(), private / "entries"]


def test_tags_that_mkdocs_allows_do_not_disturb(private: Path) -> None:
    configure(
        private,
        "site_name: !ENV NAME\nemoji: !!python/name:material.extensions.emoji.twemoji\n"
        "plugins:\n  - faultbook:\n      entries: [entries]\n",
    )

    assert corpus_folders(private) == [private / "entries"]


@pytest.mark.parametrize("text", ["", "plugins: [faultbook]\n", "plugins: {a: [\n", "- a\n"])
def test_without_names_the_folder_entries_is_the_corpus(private: Path, text: str) -> None:
    configure(private, text)

    assert corpus_folders(private) == [private / "entries"]


def test_outside_any_project_the_public_corpus_is_used(tmp_path: Path) -> None:
    assert corpus_folders(tmp_path) == [public_entries_dir()]


def test_a_later_folder_replaces_entries_by_id_and_remembers_whom(private: Path) -> None:
    corpus = load_corpus([DATA, private / "entries"])

    assert [e.id for e in corpus] == ["nccl-shm-attach-enoent", "nccl-shm-no-space-docker"]
    entry = corpus.get("nccl-shm-enospc")
    assert entry is not None
    assert entry.severity == "degraded"
    assert list(corpus.overridden) == ["nccl-shm-no-space-docker"]
    assert corpus.files[entry.id].startswith(str(private))


def test_one_broken_file_never_loses_the_others(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "entries")
    (tmp_path / "entries" / "broken.yaml").write_bytes(b"\xff\xfe")
    (tmp_path / "entries" / "folder.yaml").mkdir()
    (tmp_path / "entries" / "gone.yaml").symlink_to("nowhere")

    corpus = load_corpus([tmp_path / "entries"])

    assert len(corpus) == 2
    assert len(corpus.problems) == 2


def test_relations_are_known_on_both_sides() -> None:
    text = (DATA / "communication" / "nccl-shm-attach-enoent.yaml").read_text("utf-8")
    assert "relations:" not in text

    corpus = load_corpus([DATA])

    assert corpus.in_category(Category.COMMUNICATION) == corpus.entries
    assert corpus.in_category(Category.MEMORY) == ()
    assert dict(corpus.causes) == {}


def test_files_are_found_once_and_in_order() -> None:
    files = entry_files([DATA, DATA / "communication"])

    assert [f.name for f in files] == [
        "nccl-shm-attach-enoent.yaml",
        "nccl-shm-no-space-docker.yaml",
    ]


def test_a_folder_that_cannot_be_listed_is_a_problem_and_not_an_empty_folder(
    private: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = private / "entries" / "storage"
    closed.mkdir()
    listed = os.scandir

    def scandir(path: str | Path) -> object:
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", scandir)

    corpus = load_corpus([private / "entries"])

    assert [Path(problem.file) for problem in corpus.problems] == [closed]
    assert len(corpus) == 1
