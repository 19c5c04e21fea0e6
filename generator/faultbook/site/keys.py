"""What the files of a site depend on, as hashes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from faultbook.entry import Entry
from faultbook.site.kept import KeptCorpus
from faultbook.store import digest
from faultbook.views.neighbours import Neighbour


@dataclass(frozen=True, slots=True)
class Keys:
    """Hashes for the groups of a build.

    `base` covers the program, its templates, the frames and the options. The files of an entry
    depend on it, on the entry, on the cards of the entries that they link, on the relations that
    others declare, and on `edit`, the addresses at which entries can be edited. Lists depend on
    what `entry_store.listed` leaves of the entries.
    """

    base: str
    kept: KeptCorpus
    cards: Mapping[str, Neighbour]
    edit: Mapping[str, str]

    def entry(self, entry: Entry) -> str:
        """Return the key of an entry's own files."""
        corpus, name = self.kept.corpus, entry.id
        causes, caused_by = corpus.causes.get(name, ()), corpus.caused_by.get(name, ())
        links = self.kept.parts(name).links
        cards = [self.cards.get(other) for other in (*links, *causes, *caused_by)]
        around = repr((causes, caused_by, cards, corpus.overridden.get(name), self.edit.get(name)))
        return digest(self.base, self.kept.keys[name], around)

    def entries(self, entries: Iterable[Entry]) -> str:
        """Return the key of a file that lists some entries and nothing else."""
        return digest(self.base, *(self.kept.heads[entry.id].digest for entry in entries))

    def whole(self) -> str:
        """Return the key of a file that lists all entries, and may link any of them."""
        corpus = self.kept.corpus
        return digest(self.entries(corpus), repr(sorted(corpus.overridden.items())))

    def data(self) -> str:
        """Return the key of a file that holds something of every entry, for programs."""
        heads = self.kept.heads
        return digest(self.whole(), *(heads[e.id].derived_digest for e in self.kept.corpus))
