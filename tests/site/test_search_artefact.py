"""The file that the search fetches: made in Python, read in JavaScript."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

from faultbook.search.artefact import gaps

POSTINGS = Path(__file__).resolve().parents[2] / "overrides/assets/js/search/postings.js"


def test_javascript_reads_the_numbers_that_python_writes() -> None:
    source = random.Random(5)
    lists: list[list[int]] = [[], [0], [0, 1, 2], [44], [45], [46, 2070, 2071, 100_000]]
    lists += [sorted(source.sample(range(200_000), source.randint(1, 60))) for _ in range(200)]
    texts = [gaps(numbers) for numbers in lists]
    assert all('"' not in text and "\\" not in text and " " not in text for text in texts)
    script = (
        f"import {{ numbersOf }} from {json.dumps(POSTINGS.as_uri())};\n"
        f"console.log(JSON.stringify({json.dumps(texts)}.map(numbersOf)));"
    )
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=30)
    assert json.loads(done.stdout) == lists
