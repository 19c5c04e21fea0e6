"""The file that the search fetches: made in Python, read in JavaScript."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

from faultbook.corpus import load_corpus
from faultbook.paths import public_entries_dir
from faultbook.search.artefact import gaps, shortened
from faultbook.search.words import STOP_WORDS, words_of

SCRIPTS = Path(__file__).resolve().parents[2] / "overrides/assets/js/search"


def read(module: str, function: str, texts: list[str]) -> list[Any]:
    """What a JavaScript function makes of some texts."""
    script = (
        f"import {{ {function} }} from {json.dumps((SCRIPTS / module).as_uri())};\n"
        f"console.log(JSON.stringify({json.dumps(texts)}.map((text) => {function}(text))));"
    )
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=30)
    found: list[Any] = json.loads(done.stdout)
    return found


def test_javascript_reads_the_numbers_that_python_writes() -> None:
    source = random.Random(5)
    lists: list[list[int]] = [[], [0], [0, 1, 2], [44], [45], [46, 2070, 2071, 100_000]]
    lists += [sorted(source.sample(range(200_000), source.randint(1, 60))) for _ in range(200)]
    texts = [gaps(numbers) for numbers in lists]
    assert all('"' not in text and "\\" not in text and " " not in text for text in texts)
    assert read("postings.js", "numbersOf", texts) == lists


def test_javascript_reads_the_words_that_python_shortens() -> None:
    source = random.Random(6)
    long = "a" * 60
    lists = [[], ["node"], ["node", "nodes", "not"], [long, f"{long}b", f"{long}bc"], ["~", "~~"]]
    for _ in range(50):
        words = {"".join(source.choices("ab_.9", k=source.randint(2, 9))) for _ in range(40)}
        lists.append(sorted(words))
    texts = [shortened(words) for words in lists]
    assert len(texts[2].split()[1]) == 2  # one digit, one letter
    assert read("postings.js", "wholeWords", texts) == [words or [""] for words in lists]


def test_both_cut_a_text_into_the_same_words(site: Path) -> None:
    texts = [
        " ".join(sorted(STOP_WORDS)),
        "NCCL_IB_HCA=mlx5_0:1, __init__ and a_b; it isn't 2.21.5-rc1 (CVE-2024-1) µs naïve 0x1fA",
        "<int> of <word:a|b c> don't /dev/shm/nccl-Ab12C",
        *(entry.title + entry.summary for entry in load_corpus([public_entries_dir()])),
    ]
    assert read("words.js", "wordsOf", texts) == list(map(words_of, texts))
    assert not words_of(texts[0])


def test_words_that_nobody_can_look_for_are_not_sent(site: Path) -> None:
    sent = json.loads((site / "assets/search.json").read_text("utf-8"))["summaries"][0]
    (words,) = read("postings.js", "wholeWords", [sent])
    assert len(words) > 1000
    assert read("words.js", "wordsOf", words) == [words_of(word) for word in words]
    assert all(word in words_of(f"{word} x_{word}") for word in words)  # whole, or part of one
