"""What a pass looks for: the phrases of an index, and the words that errors are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from faultbook.signature.finder import Finder, make_finder
from faultbook.signature.index import SignatureIndex
from faultbook.signature.rarity import Phrase


@dataclass(slots=True)
class PhraseTable:
    """Which rules a phrase belongs to, and the finder for all of them.

    Phrases numbered from the number of the index's literals on are context: they belong to
    no rule, and a line that has only such a phrase is looked at for what kind of line it is.
    """

    finder: Finder
    rules: tuple[tuple[int, ...], ...]
    _cache: dict[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, index: SignatureIndex, context: Sequence[str], engine: str = "auto") -> PhraseTable:
        """Make the table of an index and further words."""
        rules: list[list[int]] = [[] for _ in index.literals]
        for number, rule in enumerate(index.rules):
            for literal in rule.literals:
                rules[literal].append(number)
        words = (Phrase(word, "") for word in context)
        return cls(make_finder((*index.literals, *words), engine), tuple(map(tuple, rules)))

    def rules_of(self, phrases: Iterable[int]) -> tuple[int, ...]:
        """Return the rules that the phrases on one line may satisfy, in order."""
        key = tuple(phrases)
        found = self._cache.get(key)
        if found is None:
            known = len(self.rules)
            found = tuple(sorted({n for i in key if i < known for n in self.rules[i]}))
            if len(self._cache) < 65_536:
                self._cache[key] = found
        return found
