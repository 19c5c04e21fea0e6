"""The file that the search fetches: made in Python, read in JavaScript."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

from faultbook.search.artefact import gaps, shortened
from faultbook.search.stop_words import STOP_WORDS

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


def test_words_that_nobody_can_look_for_are_not_sent(site: Path) -> None:
    assert not [words for words in read("words.js", "wordsOf", sorted(STOP_WORDS)) if words]
    sent = json.loads((site / "assets/search.json").read_text("utf-8"))["summaries"][0]
    (words,) = read("postings.js", "wholeWords", [sent])
    assert len(words) > 1000
    assert all(read("words.js", "wordsOf", words))
