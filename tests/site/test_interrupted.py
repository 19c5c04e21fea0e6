"""Builds that are killed, and builds that run at the same time."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.site.test_memory import CHANGED, build, contents, retitle
from tests.site.test_memory import project as small_project

project = small_project
ROUNDS = 6


def _start(project: Path, site: Path) -> subprocess.Popen[bytes]:
    """Start a build as a process group of its own."""
    given = ["build", "--config", str(project / "mkdocs.yml"), "--site-dir", str(site)]
    command = [sys.executable, "-m", "faultbook", *given]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL")
def test_the_build_after_a_killed_one_is_right(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed at points spread over its whole time, each time with another change to make."""
    site, source = tmp_path / "site", random.Random(11)
    begun = time.perf_counter()
    assert _start(project, site).wait(60) == 0
    whole = time.perf_counter() - begun
    for number in range(ROUNDS):
        _edit(project, number)
        # a fresh folder every other time: a full build is killed as well as a quick one
        target = site if number % 2 else tmp_path / f"site-{number}"
        killed = _start(project, target)
        time.sleep(whole * source.uniform(0.1, 1.0))
        os.kill(killed.pid, signal.SIGKILL)
        killed.wait(20)
        build(project, target)
        monkeypatch.setenv("FAULTBOOK_CACHE", "")
        build(project, tmp_path / f"cold-{number}")
        monkeypatch.delenv("FAULTBOOK_CACHE")
        assert contents(target) == contents(tmp_path / f"cold-{number}")


def _edit(project: Path, number: int) -> None:
    retitle(project)
    file = project / "entries" / "communication" / f"{CHANGED}.yaml"
    file.write_text(file.read_text().replace("title: Another title", f"title: Title {number}"))


def test_two_builds_at_once_into_one_folder_do_no_harm(project: Path, tmp_path: Path) -> None:
    site, cold = tmp_path / "site", tmp_path / "cold"
    together = [_start(project, site) for _ in range(3)]
    assert [started.wait(60) for started in together] == [0, 0, 0]
    build(project, cold)
    assert contents(site) == contents(cold)
    retitle(project)
    together = [_start(project, site) for _ in range(2)]
    assert [started.wait(60) for started in together] == [0, 0]
    build(project, cold)
    assert contents(site) == contents(cold)


def test_two_builds_at_once_into_two_folders_share_a_cache(project: Path, tmp_path: Path) -> None:
    sites = [tmp_path / "one", tmp_path / "two"]
    for _ in range(2):
        together = [_start(project, site) for site in sites]
        assert [started.wait(60) for started in together] == [0, 0]
        assert contents(sites[0]) == contents(sites[1])
        retitle(project)
