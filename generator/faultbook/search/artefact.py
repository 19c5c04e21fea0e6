"""The data of the search: titles, words and signatures of all entries, as one compact file.

It holds no inverted index: making one in the browser from these texts takes less time than
fetching one, and the texts are needed to show results anyway.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from faultbook.entry import Entry, Role
from faultbook.search.synonyms import SYNONYMS
from faultbook.search.words import STOP_WORDS, words_of

VERSION = 5
_BASE = 45
_DIGITS = [chr(code) for code in range(ord("#"), ord("~") + 1) if chr(code) != "\\"]
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

    `entry` is a row without its last bracket, the number and the signatures that stand there;
    `words` are those of the summary that nothing else of the entry has.
    """

    id: str
    entry: str
    signatures: str
    words: tuple[str, ...]


def search_part(entry: Entry) -> SearchPart:
    """Return what the search holds of an entry."""
    lines = [signature.line for signature in entry.signatures]
    known = set(_words(" ".join((entry.id, entry.title, entry.category, *lines))))
    further = _fresh(_further(entry), known)
    row = [entry.id, entry.title, entry.category, entry.severity, further]
    signatures = []
    for signature in entry.signatures:
        said: list[object] = [ROLES.index(signature.role), signature.line]
        form = signature.whole_line + 2 * bool(signature.all_of)
        signatures.append([*said, form] if form else said)
    told = [entry.summary, *(s.see for s in entry.symptoms), *(code.means for code in entry.codes)]
    elsewhere = words_of(" ".join((entry.id, entry.title, entry.category, further, *lines)))
    words = {*words_of(" ".join(told))}.difference(elsewhere, STOP_WORDS)
    longer = tuple(sorted(word for word in words if len(word) > 1))
    return SearchPart(entry.id, _json(row)[:-1], _json(signatures), longer)


def search_artefact(
    parts: Iterable[SearchPart], mentions: Mapping[str, int], places: Sequence[Place] = ()
) -> str:
    """Return the JSON text. `mentions` counts how many entries name each entry.

    - `entries`: `[id, title, category, severity, further words, links, signatures]`; the words are
      those of aliases, tags, components, settings and codes that the title has not; `links` counts
      the entries that name this one as a cause, an effect or a look-alike.
    - `signatures` is a list of `[role, pattern]`; the role is a number into `roles`. A third value
      is the sum of 1 for a whole line and 2 for one that needs company. They stand beside what
      they belong to, because they have many words in common: that makes the file smaller.
    - `summaries`: two texts, the words of the summaries that nothing else of the entry has, as
      `shortened` writes them, and for each the entries that have it, as `gaps` does.
    - `places`: `[kind, name, path, note]`.
    """
    found = list(parts)
    entries = (f"{part.entry},{mentions.get(part.id, 0)},{part.signatures}]" for part in found)
    head = _json({"v": VERSION, "roles": ROLES, "synonyms": SYNONYMS})[:-1]
    return (
        f'{head},"entries":[{",".join(entries)}]'
        f',"summaries":{_json(_summaries(found))}'
        f',"places":{_json([[p.kind, p.name, p.path, p.note] for p in places])}}}\n'
    )


def _summaries(parts: Sequence[SearchPart]) -> tuple[str, str]:
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for number, part in enumerate(parts):
        for word in part.words:
            holders[word].append(number)
    words = sorted(holders)
    return shortened(words), " ".join(gaps(holders[word]) for word in words)


def shortened(words: Sequence[str]) -> str:
    """Return sorted words as text: for each how many characters it shares with the one before it.

    That is a digit to the base 45, as in `gaps`, 44 at most; the rest of the word follows.
    """
    return " ".join(map(_rest, words, ("", *words)))


def _rest(word: str, before: str) -> str:
    pairs = zip(word[: _BASE - 1], before, strict=False)
    same = next((n for n, (one, other) in enumerate(pairs) if one != other), None)
    if same is None:
        same = min(len(word), len(before), _BASE - 1)
    return _DIGITS[same] + word[same:]


def gaps(numbers: Sequence[int]) -> str:
    """Return ascending numbers as text: how far each is from the one before, less one.

    A distance is one or more digits to the base 45, the greatest first; all but its last have
    45 added. A digit is a character from `#` to `~` without the backslash. Half of the size of
    the same as decimal numbers, compressed.
    """
    return "".join(map(_distance, numbers, (-1, *numbers)))


def _distance(number: int, before: int) -> str:
    return _digits(number - before - 1)


@cache
def _digits(distance: int) -> str:
    text = _DIGITS[distance % _BASE]
    while distance := distance // _BASE:
        text = _DIGITS[_BASE + distance % _BASE] + text
    return text


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def setting_places(corpus: Iterable[Entry]) -> list[Place]:
    """Return the settings of all entries as places of the settings index."""
    users: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for entry in corpus:
        for setting in entry.settings:
            users[setting.name, setting.anchor].add(entry.id)
    return [
        Place("setting", name, f"settings/#{anchor}", _entries(len(ids)))
        for (name, anchor), ids in sorted(users.items())
    ]


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _further(entry: Entry) -> list[str]:
    return [
        *entry.aliases,
        *entry.tags,
        *entry.components,
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
