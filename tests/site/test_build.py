"""`faultbook build` and `mkdocs build`: the same site, broken entries, atomic and stable."""

from __future__ import annotations

import filecmp
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from faultbook.cli.main import main
from faultbook.mkdocs_adapter.build import MARKER

ROOT = Path(__file__).resolve().parents[2]
CONFIG = """\
site_name: Ours
theme: {name: material}
plugins: [{faultbook: {entries: [entries]}}]
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project of its own: two entries, no hand-written page."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(CONFIG)
    folder = tmp_path / "entries" / "communication"
    folder.mkdir(parents=True)
    for name in ("nccl-shm-no-space-docker", "nccl-socket-closed-by-remote-peer"):
        shutil.copy(ROOT / "entries" / "communication" / f"{name}.yaml", folder)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _files(folder: Path) -> dict[str, bytes]:
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()
    }


def test_both_ways_give_the_same_site(project: Path) -> None:
    assert main(["build"]) == 0
    ours = project / "site"
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q", "-d", "other"], check=True, cwd=project
    )
    (ours / MARKER).unlink()
    assert _files(ours) == _files(project / "other")


def test_a_second_build_writes_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["build"])
    before = {p: p.stat().st_mtime_ns for p in (project / "site").rglob("*.html")}
    capsys.readouterr()
    assert main(["build"]) == 0
    assert ", 0 files written, 0 removed," in capsys.readouterr().out
    assert before == {p: p.stat().st_mtime_ns for p in (project / "site").rglob("*.html")}


def test_a_broken_entry_is_named_and_left_out(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = project / "entries" / "communication" / "broken.yaml"
    broken.write_text("id: broken\ntitle: [no text]\n")
    assert main(["build"]) == 0
    said = capsys.readouterr()
    assert "entries/communication/broken.yaml:" in said.err
    assert "1 entry left out" in said.out
    assert not (project / "site" / "broken").exists()
    assert (project / "site" / "nccl-shm-no-space-docker" / "index.html").is_file()
    assert main(["build", "--strict"]) == 1


def test_what_is_no_longer_made_goes(project: Path) -> None:
    main(["build"])
    gone = project / "site" / "nccl-socket-closed-by-remote-peer"
    assert gone.is_dir()
    (project / "entries/communication/nccl-socket-closed-by-remote-peer.yaml").unlink()
    main(["build"])
    assert not gone.exists()


def test_a_foreign_folder_is_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "mine").mkdir()
    (project / "mine" / "thesis.txt").write_text("years of work")
    assert main(["build", "--site-dir", "mine"]) == 2
    assert "was not made by `faultbook build`" in capsys.readouterr().err
    assert (project / "mine" / "thesis.txt").is_file()
    assert main(["build", "--site-dir", "."]) == 2


def test_a_foreign_folder_is_refused_also_when_all_is_kept(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A build that did not need MkDocs took any folder for a site, and emptied it."""
    assert main(["build"]) == 0
    (project / "docs" / "notes.md").write_text("# Notes\n")
    for folder in ("entries", "docs"):
        held = sorted((project / folder).rglob("*"))
        assert main(["build", "--site-dir", folder]) == 2
        assert "was not made by `faultbook build`" in capsys.readouterr().err
        assert sorted((project / folder).rglob("*")) == held
    (project / "site" / MARKER).unlink()
    assert main(["build"]) == 2


def test_half_a_file_of_a_killed_build_is_mended(project: Path) -> None:
    main(["build"])
    page = project / "site" / "index.html"
    whole = page.read_bytes()
    page.write_bytes(whole[:100])
    (project / "site" / "index.html.part").write_bytes(whole[:50])
    main(["build"])
    assert page.read_bytes() == whole
    assert not (project / "site" / "index.html.part").exists()


def test_no_configuration_is_a_plain_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["build"]) == 2
    assert "There is no mkdocs.yml here" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("site_name: x\ntheme: {name: mkdocs}\nplugins: [faultbook]\n", "`theme: material`"),
        ("site_name: x\ntheme: {name: material}\n", "does not name the plugin"),
        (
            "site_name: x\ntheme: {name: material}\nplugins: [{faultbook: {entries: [absent]}}]\n",
            "which is no folder",
        ),
    ],
)
def test_mistakes_of_the_configuration(
    project: Path, capsys: pytest.CaptureFixture[str], config: str, message: str
) -> None:
    (project / "mkdocs.yml").write_text(config)
    assert main(["build"]) == 2
    assert message in capsys.readouterr().err


def test_an_entry_at_a_taken_address_is_a_plain_message(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = project / "entries/communication/nccl-socket-closed-by-remote-peer.yaml"
    text = re.sub("(?m)^id: .*", "id: settings", entry.read_text())
    entry.unlink()
    (entry.parent / "settings.yaml").write_text(text)
    assert main(["build"]) == 2
    assert "the same address: settings/index.html" in capsys.readouterr().err


def test_the_profile_says_where_the_time_went(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "--profile"]) == 0
    assert " s  pages of the corpus" in capsys.readouterr().err


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _title(url: str) -> str:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return re.findall("<title>(.*)</title>", answer.read().decode())[0]
    except OSError:
        return ""


def _until(url: str, title: str) -> bool:
    return any(title in _title(url) or time.sleep(0.3) for _ in range(100))


def test_serve_follows_changes_and_survives_a_broken_entry(project: Path) -> None:
    """It makes again only the pages that a change reaches."""
    port = _free_port()
    command = [sys.executable, "-c", "from faultbook.cli.main import main; main()"]
    server = subprocess.Popen(
        [*command, "serve", "--address", f"127.0.0.1:{port}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "generator")},
    )
    try:
        url = f"http://127.0.0.1:{port}/nccl-socket-closed-by-remote-peer/"
        assert _until(url, "| Ours")
        (served,) = (project / ".cache/faultbook").glob("serve-*")
        before = (served / "reading/index.html").stat().st_mtime_ns
        entry = project / "entries/communication/nccl-socket-closed-by-remote-peer.yaml"
        good = entry.read_text()
        entry.write_text(re.sub("(?m)^title: .*", "title: Another title", good))
        assert _until(url, "Another title")
        assert (served / "reading/index.html").stat().st_mtime_ns == before
        (project / "entries/communication/nccl-shm-no-space-docker.yaml").write_text("id: [\n")
        entry.write_text(re.sub("(?m)^title: .*", "title: A third title", good))
        assert _until(url, "A third title")
    finally:
        server.terminate()
        server.wait(10)


def test_the_same_corpus_gives_the_same_bytes(project: Path) -> None:
    main(["build", "--site-dir", "one"])
    main(["build", "--site-dir", "two"])
    compared = filecmp.dircmp(project / "one", project / "two")
    assert not compared.diff_files
    assert _files(project / "one") == _files(project / "two")


@pytest.mark.parametrize(
    ("page", "tab"),
    [
        ("programs", "For programs"),
        ("schema", "For programs"),
        ("contribute", "Contribute"),
        ("reference/commands", "Guide"),
        ("hubs/nccl", "Hubs"),
        ("executive", "Failures"),
    ],
)
def test_a_page_is_marked_in_the_tabs(site: Path, page: str, tab: str) -> None:
    """The page for programs is written by hand and stands at the address of a tab of its own."""
    html = (site / page / "index.html").read_text(encoding="utf-8")
    bar = html.split('<nav class="md-tabs"')[1].split("</nav>")[0]
    assert re.findall(r'aria-current="true">([^<]+)<', bar) == [tab]
