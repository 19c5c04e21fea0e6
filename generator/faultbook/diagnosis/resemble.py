"""Entries whose signature looks like a line that no entry knows. Offered, never claimed."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from faultbook.diagnosis import roles
from faultbook.diagnosis.answer import Evidence, Resemblance
from faultbook.signature.index import SignatureIndex
from faultbook.signature.pattern import Text

ENOUGH = 0.72  # share of a signature's weight that a line must have
WORDS = 4  # words of a signature that a line must have
OFFERED = 5
_WORD = re.compile(r"[a-z][a-z0-9_]{2,}")
_NOT_OFFERED = frozenset({roles.HARMLESS, roles.CONTEXT, None})


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, in lower case."""
    return frozenset(_WORD.findall(text.lower()))


def resemblances(index: SignatureIndex, lines: Sequence[Evidence]) -> Iterator[Resemblance]:
    """Yield the likeliest entry for each line that looks like one of its signatures."""
    if not lines:
        return
    signatures = _signature_words(index)
    found_in: dict[str, list[int]] = defaultdict(list)
    for rule, words in signatures.items():
        for word in words:
            found_in[word].append(rule)
    weight = {w: math.log(1 + len(signatures) / len(rules)) for w, rules in found_in.items()}
    offered: set[int] = set()
    for line in lines:
        best = _best(line.text, signatures, found_in, weight)
        if best is None or index.rules[best].entry in offered or len(offered) >= OFFERED:
            continue
        offered.add(index.rules[best].entry)
        entry = index.entries[index.rules[best].entry]
        yield Resemblance(entry, line, index.rules[best].text)


def _signature_words(index: SignatureIndex) -> dict[int, frozenset[str]]:
    out: dict[int, frozenset[str]] = {}
    for number, rule in enumerate(index.rules):
        if rule.role in _NOT_OFFERED:
            continue
        texts = (t.text for t in index.pattern(number).tokens if isinstance(t, Text))
        words = words_of(" ".join(texts))
        if len(words) >= WORDS:
            out[number] = words
    return out


def _best(
    text: str,
    signatures: dict[int, frozenset[str]],
    found_in: dict[str, list[int]],
    weight: dict[str, float],
) -> int | None:
    words = words_of(text[:4096])
    shared: Counter[int] = Counter(rule for word in words for rule in found_in.get(word, ()))
    best: tuple[int, int] | None = None
    for rule, count in shared.items():
        if count < WORDS:
            continue
        own = signatures[rule]
        # In parts of a million: sums in another order differ in their last digits.
        share = round(1e6 * sum(weight[w] for w in own & words) / sum(weight[w] for w in own))
        if share >= 1e6 * ENOUGH and (best is None or (share, -rule) > (best[0], -best[1])):
            best = (share, rule)
    return best[1] if best else None
