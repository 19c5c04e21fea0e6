"""Every command that a page tells people to type is run here, or at least understood.

`faultbook` lines run in a small project, as they stand; those that would not end, or that would
build a whole site, are parsed by the command line itself. Lines of other programs must be known
here, and their blocks must be sound shell.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from faultbook.cli.main import cli
from tests.docs.examples import ROOT, Example, blocks, examples

OURS = [example for example in examples() if example.words[0] == "faultbook"]
OTHERS = [example for example in examples() if example.words[0] != "faultbook"]
ENDLESS = {"serve", "preview", "build"}
"""Parsed, not run: they wait for a browser, or take long (tests/site builds)."""

LOG = """\
[rank0]: Traceback (most recent call last):
[rank0]:   File "/home/user/train.py", line 3, in <module>
[rank0]: RuntimeError: chunk 7.1.2 of array /data/tokens.zarr is missing
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """What the pages take for granted: a checkout with entries, a draft and some logs."""
    folder = tmp_path / "faultbook"
    shutil.copytree(ROOT / "tests" / "data" / "corpus" / "entries", folder / "entries")
    shutil.copytree(ROOT / "schema", folder / "schema")
    shutil.copy(ROOT / "mkdocs.yml", folder)
    (folder / "logs").mkdir()
    for name in ("train.log", "rank0.log", "rank1.log", "logs/node1.log"):
        (folder / name).write_text(LOG, "utf-8")
    for name in ("my-failure", "zarr-chunk-missing", "my-entry"):
        text = (ROOT / "tests" / "broken" / "sound.yaml").read_text("utf-8")
        text = text.replace("id: sound", f"id: {name}").replace("orchestration", "data", 1)
        (folder / "entries" / "data").mkdir(exist_ok=True)
        (folder / "entries" / "data" / f"{name}.yaml").write_text(text, "utf-8")
    for command in (
        "git init -q", "git add -A", "git -c user.name=t -c user.email=t@example.com commit -qm x"
    ):  # fmt: skip
        subprocess.run(command.split(), cwd=folder, check=True)
    return folder


def test_there_are_examples() -> None:
    assert len(OURS) > 30
    verbs = {example.words[1] for example in OURS}
    assert verbs >= set(cli.list_commands(click.Context(cli))), "each command is shown somewhere"


@pytest.mark.parametrize("example", OURS, ids=str)
def test_a_command_of_ours_does_what_it_says(example: Example, project: Path) -> None:
    words = example.words
    if words[1] in ENDLESS or "--follow" in words:
        with click.Context(cli, info_name="faultbook") as top:
            _, command, rest = cli.resolve_command(top, words[1:])
            assert command is not None
            command.make_context(words[1], rest, parent=top)  # raises for wrong use
        return
    script = re.sub(r"^faultbook\b", f'"{sys.executable}" -m faultbook', example.text)
    done = subprocess.run(
        ["bash", "-c", script], cwd=project, capture_output=True, encoding="utf-8", check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip

    # 1 says that something was found, or that nothing was: this project is not the reader's
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("example", OTHERS, ids=str)
def test_a_command_of_others_is_one_that_is_known(example: Example) -> None:
    words = example.words
    match words[0]:
        case "make":
            targets = re.findall(
                r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE
            )
            assert words[1] in targets
        case "git":
            assert words[1] in ("clone", "switch", "add", "commit", "push")
        case "pip":
            assert words[1] == "install"
        case "source":
            assert words[1] == ".venv/bin/activate"
        case "cd":
            assert len(words) == 2
        case ".venv/bin/pytest" | ".venv/bin/ruff":
            for path in words[1:]:
                assert (ROOT / path).exists() or path in ("-m", "browser", "check")
        case ".venv/bin/python":
            assert (ROOT / words[1]).is_file()
        case ".venv/bin/mypy":
            assert len(words) == 1
        case _:
            pytest.fail(f"{example}: `{words[0]}` is run by no test; add it here, with a check")


@pytest.mark.parametrize(("page", "number", "body"), list(blocks()))
def test_a_block_is_sound_shell(page: str, number: int, body: str) -> None:
    done = subprocess.run(["bash", "-n"], input=body, text=True, capture_output=True, check=False)

    assert done.stderr == "", f"{page}:{number}"
