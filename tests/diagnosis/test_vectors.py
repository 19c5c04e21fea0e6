"""The engine answers the vectors that the engine in the browser answers as well."""

import json

import pytest

from faultbook.signature import SignatureIndex
from tests.diagnosis.make_vectors import VECTORS, answer, logs
from tests.diagnosis.support import CORPUS

LINES = VECTORS.read_text(encoding="utf-8").splitlines()
ROWS = [json.loads(line) for line in LINES[1:]]


def test_the_corpus_is_the_one_of_the_tests() -> None:
    stored = SignatureIndex.from_json(LINES[0])
    assert stored.entries == CORPUS.entries
    # Which phrase of a rule is looked for first may change; what the rule says may not.
    assert [r.text for r in stored.rules] == [r.text for r in CORPUS.rules]


def test_the_logs_are_those_that_are_made() -> None:
    assert [row["logs"] for row in ROWS] == [[list(log) for log in given] for given in logs()]
    assert len(ROWS) >= 280


@pytest.mark.parametrize("part", range(8))
def test_answers(part: int) -> None:
    for number, row in enumerate(ROWS[part::8]):
        given = [(name, text) for name, text in row["logs"]]
        assert answer(given) == row["answer"], (part, number)
