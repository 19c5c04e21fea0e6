"""Find entries for a typed line or some words: signatures first, then words."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from faultbook.diagnosis.contest import ROLE_ORDER
from faultbook.logs import Origin, parse_line
from faultbook.search.synonyms import SYNONYMS
from faultbook.signature.index import IndexedEntry, SignatureIndex

LONGEST = 65_536  # characters of a query that are looked at
_WORD = re.compile(r"[a-z0-9]+(?:[_-][a-z0-9]+)*")
_PLURAL = re.compile(r"\w{3,}[^\Ws]s")  # and the verb: "hangs", "timeouts"
_ENDING = re.compile(r"(?:es|ed|ing|e|s)$")  # "throttle" and "throttling" are one word
_STEMMED = 5
_SAME = 0.95  # how well a form stands for the word of which it is another ending
_TYPED = re.compile(r"[a-z]+(?: [a-z]+){0,4}")  # a few words and no sign of a log
_STOP = frozenset(
    "a an and are as at be by do does for from has have i in is it its my no not of on or "
    "our that the this to was we what when why with".split()
)
_FIELDS: tuple[tuple[str, float], ...] = (
    ("id", 4.0),
    ("title", 4.0),
    ("signature", 2.0),
    ("components", 2.0),
    ("summary", 1.0),
)


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that answers a query. `by` is `signature` or `words`; `matched` says which."""

    entry: IndexedEntry
    by: str
    matched: str
    role: str | None = None
    score: float = 0.0
    needs_company: bool = False


def look_up(index: SignatureIndex, query: str, limit: int = 10) -> list[Hit]:
    """Return the best entries for a query, best first.

    Of several lines the causes stand before their echoes, and if one of the lines is known, no
    entry is offered for words that a log has anyway.
    """
    query = query[:LONGEST]
    exact = list(signature_hits(index, query))
    if exact and is_several(query):
        return exact[:limit]
    by_words = list(word_hits(index, query))
    if _TYPED.fullmatch(query.strip().lower()):
        # Words that happen to be a signature are no line: alone they lack the company it needs.
        asked = {hit.entry.id for hit in by_words}
        exact = [hit for hit in exact if not (hit.needs_company and hit.entry.id in asked)]
    known = {hit.entry.id for hit in exact}
    return [*exact, *(hit for hit in by_words if hit.entry.id not in known)][:limit]


def is_several(query: str) -> bool:
    """Say whether a query is several lines: a piece of a log."""
    return "\n" in query.strip()


def signature_hits(index: SignatureIndex, query: str) -> Iterator[Hit]:
    """Yield the entries with a signature that matches a line of the query."""
    best: dict[int, tuple[tuple[int, int, int], int]] = {}
    several = is_several(query)
    for text in query.splitlines():
        for line in parse_line(text, 1, Origin("query")):
            for number, rule in enumerate(index.rules):
                if rule.entry < 0:
                    continue
                if not index.matches(number, line.message if rule.whole else line.text):
                    continue
                # One line alone cannot have the company that some signatures need.
                alone = bool(rule.all_of)
                order = (int(alone), ROLE_ORDER[rule.role])
                first, second = order[::-1] if several else order
                key = (first, second, -index.pattern(number).strength())
                if rule.entry not in best or key < best[rule.entry][0]:
                    best[rule.entry] = (key, number)
    for entry, (_, number) in sorted(best.items(), key=lambda item: item[1][0]):
        rule = index.rules[number]
        found = index.entries[entry]
        yield Hit(found, "signature", rule.text, rule.role, 1.0, needs_company=bool(rule.all_of))


def word_hits(index: SignatureIndex, query: str) -> Iterator[Hit]:
    """Yield entries by the words that they share with the query, most telling first."""
    documents = [_document(index, number) for number in range(len(index.entries))]
    spread = Counter(word for document in documents for word in document)
    terms = _terms(query, spread)
    if not terms:
        return
    named = _named(index)
    scored: list[tuple[float, int, list[str]]] = []
    for number, document in enumerate(documents):
        score, found = _score(terms, document, spread, len(documents))
        if found:  # of equals, the one of which others speak
            standing = 1 + 0.05 * math.log2(1 + named[index.entries[number].id])
            scored.append((score * standing, number, found))
    best = max((score for score, _, _ in scored), default=0.0)
    for score, number, found in sorted(scored, key=lambda row: (-row[0], index.entries[row[1]].id)):
        if score >= best / 4:
            yield Hit(index.entries[number], "words", ", ".join(found), None, round(score, 3))


def _named(index: SignatureIndex) -> Counter[str]:
    """Return how many other entries name each entry."""
    return Counter(
        name
        for entry in index.entries
        for name in {*entry.causes, *entry.caused_by, *entry.look_alikes}
    )


def words_in(text: str) -> list[str]:
    """Return the words of a text, without those that every text has."""
    found: list[str] = []
    for word in _WORD.findall(text.lower()):
        found.append(word)
        if "-" in word or "_" in word:
            found.extend(re.split("[-_]", word))
    return [word for word in found if word not in _STOP]


def _document(index: SignatureIndex, number: int) -> dict[str, float]:
    """Return the weight of each word of an entry: the best field that has it counts."""
    entry = index.entries[number]
    signatures = " ".join(rule.text for rule in index.rules if rule.entry == number)
    texts = {
        "id": " ".join((entry.id, *entry.aliases)),
        "title": entry.title,
        "signature": re.sub("<[^>]*>", " ", signatures),
        "components": " ".join((*entry.components, entry.category)),
        "summary": entry.summary,
    }
    weights: dict[str, float] = {}
    for name, weight in _FIELDS:
        for word in words_in(texts[name]):
            weights[word] = max(weight, weights.get(word, 0.0))
    return weights


def _terms(query: str, vocabulary: Mapping[str, int]) -> dict[str, dict[str, float]]:
    """Return, for each word of the query, the words that stand for it and how well."""
    terms: dict[str, dict[str, float]] = {}
    for word in dict.fromkeys(words_in(query)):
        forms = {form: 0.6 for form in _synonyms(word, query.lower()) if form in vocabulary}
        single = word[:-1] if _PLURAL.fullmatch(word) else word
        if single in vocabulary:
            forms[single] = _SAME
        if word in vocabulary:
            forms[word] = 1.0
        if not forms and len(word) >= 4 and not word.isdigit():
            stem = _ENDING.sub("", word) if len(word) > _STEMMED else word
            forms = dict.fromkeys(get_close_matches(word, vocabulary, n=3, cutoff=0.8), 0.7)
            forms |= {full: 0.5 for full in vocabulary if full.startswith(stem)}
        if forms:
            terms[word] = forms
    return terms


def _synonyms(word: str, query: str) -> Iterable[str]:
    for meaning in SYNONYMS:
        phrases = [phrase for phrase in meaning if " " in phrase and phrase in query]
        if word in meaning or any(word in phrase.split() for phrase in phrases):
            for phrase in meaning:
                yield from phrase.split()


def _score(
    terms: Mapping[str, Mapping[str, float]],
    document: Mapping[str, float],
    spread: Mapping[str, int],
    size: int,
) -> tuple[float, list[str]]:
    total = 0.0
    found: dict[str, float] = defaultdict(float)
    for word, forms in terms.items():
        # A synonym tells no more than the word that was typed, nor does a rare ending of it.
        same = [spread[form] for form, fit in forms.items() if fit >= _SAME]
        typed = max([spread.get(word, 0), *same])
        best = max(
            (
                (fit * document[form] * math.log(1 + size / max(spread[form], typed)), form)
                for form, fit in forms.items()
                if form in document
            ),
            default=None,
        )
        if best:
            total += best[0]
            found[best[1]] += best[0]
    covered = len(found) / len(terms)
    return total * covered, sorted(found, key=lambda form: -found[form])
