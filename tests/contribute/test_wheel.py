"""The built wheel, in a clean environment, without a network: an organisation's first hour.

The wheel is installed by pip into a new environment. Its dependencies are not downloaded
again: the folder of packages that the tests run with is put on the new environment's path,
without the link to this checkout that it holds.
"""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
import yaml

from tests.contribute.running import ROOT, Done, faultbook

LINE = (
    "runner:202016:202235 [0] misc/shmutils.cc:88 NCCL WARN Error: failed to extend "
    "/dev/shm/nccl-WU88OE to 9637892 bytes"
)
OVERRIDDEN = "nccl-shm-no-space-docker"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
         "--no-index", "--disable-pip-version-check", "--wheel-dir", folder, ROOT],
        check=True,
    )  # fmt: skip
    [path] = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of a clean environment in which the wheel is installed."""
    folder = tmp_path_factory.mktemp("clean") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index",
         "--no-deps", "--disable-pip-version-check", wheel],
        check=True,
    )  # fmt: skip
    [packages] = folder.glob("lib/python*/site-packages") or [folder / "Lib" / "site-packages"]
    outer = sysconfig.get_path("purelib")
    # a plain line adds the folder; the .pth files in it, this checkout's among them, stay unread
    (packages / "dependencies.pth").write_text(f"{outer}\n", "utf-8")
    return str(python)


@pytest.fixture(scope="module")
def project(python: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("organisation")
    done = run("init", ".", "--name", "Acme", python=python, cwd=folder)
    assert done.code == 0, done.err
    return folder


def run(*args: str | Path, python: str, cwd: Path, stdin: str = "") -> Done:
    home = str(cwd.parent / "home")
    return faultbook(
        *args, cwd=cwd, python=python, stdin=stdin, PYTHONPATH="", HOME=home, XDG_CACHE_HOME=home
    )


def test_the_wheel_holds_all_that_it_needs(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    entries = [n for n in names if n.startswith("faultbook/data/entries/")]
    assert len(entries) >= len(list((ROOT / "entries").glob("*/*.yaml")))
    for name in (
        "faultbook/data/schema/entry.schema.json",
        "faultbook/data/overrides/main.html",
        "faultbook/data/overrides/assets/js/main.js",
        "faultbook/starter/files/mkdocs.yml",
        "faultbook/preview/frame.html",
        "faultbook/preview/preview.js",
    ):
        assert name in names
    assert not [n for n in names if n.startswith("tests/") or n.endswith(".pyc")]


def test_the_package_is_the_wheels(python: str, project: Path) -> None:
    where = subprocess.run(
        [python, "-c", "import faultbook; print(faultbook.__file__)"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert str(Path(python).parents[1]) in where
    assert str(ROOT) not in where


def test_check(python: str, project: Path) -> None:
    done = run("check", python=python, cwd=project)

    assert (done.code, done.out) == (0, "1 file checked: no problem.\n")


def test_diagnose_knows_public_and_private_failures(python: str, project: Path) -> None:
    public = run("diagnose", "-", python=python, cwd=project, stdin=f"{LINE}\n")
    private = run(
        "diagnose", "-", python=python, cwd=project,
        stdin="start-job: dataset mount /mnt/datasets is empty on node7, leaving with status 74\n",
    )  # fmt: skip

    assert public.code == 0
    assert OVERRIDDEN in public.out
    assert private.code == 0
    assert "dataset-mount-missing" in private.out


def test_build_with_a_private_entry_over_a_public_one(python: str, project: Path) -> None:
    public = next((ROOT / "entries").glob(f"*/{OVERRIDDEN}.yaml"))
    own = project / "entries" / public.parent.name / public.name
    own.parent.mkdir(exist_ok=True)
    text = public.read_text("utf-8")
    title = yaml.safe_load(text)["title"]
    own.write_text(text.replace(title, "At Acme, /dev/shm is too small for NCCL"), "utf-8")

    done = run("build", python=python, cwd=project)

    assert done.code == 0, done.err
    page = (project / "site" / OVERRIDDEN / "index.html").read_text("utf-8")
    assert "At Acme, /dev/shm is too small for NCCL" in page
    assert title not in page
    assert "stands in place of the public entry" in page
    assert (project / "site" / "dataset-mount-missing" / "on-call" / "index.html").is_file()
    assert len(list((project / "site").glob("*/on-call/index.html"))) > 200
    for asset in ("assets/js/main.js", "404.html", "index.html"):
        assert (project / "site" / asset).is_file()


def test_a_draft_goes_into_the_projects_own_entries(python: str, project: Path) -> None:
    line = "ValueError: the shard map names 12 shards but bucket holds 11"
    done = run("new", line, "--yes", "--id", "shard-map-short", python=python, cwd=project)

    assert done.code == 0, done.err
    assert list(project.glob("entries/*/shard-map-short.yaml"))


def test_without_a_project_nothing_is_written_into_the_package(python: str, tmp_path: Path) -> None:
    done = run("new", "ValueError: the shard map names 12 shards", python=python, cwd=tmp_path)

    assert done.code == 2
    assert "faultbook init" in done.err
