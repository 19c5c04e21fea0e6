"""`faultbook init`: what it writes, and what it refuses."""

import json
from pathlib import Path

import pytest
import yaml

from tests.contribute.running import ROOT, faultbook


def test_the_example_is_in_order_over_the_public_corpus_and_alone(tmp_path: Path) -> None:
    for name, flags in (("over", []), ("alone", ["--alone"])):
        done = faultbook("init", name, *flags, cwd=tmp_path)
        assert done.code == 0, done.err
        checked = faultbook("check", cwd=tmp_path / name)
        assert (checked.code, checked.out) == (0, "1 file checked: no problem.\n")


def test_what_is_written(tmp_path: Path) -> None:
    faultbook("init", "mine", "--name", "Acme: what broke", cwd=tmp_path)

    folder = tmp_path / "mine"
    config = yaml.safe_load((folder / "mkdocs.yml").read_text("utf-8"))
    assert config["site_name"] == "Acme: what broke"
    assert config["plugins"] == [{"faultbook": {"entries": ["public", "./entries"]}}]
    assert "/site/" in (folder / ".gitignore").read_text("utf-8")
    settings = json.loads((folder / ".vscode/settings.json").read_text("utf-8"))
    [(schema, pattern)] = settings["yaml.schemas"].items()
    [entry] = folder.glob("entries/*/*.yaml")
    assert entry.match(pattern)
    assert (folder / schema).read_bytes() == (ROOT / "schema/entry.schema.json").read_bytes()
    modeline = entry.read_text("utf-8").partition("\n")[0].partition("=")[2]
    assert (entry.parent / modeline).resolve() == (folder / schema).resolve()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("mine\n", "utf-8")

    done = faultbook("init", cwd=tmp_path)

    assert done.code == 2
    assert "mkdocs.yml" in done.err
    assert [p.name for p in tmp_path.iterdir()] == ["mkdocs.yml"]
    assert (tmp_path / "mkdocs.yml").read_text("utf-8") == "mine\n"


def test_the_schema_follows_an_upgrade(tmp_path: Path) -> None:
    faultbook("init", cwd=tmp_path)
    schema = tmp_path / "schema/entry.schema.json"
    schema.write_text("{}", "utf-8")

    assert faultbook("init", "--update-schema", cwd=tmp_path).code == 0
    assert schema.read_bytes() == (ROOT / "schema/entry.schema.json").read_bytes()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")

    done = faultbook("init", "file/below", cwd=tmp_path)

    assert done.code == 2
    assert "Traceback" not in done.err


@pytest.mark.parametrize("name", ["mkdocs.yml", "docs/about.md", "gitignore"])
def test_the_templates_leave_nothing_to_replace(tmp_path: Path, name: str) -> None:
    faultbook("init", cwd=tmp_path)

    place = ".gitignore" if name == "gitignore" else name
    assert "@name@" not in (tmp_path / place).read_text("utf-8")
