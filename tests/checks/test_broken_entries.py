"""Every broken entry in `tests/broken/` through the real command line.

Each file there is a sound entry with one fault; `expected.yaml` beside them says what the
command must print, word for word. A folder is a small corpus, for faults that take two files.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

REPOSITORY = Path(__file__).resolve().parents[2]
BROKEN = REPOSITORY / "tests" / "broken"
CORPUS = REPOSITORY / "tests" / "data" / "corpus" / "entries"
EXPECTED: dict[str, list[str]] = yaml.safe_load((BROKEN / "expected.yaml").read_text("utf-8"))
TODAY = "1796040000"  # 2026-11-30


def check(path: Path, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    corpus = ["--corpus", str(CORPUS)] if path.is_file() else []
    return subprocess.run(
        [sys.executable, "-m", "faultbook", "check", *corpus, str(path.relative_to(REPOSITORY))],
        cwd=REPOSITORY,
        env={"PATH": "/usr/bin:/bin", "SOURCE_DATE_EPOCH": TODAY, "FAULTBOOK_CACHE": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_broken_entry_gets_exactly_the_expected_message(name: str, tmp_path: Path) -> None:
    path = BROKEN / name if (BROKEN / name).is_dir() else BROKEN / f"{name}.yaml"

    done = check(path, tmp_path)

    where = f"tests/broken/{name}/entries/" if path.is_dir() else f"tests/broken/{name}.yaml:"
    problems = [
        line for line in done.stdout.splitlines() if re.search(r" (error|warning) FB", line)
    ]
    assert problems == [where + line for line in EXPECTED[name]]
    assert done.stderr == ""
    errors = any(" error FB" in line for line in EXPECTED[name])
    assert done.returncode == (1 if errors else 0)


def test_every_broken_entry_is_expected_and_there_are_at_least_forty() -> None:
    stored = {p.stem if p.suffix else p.name for p in BROKEN.iterdir()} - {"expected"}

    assert stored == set(EXPECTED)
    assert len(stored) >= 40


def test_every_check_but_those_named_here_has_a_broken_entry() -> None:
    from faultbook.checks.registry import ALL_CHECKS

    shown = {word for lines in EXPECTED.values() for line in lines for word in line.split()}
    missing = {check.id for check in ALL_CHECKS if f"{check.id}:" not in shown}

    assert missing == {"FB403"}, "FB403 needs shellcheck and has a test of its own"
