"""What the files of a site depend on, as hashes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from faultbook.corpus import Corpus
from faultbook.entry import Entry
from faultbook.store import digest
from faultbook.views.neighbours import Neighbour

_LINK = re.compile(r"\[\[([a-z0-9-]+)\]\]")


@dataclass(frozen=True, slots=True)
class Keys:
    """Hashes for the groups of a build.

    `base` covers the program, its templates, the frames and the options. The pages of an entry
    depend on it, on the entry, and on the cards of the entries that they link.
    """

    base: str
    corpus: Corpus
    cards: Mapping[str, Neighbour]

    def entry(self, entry: Entry) -> str:
        """Return the key of an entry's own files."""
        shown = sorted({*self._linked(entry), *_neighbours(self.corpus, entry.id)})
        cards = "".join(repr(self.cards.get(name)) for name in shown)
        over = repr(self.corpus.overridden.get(entry.id, ()))
        return digest(self.base, self._content(entry), cards, over)

    def entries(self, entries: Iterable[Entry]) -> str:
        """Return the key of a file that shows some entries and nothing else."""
        return digest(self.base, *(self._content(entry) for entry in entries))

    def whole(self) -> str:
        """Return the key of a file that depends on all entries."""
        over = repr(sorted(self.corpus.overridden.items()))
        return digest(self.entries(self.corpus), over)

    def _content(self, entry: Entry) -> str:
        return self.corpus.digests.get(entry.id) or digest(repr(entry))

    def _linked(self, entry: Entry) -> Iterator[str]:
        yield from (other.entry for other in entry.look_alikes)
        relations = entry.relations
        yield from (*relations.caused_by, *relations.causes, *relations.see_also)
        for signature in entry.signatures:
            yield from (miss.entry for miss in signature.near_misses if miss.entry)
        for step in entry.on_call.steps:
            yield from (str(o.go)[6:] for o in step.outcomes if str(o.go).startswith("entry:"))
        if entry.deprecation and entry.deprecation.successor:
            yield entry.deprecation.successor
        yield from _LINK.findall(repr(entry))


def _neighbours(corpus: Corpus, name: str) -> tuple[str, ...]:
    return (*corpus.caused_by.get(name, ()), *corpus.causes.get(name, ()))
