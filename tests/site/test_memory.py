"""Builds that remember: what has not changed stays, and what comes out is always the same."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from faultbook.mkdocs_adapter.build import build_site
from faultbook.site import entries, kept, plans
from faultbook.site.unchanged import unchanged

ROOT = Path(__file__).resolve().parents[2]
CHANGED = "nccl-shm-no-space-docker"
SHOWS_IT = "nccl-shm-attach-enoent"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small encyclopedia of five real entries."""
    folder = tmp_path / "project"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "notes.md").write_text("# Notes\n")
    (folder / "mkdocs.yml").write_text(
        "site_name: Small\ntheme:\n  name: material\nplugins:\n"
        "  - faultbook:\n      entries: [entries]\n"
    )
    target = folder / "entries" / "communication"
    target.mkdir(parents=True)
    for name in (CHANGED, SHOWS_IT, "nccl-watchdog-collective-timeout"):
        shutil.copy(ROOT / "entries" / "communication" / f"{name}.yaml", target)
    return folder


def build(project: Path, site: Path) -> int:
    """Build and return how many files were written."""
    return build_site(project / "mkdocs.yml", site).written


def contents(site: Path) -> dict[str, bytes]:
    return {p.relative_to(site).as_posix(): p.read_bytes() for p in site.rglob("*") if p.is_file()}


def retitle(project: Path) -> None:
    file = project / "entries" / "communication" / f"{CHANGED}.yaml"
    text = re.sub(r"^title:.*$", "title: Another title", file.read_text(), flags=re.M)
    file.write_text(text)


def test_nothing_changed_writes_nothing_and_is_known_beforehand(
    project: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    assert unchanged(project / "mkdocs.yml", site) is None
    build(project, site)
    assert unchanged(project / "mkdocs.yml", site) is not None
    assert build(project, site) == 0


def test_a_changed_entry_reaches_every_page_that_shows_it(project: Path, tmp_path: Path) -> None:
    warm, cold = tmp_path / "warm", tmp_path / "cold"
    build(project, warm)
    retitle(project)
    assert unchanged(project / "mkdocs.yml", warm) is None
    build(project, warm)
    build(project, cold)
    assert contents(warm) == contents(cold)
    assert "Another title" in (warm / SHOWS_IT / "index.html").read_text()


def test_a_removed_entry_leaves_no_page(project: Path, tmp_path: Path) -> None:
    warm, cold = tmp_path / "warm", tmp_path / "cold"
    build(project, warm)
    (project / "entries" / "communication" / f"{CHANGED}.yaml").unlink()
    build(project, warm)
    build(project, cold)
    assert not (warm / CHANGED).exists()
    assert contents(warm) == contents(cold)


def test_a_page_that_somebody_touched_is_made_again(project: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    build(project, site)
    page = site / CHANGED / "index.html"
    right = page.read_bytes()
    page.write_text("gone")
    assert unchanged(project / "mkdocs.yml", site) is None
    build(project, site)
    assert page.read_bytes() == right


@pytest.mark.parametrize("damage", [b"", b"not a pickle", b"\0" * 4096])
def test_a_damaged_cache_is_a_slow_build_and_never_a_wrong_one(
    project: Path, tmp_path: Path, damage: bytes
) -> None:
    site, cold = tmp_path / "site", tmp_path / "cold"
    build(project, site)
    for file in (project / ".cache" / "faultbook").iterdir():
        file.write_bytes(damage)
    retitle(project)
    build(project, site)
    build(project, cold)
    assert contents(site) == contents(cold)


def test_without_a_cache_the_site_is_the_same(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached, plain = tmp_path / "cached", tmp_path / "plain"
    build(project, cached)
    monkeypatch.setenv("FAULTBOOK_CACHE", "")
    build(project, plain)
    assert contents(cached) == contents(plain)


def test_a_relation_that_turns_round_reaches_the_other_entry(project: Path, tmp_path: Path) -> None:
    """Two entries that name each other: who causes whom is declared on one side only."""
    warm, cold = tmp_path / "warm", tmp_path / "cold"
    file = project / "entries" / "communication" / f"{SHOWS_IT}.yaml"
    text = re.sub(r"^relations:\n(?:  .*\n)+", "", file.read_text(), flags=re.M)
    other = file.with_name("nccl-watchdog-collective-timeout.yaml")
    other.write_text(re.sub(r"^relations:\n(?:  .*\n)+", "", other.read_text(), flags=re.M))
    relation = "relations:\n  {}: [nccl-watchdog-collective-timeout]\n"
    file.write_text(text + relation.format("causes"))
    build(project, warm)
    file.write_text(text + relation.format("caused_by"))
    build(project, warm)
    build(project, cold)
    assert contents(warm) == contents(cold)


def test_a_changed_entry_is_built_without_mkdocs(project: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    build(project, site)
    retitle(project)
    script = (
        "import sys\nfrom faultbook.cli.main import main\n"
        "code = main(sys.argv[1:])\n"
        "sys.exit(code or 10 * ('mkdocs' in sys.modules))"
    )
    given = ["build", "--config", str(project / "mkdocs.yml"), "--site-dir", str(site)]
    done = subprocess.run([sys.executable, "-c", script, *given], check=False, timeout=60)
    assert done.returncode == 0
    assert "Another title" in (site / CHANGED / "index.html").read_text()


@pytest.mark.parametrize("extra", ["hooks: [hook.py]\n", "extra: {a: !ENV [NO_SUCH, b]}\n"])
def test_what_may_read_other_files_asks_mkdocs_every_time(
    project: Path, tmp_path: Path, extra: str
) -> None:
    (project / "hook.py").write_text("")
    with (project / "mkdocs.yml").open("a") as config:
        config.write(extra)
    site = tmp_path / "site"
    build(project, site)
    assert unchanged(project / "mkdocs.yml", site) is None
    assert build(project, site) == 0


def test_a_changed_configuration_or_page_asks_mkdocs(project: Path, tmp_path: Path) -> None:
    site, cold = tmp_path / "site", tmp_path / "cold"
    build(project, site)
    (project / "docs" / "notes.md").write_text("# Other notes\n")
    build(project, site)
    config = project / "mkdocs.yml"
    config.write_text(config.read_text().replace("Small", "Large"))
    build(project, site)
    build(project, cold)
    assert contents(site) == contents(cold)
    assert "Other notes" in (site / "notes" / "index.html").read_text()


def test_over_several_processes_the_site_is_the_same(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, several = tmp_path / "one", tmp_path / "several"
    monkeypatch.setenv("FAULTBOOK_CACHE", "")
    build(project, one)
    for module in (kept, entries, plans):
        monkeypatch.setattr(module, "_WORTH_A_PROCESS", 1)
        monkeypatch.setattr(module, "processors", lambda: 2)
        monkeypatch.setattr(module, "_CHUNK", 1)
    build(project, several)
    assert contents(one) == contents(several)


def test_a_folder_of_entries_that_appears_is_used(project: Path, tmp_path: Path) -> None:
    """Without `entries` in mkdocs.yml the nearest folder of that name counts."""
    config, site = project / "mkdocs.yml", tmp_path / "site"
    config.write_text("site_name: Small\ntheme:\n  name: material\nplugins: [faultbook]\n")
    (project.parent / ".git").mkdir()
    (project / "entries").rename(project.parent / "entries")
    build(project, site)
    assert (site / CHANGED / "index.html").is_file()
    (project / "entries").mkdir()
    shutil.copy(
        project.parent / "entries" / "communication" / f"{SHOWS_IT}.yaml", project / "entries"
    )
    build(project, site)
    assert (site / SHOWS_IT / "index.html").is_file()
    assert not (site / CHANGED).exists()
