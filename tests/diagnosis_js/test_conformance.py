"""The engine in the browser says of every log what the command line says.

Node must be installed: without it these tests fail.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from faultbook.corpus import load_corpus
from faultbook.diagnosis.as_json import as_json
from faultbook.diagnosis.conclude import conclude
from faultbook.diagnosis.phrases import PhraseTable
from faultbook.diagnosis.scan import CONTEXT, Scan
from faultbook.entry import Entry
from faultbook.logs.doubt import doubt
from faultbook.logs.origin import origin_of
from faultbook.logs.reader import BlockMaker
from faultbook.signature import SignatureError, SignatureIndex, compile_index
from tests.diagnosis.make_vectors import VECTORS
from tests.diagnosis.support import index_of
from tests.diagnosis.test_ordering import HANDLED, SAVING

ROOT = Path(__file__).parents[2]
RUNNER = Path(__file__).with_name("diagnose.mjs")
Logs = Sequence[tuple[str, bytes]]
FOLDERS = ("tests/reproductions/captured", "tests/healthy", "overrides/assets/samples")


def in_javascript(index: Path, logs: Iterable[Logs]) -> list[object]:
    """What the engine in JavaScript says of each set of logs."""
    node = shutil.which("node")
    assert node, "node is not installed, and the JavaScript engine has to be tested"
    lines = [
        json.dumps([[name, base64.b64encode(data).decode()] for name, data in given])
        for given in logs
    ]
    ran = subprocess.run(
        [node, str(RUNNER), str(index)],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def in_python(index: SignatureIndex, table: PhraseTable, logs: Logs) -> object:
    """What the engine in Python says of a set of logs, each of one block."""
    scan = Scan.start(index, table)
    for name, data in logs:
        scan.read(name, [BlockMaker(origin_of(name)).make(data)] if data else [])
    problems = filter(None, (doubt(name, data[:4096], unpacked=False) for name, data in logs))
    return json.loads(json.dumps(as_json(conclude(scan, problems))))


def test_javascript_answers_the_vectors(tmp_path: Path) -> None:
    first, *rows = VECTORS.read_text(encoding="utf-8").splitlines()
    index = tmp_path / "index.json"
    index.write_text(first, encoding="utf-8")
    vectors = [json.loads(row) for row in rows]
    logs = [[(name, text.encode()) for name, text in vector["logs"]] for vector in vectors]
    answers = in_javascript(index, logs)
    assert len(answers) == len(vectors) >= 250
    for vector, answer in zip(vectors, answers, strict=True):
        assert answer == vector["answer"], vector["logs"]


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    return [entry for entry in load_corpus([ROOT / "entries"]) if _is_sound(entry)]


def _is_sound(entry: Entry) -> bool:
    try:
        compile_index([entry])
    except SignatureError:
        return False
    return True


def logs_of(entries: Iterable[Entry]) -> Iterator[Logs]:
    """Every example and near miss of the corpus, and every log that the tests keep."""
    for entry in entries:
        for signature in entry.signatures:
            texts = [each.text for each in signature.examples]
            for text in (*texts, *(each.text for each in signature.near_misses)):
                yield [("example.log", f"{text}\n".encode())]
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).glob("*.log")):
            yield [(path.name, path.read_bytes())]
    captured = sorted((ROOT / FOLDERS[0]).glob("*.log"))
    for one, two in pairwise(captured):
        yield [("rank_0.log", one.read_bytes()), ("rank_1.log", two.read_bytes())]


def test_both_engines_agree_on_the_corpus_as_it_is(entries: list[Entry], tmp_path: Path) -> None:
    artefact = tmp_path / "index.json"
    index = compile_index(entries)
    artefact.write_text(index.to_json(), encoding="utf-8")
    logs = list(logs_of(entries))
    answers = in_javascript(artefact, logs)
    assert len(answers) == len(logs) > 500
    table = PhraseTable.of(index, CONTEXT)
    for given, answer in zip(logs, answers, strict=True):
        assert answer == in_python(index, table, given), given


def test_both_engines_agree_on_what_was_raised_while_an_unknown_error_was_handled(
    tmp_path: Path,
) -> None:
    index = index_of([SAVING])
    artefact = tmp_path / "index.json"
    artefact.write_text(index.to_json(), encoding="utf-8")
    logs = [[("a.log", text.encode())] for text in (HANDLED, HANDLED.replace("During", "x"))]
    table = PhraseTable.of(index, CONTEXT)
    answers = in_javascript(artefact, logs)
    assert answers == [in_python(index, table, given) for given in logs]
    assert answers[0] != answers[1]
