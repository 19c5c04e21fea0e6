"""Python and JavaScript answer the same. Node must be installed: without it this fails."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path

from faultbook.corpus import load_corpus
from faultbook.signature import Phrase, make_finder
from tests.conformance.vectors import (
    ROOT,
    VECTORS,
    Vector,
    answer,
    make_vectors,
    read_vectors,
    spelled,
    to_lines,
)

RUNNER = Path(__file__).with_name("run_vectors.mjs")


def run_in_node(vectors: Path) -> tuple[int, list[Vector]]:
    """How many vectors passed in node, and those that failed, with what was answered."""
    node = shutil.which("node")
    assert node, "node is not installed, and the JavaScript engine has to be tested"
    ran = subprocess.run(
        [node, str(RUNNER), str(vectors)], capture_output=True, text=True, check=False, timeout=300
    )
    assert ran.stdout, ran.stderr
    report = json.loads(ran.stdout)
    return report["passed"], report["failed"]


def test_there_are_vectors_of_every_kind() -> None:
    kinds = Counter(vector["do"] for vector in read_vectors())
    assert kinds["match"] >= 400
    assert kinds["parse"] >= 100
    assert kinds["mask"] >= 100
    assert kinds["find"] >= 10
    assert kinds["scan"] >= 5
    matched = Counter(v["answer"] is not None for v in read_vectors() if v["do"] == "match")
    assert min(matched[True], matched[False]) >= 100


def test_python_answers_the_vectors() -> None:
    assert [v for v in read_vectors() if answer(v) != v["answer"]] == []


def test_hyperscan_answers_the_vectors() -> None:
    for vector in read_vectors():
        if vector["do"] == "find":
            finder = make_finder([Phrase(*phrase) for phrase in vector["phrases"]], "hyperscan")
            hits = finder.find(spelled(vector["block"]).encode())
            assert [[start, list(numbers)] for start, numbers in hits] == vector["answer"]


def test_javascript_answers_the_vectors() -> None:
    passed, failed = run_in_node(VECTORS)
    assert failed == []
    assert passed == len(read_vectors())


def test_both_engines_agree_on_the_corpus_as_it_is(tmp_path: Path) -> None:
    vectors = tmp_path / "vectors.jsonl"
    corpus = load_corpus([ROOT / "entries"])
    vectors.write_text(to_lines(make_vectors(corpus, seed=2)), encoding="utf-8")
    passed, failed = run_in_node(vectors)
    assert failed == []
    assert passed > 0
