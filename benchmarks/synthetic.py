"""Make a synthetic corpus: N entries, valid against the schema, no two with a signature in common.

    python benchmarks/synthetic.py N FOLDER [--seed S]

Words are drawn from a made-up vocabulary with the frequencies of natural text (Zipf), so that
search indexes and compression behave as on real entries; each entry has 10 kB of YAML, two thirds
of a real one. The same N and seed give the same bytes.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import yaml

CATEGORIES = (
    "checkpoint communication compilation data environment hardware memory numerics "
    "orchestration serving storage"
).split()
SYLLABLES = (
    "ba co di fe gu ha ji ko lu me no pi ra so tu ve wa xi yo za cre dro fli gra plu".split()
)
VOCABULARY = 6_000
SUBSYSTEMS = "NCCL CUDA GLOO SLURM KUBE TORCH DEEPSPEED RAY UCX LIBFABRIC".split()


@dataclass(frozen=True)
class Words:
    """A vocabulary with Zipf frequencies and the generator that draws from it."""

    random: random.Random
    vocabulary: tuple[str, ...]
    cumulated: tuple[float, ...]

    def some(self, n: int) -> list[str]:
        """`n` words, frequent ones more often."""
        return self.random.choices(self.vocabulary, cum_weights=self.cumulated, k=n)

    def sentence(self, low: int = 8, high: int = 18) -> str:
        """One sentence of `low` to `high` words."""
        text = " ".join(self.some(self.random.randint(low, high)))
        return text[0].upper() + text[1:] + "."

    def paragraph(self, sentences: int) -> str:
        """Several sentences."""
        return " ".join(self.sentence() for _ in range(sentences))


def make_words(seed: int) -> Words:
    """The vocabulary of a seed."""
    source = random.Random(seed)
    made: dict[str, None] = {}
    while len(made) < VOCABULARY:
        made["".join(source.choices(SYLLABLES, k=source.randint(1, 4)))] = None
    weights = accumulate(1 / rank for rank in range(1, VOCABULARY + 1))
    return Words(source, tuple(made), tuple(weights))


def signature(words: Words, number: int, variant: int) -> dict[str, Any]:
    """A signature that no other entry has: its number is part of the literal text."""
    system = words.random.choice(SUBSYSTEMS)
    middle = " ".join(words.some(4))
    unit = f"{words.some(1)[0]}_{number:05d}_{variant}"
    line = f"{system} WARN {middle} in {unit} for rank <int> failed: {words.some(1)[0]} <path>"
    example = line.replace("<int>", str(words.random.randint(0, 511)))
    example = example.replace("<path>", f"/data/{words.some(1)[0]}/{words.some(1)[0]}")
    return {
        "line": line,
        "role": "initiating" if variant == 0 else words.random.choice(["either", "collateral"]),
        "program": system,
        "versions": "not known",
        "examples": [{"text": f"node-a:4711:4712 [0] {example}", "source": "thread"}],
        "near_misses": [{"text": f"{system} INFO {middle}", "why": words.sentence()}],
    }


def entry(words: Words, number: int, total: int) -> dict[str, Any]:
    """One entry of the corpus of `total`."""
    name = f"{'-'.join(words.some(3))}-{number:05d}"
    neighbours = sorted({(number * 7 + step) % total for step in (1, 5)} - {number})
    return {
        "id": name,
        "title": " ".join([words.random.choice(SUBSYSTEMS), *words.some(6), f"{number:05d}"]),
        "category": CATEGORIES[number % len(CATEGORIES)],
        "tags": sorted(set(words.some(3))),
        "components": [words.random.choice(SUBSYSTEMS).lower()],
        "presents_as": ["crash-mid-run"],
        "severity": words.random.choice(["job-down", "degraded"]),
        "status": "reviewed",
        "summary": words.paragraph(2),
        "signatures": [signature(words, number, variant) for variant in range(3)],
        "symptoms": [{"see": words.sentence(5, 9), "why": words.sentence()} for _ in range(3)],
        "mechanism": "\n\n".join(f"{words.paragraph(4)} [@thread]" for _ in range(2)) + "\n",
        "limits": words.sentence(),
        "affected_systems": [
            {"system": words.some(1)[0], "versions": "not known", "condition": words.sentence(4, 8)}
        ],
        "confirm": [check(words) for _ in range(2)],
        "causes": [
            {"cause": words.sentence(), "likelihood": "not known", "known_by": words.sentence()}
        ],
        "fix": {
            "mitigation": [step(words) for _ in range(2)],
            "repair": [step(words) for _ in range(2)],
        },
        "prevention": [{"kind": "preflight", "text": words.sentence(), "command": "true"}],
        "relations": {"see_also": [f"@{n}" for n in neighbours]},
        "faq": [
            {"question": words.sentence(6, 10), "answer": words.paragraph(3), "source": "thread"}
            for _ in range(3)
        ],
        "code": [snippet(words)],
        "references": [
            {
                "id": "thread",
                "url": f"https://example.org/threads/{number}",
                "title": f"thread {number}",
                "kind": "issue",
                "supports": words.sentence(),
            }
        ],
        "perspectives": {"executive": executive(words), "on_call": on_call(words)},
        "evidence": {
            "reported": {"threads": 1, "text": words.sentence()},
            "added": "2026-11-30",
            "reviewed": "2026-11-30",
        },
    }


def check(words: Words) -> dict[str, Any]:
    """A confirmation check."""
    return {
        "question": words.sentence(4, 7),
        "where": "on the node",
        "command": f"grep -c {words.some(1)[0]} /var/log/{words.some(1)[0]}.log",
        "bad": {"output": "3", "means": words.sentence()},
        "good": {"output": "0", "means": words.sentence()},
    }


def step(words: Words) -> dict[str, Any]:
    """A step of the fix."""
    return {
        "action": words.sentence(),
        "command": f"export {words.some(1)[0].upper()}=1",
        "risk": words.sentence(4, 8),
        "verify": words.sentence(4, 8),
    }


def snippet(words: Words) -> dict[str, Any]:
    """A piece of Python."""
    name = words.some(1)[0]
    return {
        "title": words.sentence(3, 5),
        "stack": "Python 3.11",
        "language": "python",
        "code": f'import os\n\n{name} = os.environ.get("{name.upper()}", "")\nprint({name})\n',
        "why": words.sentence(),
    }


def executive(words: Words) -> dict[str, Any]:
    """The manager's part."""
    return {
        "headline": words.sentence(5, 8),
        "summary": words.paragraph(2),
        "returns": words.sentence(),
        "owner": words.sentence(),
        "prevention_price": words.sentence(),
        "cost": {
            "gpus": 64,
            "price": 2.5,
            "hours_lost": 1,
            "hours_down": 0.5,
            "note": words.sentence(),
        },
        "choices": [
            {
                "choice": words.sentence(3, 6),
                "price": words.sentence(3, 6),
                "result": words.sentence(),
                "recommended": recommended,
            }
            for recommended in (True, False)
        ],
    }


def on_call(words: Words) -> dict[str, Any]:
    """The runbook."""
    return {
        "steps": [
            {
                "phase": phase,
                "title": words.sentence(4, 7),
                "where": "on the node",
                "command": f"cat /proc/{words.some(1)[0]}",
                "outcomes": [
                    {"see": words.some(1)[0], "go": go, "note": " ".join(words.some(3))},
                    {"see": "no output", "go": "stop"},
                ],
            }
            for phase, go in (("check", 2), ("mitigate", 3), ("verify", "done"))
        ],
        "stop_when": [words.sentence()],
        "wake": {"role": "Platform on-call", "why": words.sentence()},
        "hand_over": [words.sentence()],
    }


def write(count: int, folder: Path, seed: int = 1) -> None:
    """Write `count` entries below `folder`, one folder a category."""
    words = make_words(seed)
    entries = [entry(words, number, count) for number in range(count)]
    for made in entries:
        made["relations"]["see_also"] = [
            entries[int(mark[1:])]["id"] for mark in made["relations"]["see_also"]
        ]
        path = folder / made["category"] / f"{made['id']}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = yaml.dump(made, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True)
        path.write_text(text, encoding="utf-8")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("count", type=int, help="how many entries")
    parser.add_argument("folder", type=Path, help="where to write them")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    write(args.count, args.folder, args.seed)


if __name__ == "__main__":
    main()
