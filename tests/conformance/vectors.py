"""Conformance vectors: what both engines must answer, one JSON object a line.

A vector has a `do` (`parse`, `match`, `mask`, `find` or `scan`), what to do it with, and the
`answer`. Offsets are in characters, since JavaScript counts code units: a match is
given as the text before it (by length), its text, and the texts of its values. A long text is
a list of [text, times].
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from faultbook.entry import Companion, Entry
from faultbook.signature import (
    Phrase,
    Scanner,
    SignatureError,
    SignatureIndex,
    clean_line,
    compile_index,
    generate,
    make_finder,
    mask,
    match,
    parse,
)
from tests.signature.entries import entry, signature

VECTORS = Path(__file__).with_name("vectors.jsonl")
ROOT = Path(__file__).parents[2]

Vector = dict[str, Any]


def spelled(text: str | list[list[Any]]) -> str:
    """The text that a vector stands for."""
    return text if isinstance(text, str) else "".join(part * times for part, times in text)


def answer(vector: Vector) -> Any:
    """What the Python engine answers."""
    match vector["do"]:
        case "parse":
            return _parse(vector)
        case "match":
            return _match(vector)
        case "mask":
            return mask(spelled(vector["line"]))
        case "find":
            phrases = [Phrase(*phrase) for phrase in vector["phrases"]]
            block = spelled(vector["block"]).encode()
            hits = make_finder(phrases, "portable").find(block)
            return [[start, list(numbers)] for start, numbers in hits]
        case "scan":
            return _scan(vector)
    raise AssertionError(vector)


def _parse(vector: Vector) -> Any:
    try:
        pattern = parse(vector["pattern"], whole_line=vector["whole"])
    except SignatureError as error:
        return {"message": error.message, "offset": error.offset}
    return {"strength": pattern.strength(), "slots": [slot.kind for slot in pattern.slots]}


def _match(vector: Vector) -> Any:
    line = spelled(vector["line"])
    pattern = parse(vector["pattern"], whole_line=vector["whole"], minimum=0)
    found = match(pattern, line, whole=vector["whole"])
    if found is None:
        return None
    return {
        "after": found.start,
        "text": line[found.start : found.end],
        "values": [line[start:end] for start, end in found.values],
    }


def _scan(vector: Vector) -> Any:
    """Each candidate line, with the rules that do match it."""
    index = SignatureIndex.from_json(json.dumps(vector["index"]))
    data = spelled(vector["log"]).encode()
    edges = [0, *vector["cuts"], len(data)]
    chunks = [data[start:end] for start, end in pairwise(edges)]
    found = []
    for line in Scanner(index, "portable", vector["watch"]).feed(chunks):
        text = clean_line(line.raw.decode("utf-8", "replace"))
        rules = [rule for rule in line.rules if index.matches(rule, text)]
        found.append([line.start, line.end, line.number, rules, list(line.watched)])
    return found


def make_vectors(entries: Iterable[Entry], seed: int = 1, limit: int = 0) -> Iterator[Vector]:
    """Vectors from the corpus: signatures, examples, near-misses, and what lies near those."""
    rng = random.Random(seed)
    entries = list(filter(_sound, entries))
    made = list(_of_entries(entries, rng))
    lines = _lines(entries)
    if limit and len(made) > limit:
        made = [made[number] for number in sorted(rng.sample(range(len(made)), limit))]
    finds = _finds(compile_index(entries), lines, rng) if lines else ()
    made = [*_hand_made(), *_scans(rng), *made, *finds]
    for vector in made:
        yield vector | {"answer": answer(vector)}


def _sound(each: Entry) -> bool:
    """Whether an entry's signatures can be used; `faultbook check` names those that cannot."""
    try:
        compile_index([each])
    except SignatureError:
        return False
    return True


def _of_entries(entries: list[Entry], rng: random.Random) -> Iterator[Vector]:
    lines = _lines(entries)
    for one in (one for each in entries for one in each.signatures):
        text, whole = one.line, one.whole_line
        yield {"do": "parse", "pattern": text, "whole": whole}
        yield {"do": "parse", "pattern": _broken(text, rng), "whole": whole}
        pattern = parse(text, whole_line=whole)
        near = [
            line for item in (*one.examples, *one.near_misses) for line in item.text.splitlines()
        ]
        made = [generate(pattern, rng, whole=whole) for _ in range(2)]
        for line in (*near, *made, rng.choice(lines)):
            yield {"do": "match", "pattern": text, "whole": whole, "line": line}
            yield {"do": "match", "pattern": text, "whole": whole, "line": _mutated(line, rng)}
    for line in lines:
        yield {"do": "mask", "line": line}
        yield {"do": "mask", "line": _mutated(line, rng)}


def _lines(entries: list[Entry]) -> list[str]:
    """Every line of the examples and near-misses."""
    return [
        line
        for each in entries
        for one in each.signatures
        for text in (*one.examples, *one.near_misses)
        for line in text.text.splitlines()
        if line.strip()
    ]


def _finds(index: SignatureIndex, lines: list[str], rng: random.Random) -> Iterator[Vector]:
    """Blocks of lines, in which the phrases of the index are searched for."""
    literals = list(index.literals)
    for _ in range(12):
        some = rng.sample(literals, min(40, len(literals)))
        phrases = [[phrase.text, phrase.anchor] for phrase in some]
        phrases += [["error", ""], ["failed", ""], ["(4112)", ""], ["cannot ", ""]]
        chosen = [rng.choice(lines) for _ in range(25)]
        block = "\n".join(rng.choice((line, _mutated(line, rng))) for line in chosen)
        yield {"do": "find", "phrases": phrases, "block": block + rng.choice(("\n", "", "\r\n"))}


def _scans(rng: random.Random) -> Iterator[Vector]:
    """Logs in chunks, for an index of a few rules."""
    near = Companion("No space left on device", within=6, scope="same-rank", where="before")
    index = compile_index(
        [
            entry("shm", signature("Call to posix_fallocate failed", all_of=(near,))),
            entry("ima", signature("CUDA error: an illegal <word> access", unless=(near,))),
            entry("bus", signature("Bus error (core dumped)")),
            entry("oom", signature("Killed", whole_line=True)),
        ]
    )
    lines = [
        "step 1 loss 2.5",
        "Call to posix_fallocate failed : No  space\tleft on device\r",
        "\x1b[31mCUDA error:\x1b[0m an illegal memory access was encountered",
        "CUDA error: an illegal instruction, access",
        "10%\r20%\rBus\u00a0 error (core dumped)",
        " Killed ",
        "installed \U0001f525 killed by nobody",
        "",
    ]
    for number in range(8):
        log = "\n".join(rng.choices(lines, k=20)) + rng.choice(("", "\n"))
        size = len(log.encode())
        cuts = sorted(rng.choices(range(size + 1), k=number))
        watch = ["left on device", "killed "] if number % 2 else []
        yield {
            "do": "scan",
            "index": json.loads(index.to_json()),
            "log": log,
            "cuts": cuts,
            "watch": watch,
        }
    long = [["x ", 600_000], ["Bus error (core dumped)", 1], [" y", 900_000], ["\nKilled\n", 1]]
    yield {
        "do": "scan",
        "index": json.loads(index.to_json()),
        "log": long,
        "cuts": [1_048_576, 2_097_152],
        "watch": [],
    }


_INSERTS = (
    " ",
    "  ",
    "\t",
    "\u00a0",
    "7",
    "-",
    ".",
    "x",
    "_",
    "é",
    "\U0001f525",
    "'",
    "<",
    "\\",
    "\x1b[31m",
    "\x1b[0m",
    "\r",
)


def _mutated(line: str, rng: random.Random) -> str:
    """A line that differs a little: one to three characters more, fewer, or others."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(line) + 1)
        end = at + rng.choice((0, 0, 1, 1, 4))
        piece = line[at:end]
        line = line[:at] + rng.choice((*_INSERTS, piece.upper(), "")) + line[end:]
    return line.replace("\n", " ")


def _broken(pattern: str, rng: random.Random) -> str:
    """A pattern with something put in or left out, which may be wrong then."""
    at = rng.randrange(len(pattern) + 1)
    bits = ("<", ">", "<any>", "<int>", "<word:a|>", "<int:x>", "\\", " ", "<quoted", "<Int>", "|")
    return pattern[:at] + rng.choice(bits) + pattern[at + rng.choice((0, 1, 3)) :]


def _hand_made() -> Iterator[Vector]:
    """What the corpus may lack: long lines, windows, characters beyond the BMP, odd patterns."""
    fire = "\U0001f525"
    filler = [["x" * 3 + " ", 4096], [fire, 30_000], ["ab", 20_000], [fire + "a ", 9_000]]
    needle = "the needle is 42 here"
    for part, times in filler:
        for before in (0, 1, 2, 3):
            line = [[part, times], ["-" * before, 1], [f" {needle} ", 1], [part, times]]
            for pattern in ("the needle is <int> here", f"is <int> here <any>{fire}<any>"):
                yield {"do": "match", "pattern": pattern, "whole": False, "line": line}
    for pattern, line in (
        ("<word> here <quoted> then", f"{fire}a{fire} here 'x{fire}' then"),
        (f"{fire} here <any>{fire} <int>", f"{fire}{fire} here {fire}{fire} 77"),
        ("wide words <path> end", f"wide\u00a0\twords  /a/{fire}.so  end"),
        ("at <ip>:<int> and <host>", "at [fe80::1%eth0]:29500 and node-a.example.com."),
        ("loss <num>, scale <num>", "loss nan, scale -1.5e-07x"),
        ("loss <num>", "loss 1.5.7"),
        ("ÀÉ <hex> ÀÉ", "àÉ 0x1F ÀÉ"),
        ("ÀÉ <hex> ÀÉ", "ÀÉ 0X1f ÀÉ"),
        ("k\u212a s\u017f <int>", "K\u212a S\u017f 1"),
        ("k\u212a s\u017f <int>", "KK SS 1"),
        ("<int> is last <int>", "12 is last 123"),
        ("<int> is last <int:5>", "+12 is last 5.0, is last 5"),
        ("code <int:12|-12>,<any>", "code 12.5, code -12, code 12,"),
        ("frame #<int>: \\<unknown function>", "frame #1: <unknown function> + 0x1"),
        ("a\\\\<int>b\\c", "a\\5b\\c"),
    ):
        yield {"do": "match", "pattern": pattern, "whole": False, "line": line}
        yield {"do": "match", "pattern": pattern, "whole": True, "line": f" {line}\u00a0"}
    yield {
        "do": "match",
        "pattern": "Killed",
        "whole": True,
        "line": [["Killed", 1], [" ", 20_000]],
    }
    yield {
        "do": "match",
        "pattern": "<any> fails",
        "whole": True,
        "line": [[fire, 16_378], [" fails", 1]],
    }
    yield {
        "do": "match",
        "pattern": "<any> fails",
        "whole": True,
        "line": [[fire, 16_379], [" fails", 1]],
    }
    for text in (
        [[f"{fire} 12 ", 400]],
        [[fire, 2_000]],
        [["a1", 999]],
        "",
        " \t",
        "x\ny 1",
        "<\\",
    ):
        yield {"do": "mask", "line": text}
    phrases = [["échoué", ""], ["a b", ""], ["stalled", "stalled"], ["bus error (", "bus"]]
    for block in (
        "Échoué échoué\nA \u00a0\t B\ninstalled stalled\n",
        "\x1b]8;;http://stalled\x07link\x1b]8;;\x07\nbus\x1b[1m  error\x1b(B (core\nx\x1b",
        f"{fire}stalled{fire}\n\r\nstal\rled\na\rb",
    ):
        yield {"do": "find", "phrases": phrases, "block": block}


def to_lines(vectors: Iterable[Vector]) -> str:
    """Vectors as they are stored."""
    return "".join(json.dumps(vector, ensure_ascii=False) + "\n" for vector in vectors)


def read_vectors() -> list[Vector]:
    """The vectors that are committed."""
    return [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").split("\n") if line]
