"""The data of the search: titles, words and signatures of all entries, as one compact file.

It holds no inverted index: making one in the browser from these texts takes less time than
fetching one, and the texts are needed to show results anyway.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from faultbook.diagnosis.lookup import SYNONYMS
from faultbook.entry import Entry, Role
from faultbook.views.neighbours import mentions

VERSION = 2
ROLES: tuple[str, ...] = tuple(Role)


@dataclass(frozen=True, slots=True)
class Place:
    """A page beside the entries that a word may lead to: a hub or a setting."""

    kind: str
    name: str
    path: str
    note: str


def search_artefact(corpus: Iterable[Entry], places: Sequence[Place] = ()) -> str:
    """Return the JSON text.

    - `entries`: `[id, title, category, severity, further words, links]`; the words are those of
      aliases, tags, components, settings and codes that the title has not; `links` counts the
      entries that name this one as a cause, an effect or a look-alike.
    - `signatures`: `[entry, role, pattern]`; entry and role are numbers into `entries` and
      `roles`. A fourth value is the sum of 1 for a whole line and 2 for one that needs company.
    - `summaries`: words of the summaries that nothing else of the entry has.
    - `places`: `[kind, name, path, note]`.
    """
    entries, signatures, summaries = [], [], []
    corpus = tuple(corpus)
    links = mentions(corpus)
    for number, entry in enumerate(corpus):
        shown = " ".join((entry.id, entry.title, *(s.line for s in entry.signatures)))
        known = set(_words(shown))
        further = _fresh(_further(entry), known)
        head = [entry.id, entry.title, entry.category, entry.severity]
        entries.append([*head, further, links[entry.id]])
        told = [*(s.see for s in entry.symptoms), *(code.means for code in entry.codes)]
        summaries.append(_fresh([entry.summary, *told], known))
        for signature in entry.signatures:
            row: list[object] = [number, ROLES.index(signature.role), signature.line]
            form = signature.whole_line + 2 * bool(signature.all_of)
            signatures.append([*row, form] if form else row)
    document = {
        "v": VERSION,
        "roles": ROLES,
        "synonyms": SYNONYMS,
        "entries": entries,
        "signatures": signatures,
        "summaries": summaries,
        "places": [[p.kind, p.name, p.path, p.note] for p in places],
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def setting_places(corpus: Iterable[Entry]) -> list[Place]:
    """Return the settings of all entries as places of the settings index."""
    users: defaultdict[str, set[str]] = defaultdict(set)
    for entry in corpus:
        for setting in entry.settings:
            users[setting.name].add(entry.id)
    return [
        Place("setting", name, "settings/", f"{len(ids)} entr{'y' if len(ids) == 1 else 'ies'}")
        for name, ids in sorted(users.items())
    ]


def _further(entry: Entry) -> list[str]:
    return [
        *entry.aliases,
        *entry.tags,
        *entry.components,
        entry.category,
        *(setting.name for setting in entry.settings),
        *(f"{code.kind} {code.value}" for code in entry.codes),
    ]


def _fresh(texts: Iterable[str], known: set[str]) -> str:
    """Return the words of some texts, each once, without the known ones, which they join."""
    found: dict[str, None] = {}
    for text in texts:
        for word in _words(text):
            if word not in known:
                known.add(word)
                found[word] = None
    return " ".join(found)


def _words(text: str) -> list[str]:
    cleaned = "".join(c if c.isalnum() or c in "_-+." else " " for c in text.lower())
    return [word.strip("-.+") for word in cleaned.split() if len(word.strip("-.+")) > 1]
