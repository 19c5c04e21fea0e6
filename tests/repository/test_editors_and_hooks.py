"""What editors and pre-commit find in the repository."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import yaml

REPOSITORY = Path(__file__).resolve().parents[2]
ENTRIES = sorted((REPOSITORY / "entries").glob("*/*.yaml"))


def test_editors_find_the_schema_of_every_entry() -> None:
    settings = json.loads((REPOSITORY / ".vscode" / "settings.json").read_text("utf-8"))

    [(schema, pattern)] = settings["yaml.schemas"].items()
    assert (REPOSITORY / schema).is_file()
    assert all(path.match(pattern) for path in ENTRIES)


def test_the_first_line_of_every_entry_leads_to_the_schema() -> None:
    for path in ENTRIES:
        first = path.read_text("utf-8").partition("\n")[0]
        schema = first.removeprefix("# yaml-language-server: $schema=")
        assert (path.parent / schema).resolve() == REPOSITORY / "schema" / "entry.schema.json"


def test_hooks_run_on_entries_and_on_nothing_else() -> None:
    hooks = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text("utf-8"))

    assert [hook["id"] for hook in hooks] == ["faultbook-check", "faultbook-fix"]
    for hook in hooks:
        assert set(hook) >= {"id", "name", "entry", "language", "files"}
        assert re.search(hook["files"], "entries/memory/cuda-oom.yaml")
        assert not re.search(hook["files"], "entries/exemptions.yaml")
        command, *args = shlex.split(hook["entry"])
        assert command == "faultbook"
        done = subprocess.run(
            [sys.executable, "-m", "faultbook", *args, "--help"], capture_output=True, check=False
        )
        assert done.returncode == 0
