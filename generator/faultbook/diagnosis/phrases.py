"""Where the phrases of an index, and the words that errors are made of, stand in a block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from faultbook.signature.index import SignatureIndex


@dataclass(slots=True)
class PhraseFinder:
    """Finds the lines that are worth a look. Phrases from `context` on belong to no rule."""

    phrases: tuple[str, ...]
    context: int
    rules: tuple[tuple[int, ...], ...]
    always: tuple[int, ...] = ()
    _cache: dict[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, index: SignatureIndex, context: Sequence[str]) -> PhraseFinder:
        """Make a finder for an index and further words."""
        rules: list[list[int]] = [[] for _ in index.literals]
        for number, rule in enumerate(index.rules):
            for literal in rule.literals:
                rules[literal].append(number)
        return cls(
            phrases=(*(literal.text for literal in index.literals), *context),
            context=len(index.literals),
            rules=tuple(map(tuple, rules)),
            always=tuple(n for n, rule in enumerate(index.rules) if not rule.literals),
        )

    def rules_of(self, ids: Iterable[int]) -> tuple[int, ...]:
        """Return the rules that the phrases on one line may satisfy, in order."""
        key = tuple(ids)
        found = self._cache.get(key)
        if found is None:
            numbers = {n for i in key if i < self.context for n in self.rules[i]}
            found = tuple(sorted(numbers))
            if len(self._cache) < 65_536:
                self._cache[key] = found
        return found

    def find(self, data: bytes) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the start of each line that holds a phrase, with the phrases on it, in order."""
        start = 0
        for raw in data.split(b"\n"):
            text = " ".join(
                raw.decode("utf-8", "replace").lower().replace("\u00a0", " ").split(" ")
            )
            text = " ".join(text.replace("\t", " ").split())
            ids = tuple(i for i, phrase in enumerate(self.phrases) if phrase in text)
            if ids:
                yield start, ids
            start += len(raw) + 1
