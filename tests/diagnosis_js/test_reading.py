"""Lines and hostile logs: the reader in JavaScript takes them as the one in Python does."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml

from faultbook.diagnosis.as_json import as_json
from faultbook.diagnosis.run import diagnose
from faultbook.logs import Origin, parse_line
from tests.diagnosis.support import CORPUS, TABLE
from tests.diagnosis.test_fuzz import FRAGMENTS
from tests.diagnosis_js.test_conformance import Logs, in_javascript, in_python
from tests.logs.test_hostile_lines import HOSTILE
from tests.tools import js_tables

ROOT = Path(__file__).parents[2]
RUNNER = Path(__file__).with_name("parse_lines.mjs")


def parsed_in_javascript(lines: Sequence[str]) -> list[object]:
    """The logical lines of each line, as JavaScript reads it."""
    node = shutil.which("node")
    assert node, "node is not installed, and the JavaScript reader has to be tested"
    ran = subprocess.run(
        [node, str(RUNNER)],
        input="\n".join(map(json.dumps, lines)),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(row) for row in ran.stdout.splitlines()]


def parsed_in_python(text: str) -> object:
    """The same, as Python reads it."""
    return [
        [o.text, o.message, o.rank, o.local_rank, o.host, o.pid, o.time, o.level, o.source]
        for o in parse_line(text, 1, Origin("a.log"))
    ]


def test_the_tables_are_those_of_python() -> None:
    stale = [path.name for path, make in js_tables.MODULES.items() if path.read_text() != make()]
    assert stale == [], "run: python tests/tools/js_tables.py --write"


def test_lines_of_every_format_are_peeled_alike() -> None:
    text = (ROOT / "tests/logs/samples.yaml").read_text(encoding="utf-8")
    lines = [line for group in yaml.safe_load(text).values() for line in group]
    for path in sorted((ROOT / "tests/reproductions/captured").glob("*.log")):
        lines += path.read_text(encoding="utf-8").split("\n")
    assert len(lines) > 500
    for line, got in zip(lines, parsed_in_javascript(lines), strict=True):
        assert got == parsed_in_python(line), line


def mixtures() -> list[Logs]:
    """Logs of nasty fragments, and of bytes that are no text."""
    rng = random.Random(7)
    made: list[Logs] = []
    for _ in range(300):
        parts = [rng.choice(FRAGMENTS) for _ in range(rng.randint(1, 25))]
        texts = ["".join(parts), "\n".join(parts)]
        made.append([(f"{n}.log", t.encode("utf-8", "replace")) for n, t in enumerate(texts)])
    made += [[("a.log", rng.randbytes(2000))] for _ in range(50)]
    return made


def test_both_say_the_same_of_hostile_logs(tmp_path: Path) -> None:
    artefact = tmp_path / "index.json"
    artefact.write_text(CORPUS.to_json(), encoding="utf-8")
    logs = mixtures()
    for given, answer in zip(logs, in_javascript(artefact, logs), strict=True):
        assert answer == in_python(CORPUS, TABLE, given), given


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:8]))
def test_no_line_costs_more_than_its_length(text: str) -> None:
    start = time.monotonic()
    parsed_in_javascript([text, text])
    assert time.monotonic() - start < 20


def test_lines_after_a_very_long_one_keep_their_numbers(tmp_path: Path) -> None:
    artefact = tmp_path / "index.json"
    artefact.write_text(CORPUS.to_json(), encoding="utf-8")
    log = tmp_path / "a.log"
    log.write_bytes(b"x" * 2_500_000 + b"\nstep\nKeyError: third\n")
    (answer,) = in_javascript(artefact, [[(str(log), log.read_bytes())]])
    expected = json.loads(json.dumps(as_json(diagnose(CORPUS, [str(log)]))))
    assert answer == expected
    assert expected["initiating"]["line"] == 3
