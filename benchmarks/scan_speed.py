"""How fast the scanner alone finds candidate lines, beside `rg` in the same run.

    python benchmarks/scan_speed.py [--megabytes 500] [--keep FOLDER]

The log is that of benchmarks/diagnosis.py. Each run is a process of its
own, from its start to its end: it reads the compiled index, builds its engine and scans the
log. Printed: seconds (best of three, taken in turns), their ratio to `rg -c -F -f`, peak memory.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from diagnosis import (
    BUDGET_HYPERSCAN,
    BUDGET_MEMORY,
    BUDGET_PORTABLE,
    REPOSITORY,
    generate,
    peak_memory,
    timed,
)
from faultbook.corpus import load_corpus
from faultbook.paths import public_entries_dir
from faultbook.signature import SignatureError, compile_index

RG = "rg -c -F -f"
CHILD = """
import sys
from pathlib import Path
from faultbook.signature import Scanner, SignatureIndex
index = SignatureIndex.from_json(Path(sys.argv[2]).read_bytes())
with open(sys.argv[3], "rb", buffering=0) as stream:
    print(sum(1 for _ in Scanner(index, sys.argv[1]).scan(stream)))
"""


def write_index(path: Path) -> None:
    """Write the index of the public corpus, without companions.

    A companion may be on every other line of a healthy log: the diagnosis looks for such a
    one only near a line that needs it, and measures that in benchmarks/diagnosis.py.
    """
    alone = []
    for entry in load_corpus([public_entries_dir()]):
        bare = tuple(replace(one, all_of=(), unless=()) for one in entry.signatures)
        with contextlib.suppress(SignatureError):
            compile_index([replace(entry, signatures=bare)])
            alone.append(replace(entry, signatures=bare))
    path.write_text(compile_index(alone).to_json(), encoding="utf-8")


def main() -> int:
    """Generate, measure, print; exit 1 when a budget is not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("--keep", type=Path, help="folder to keep the log in")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        log = folder / f"run-{args.megabytes}.log"
        words, index = Path(temporary) / "literals.txt", Path(temporary) / "index.json"
        if not log.exists():
            generate(log, args.megabytes)
        write_index(index)
        texts = json.loads(index.read_text(encoding="utf-8"))["literals"]
        words.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        print(f"log {log.stat().st_size / 1e6:.0f} MB, {len(texts)} literals")
        return measure(log, words, index)


def measure(log: Path, words: Path, index: Path) -> int:
    """Time the programs in turns and print the figures."""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "generator")}
    commands = {RG: ["rg", "-c", "-F", "-f", str(words), str(log)]}
    for engine in ("hyperscan", "portable"):
        commands[engine] = [sys.executable, "-c", CHILD, engine, str(index), str(log)]
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(3):
        for name, command in commands.items():
            best[name] = min(best[name], timed(command, environment))
    memory = {
        name: peak_memory(lambda command=command: timed(command, environment))
        for name, command in commands.items()
    }
    for name in commands:
        ratio = best[name] / best[RG]
        print(f"{name:12} {best[name]:7.2f} s  {ratio:6.2f} x rg  {memory[name]:6.0f} MB")
    kept = best["hyperscan"] <= BUDGET_HYPERSCAN * best[RG]
    kept &= best["portable"] <= BUDGET_PORTABLE * best[RG]
    kept &= max(memory["hyperscan"], memory["portable"]) < BUDGET_MEMORY
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
