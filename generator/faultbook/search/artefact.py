"""The data of the search: titles, words and signatures of all entries, as one compact file.

It holds no inverted index: making one in the browser from these texts takes less time than
fetching one, and the texts are needed to show results anyway.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from faultbook.entry import Entry, Role
from faultbook.search.synonyms import SYNONYMS

VERSION = 2
ROLES: tuple[str, ...] = tuple(Role)


@dataclass(frozen=True, slots=True)
class Place:
    """A page beside the entries that a word may lead to: a hub or a setting."""

    kind: str
    name: str
    path: str
    note: str


@dataclass(frozen=True, slots=True)
class SearchPart:
    """What the search holds of one entry, as JSON. It depends on the entry alone.

    `entry` and `signatures` are rows without their first or last bracket and the number that
    stands there.
    """

    id: str
    entry: str
    signatures: tuple[str, ...]
    words: str


def search_part(entry: Entry) -> SearchPart:
    """Return what the search holds of an entry."""
    shown = " ".join((entry.id, entry.title, *(s.line for s in entry.signatures)))
    known = set(_words(shown))
    row = [entry.id, entry.title, entry.category, entry.severity, _fresh(_further(entry), known)]
    signatures = []
    for signature in entry.signatures:
        said: list[object] = [ROLES.index(signature.role), signature.line]
        form = signature.whole_line + 2 * bool(signature.all_of)
        signatures.append(_json([*said, form] if form else said)[1:])
    told = [*(s.see for s in entry.symptoms), *(code.means for code in entry.codes)]
    words = _json(_fresh([entry.summary, *told], known))
    return SearchPart(entry.id, _json(row)[:-1], tuple(signatures), words)


def search_artefact(
    parts: Iterable[SearchPart], mentions: Mapping[str, int], places: Sequence[Place] = ()
) -> str:
    """Return the JSON text. `mentions` counts how many entries name each entry.

    - `entries`: `[id, title, category, severity, further words, links]`; the words are those of
      aliases, tags, components, settings and codes that the title has not; `links` counts the
      entries that name this one as a cause, an effect or a look-alike.
    - `signatures`: `[entry, role, pattern]`; entry and role are numbers into `entries` and
      `roles`. A fourth value is the sum of 1 for a whole line and 2 for one that needs company.
    - `summaries`: words of the summaries that nothing else of the entry has.
    - `places`: `[kind, name, path, note]`.
    """
    found = list(parts)
    entries = (f"{part.entry},{mentions.get(part.id, 0)}]" for part in found)
    signatures = (f"[{n},{said}" for n, part in enumerate(found) for said in part.signatures)
    head = _json({"v": VERSION, "roles": ROLES, "synonyms": SYNONYMS})[:-1]
    return (
        f'{head},"entries":[{",".join(entries)}]'
        f',"signatures":[{",".join(signatures)}]'
        f',"summaries":[{",".join(part.words for part in found)}]'
        f',"places":{_json([[p.kind, p.name, p.path, p.note] for p in places])}}}\n'
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


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
