"""What the checks across entries need to know of one entry.

Small and plain, so that it travels between processes and into the cache.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

from faultbook.checks.texts import LOG, PROSE, Text
from faultbook.entry import Companion, Entry, Signature
from faultbook.source.document import Pointer

LINK = re.compile(r"\[\[([^\[\]|\n]+)\]\]")
_SENTENCE = re.compile(r"[^.!?]+(?:[.!?]+(?=[^\s\"')\]`*])[^.!?]*)*[.!?]*")
_CITATION = re.compile(r"\[@[^\]]*\]")
_WORD = re.compile(r"[^\W_]+(?:[-'’._/][^\W_]+)*")

MIN_WORDS = 7
"""Shorter sentences may be the same in two entries."""

_UNANSWERED = "TODO"
"""What a draft leaves to fill in: two drafts ask the same questions, and FB301 names each."""

SHINGLE = 3
"""Words in a row that two questions are compared by."""


@dataclass(frozen=True, slots=True)
class Link:
    """A mention of another entry. `kind` is the field it stands in; `prose` for `[[id]]`."""

    target: str
    kind: str
    pointer: Pointer
    offset: int = 0


@dataclass(frozen=True, slots=True)
class SampleText:
    """An example, and which signature of the entry it belongs to."""

    text: str
    signature: int


@dataclass(frozen=True, slots=True)
class Line:
    """A signature or companion as matching needs it."""

    text: str
    whole: bool = False
    within: int | None = None
    where: str = "around"


@dataclass(frozen=True, slots=True)
class Rule:
    """A signature with its companions."""

    line: Line
    role: str
    all_of: tuple[Line, ...] = ()
    unless: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """One entry, as other entries see it. Sentences and shingles are 32-bit hashes."""

    id: str
    file: str
    aliases: tuple[str, ...]
    links: tuple[Link, ...]
    rules: tuple[Rule, ...]
    samples: tuple[SampleText, ...]
    sentences: tuple[int, ...]
    questions: tuple[tuple[int, ...], ...]
    added: str
    reviewed: str
    script: str | None


def facts_of(entry: Entry, texts: tuple[Text, ...], file: str) -> Facts:
    """Reduce an entry to what other entries need to know of it."""
    return Facts(
        id=entry.id,
        file=file,
        aliases=entry.aliases,
        links=tuple(_links(entry, texts)),
        rules=tuple(rule_of(s) for s in entry.signatures),
        samples=tuple(
            SampleText(example.text, index)
            for index, signature in enumerate(entry.signatures)
            for example in signature.examples
        ),
        sentences=tuple(dict.fromkeys(key for _, _, key in sentences(texts))),
        questions=tuple(
            () if _UNANSWERED in q.question + q.answer else shingles(f"{q.question} {q.answer}")
            for q in entry.faq
        ),
        added=entry.evidence.added,
        reviewed=entry.evidence.reviewed,
        script=entry.evidence.reproduced.script if entry.evidence.reproduced else None,
    )


def rule_of(signature: Signature) -> Rule:
    """Reduce a signature to what decides whether it matches."""
    return Rule(
        Line(signature.line, signature.whole_line),
        str(signature.role),
        tuple(_companion(c) for c in signature.all_of),
        tuple(_companion(c) for c in signature.unless),
    )


def _companion(companion: Companion) -> Line:
    return Line(companion.line, within=companion.within, where=companion.where)


def _links(entry: Entry, texts: tuple[Text, ...]) -> Iterator[Link]:
    for index, alike in enumerate(entry.look_alikes):
        yield Link(alike.entry, "look_alikes", ("look_alikes", index, "entry"))
    for kind in ("caused_by", "causes", "see_also"):
        for index, target in enumerate(getattr(entry.relations, kind)):
            yield Link(target, kind, ("relations", kind, index))
    for number, signature in enumerate(entry.signatures):
        for index, miss in enumerate(signature.near_misses):
            if miss.entry:
                place: Pointer = ("signatures", number, "near_misses", index, "entry")
                yield Link(miss.entry, "near_misses", place)
    if entry.deprecation and entry.deprecation.successor:
        yield Link(entry.deprecation.successor, "successor", ("deprecation", "successor"))
    yield from _branches(entry)
    for text in texts:
        if text.kind != LOG and "[[" in text.value and not text.language:
            for found in LINK.finditer(text.value):
                yield Link(found[1].strip(), "prose", text.pointer, found.start())


def _branches(entry: Entry) -> Iterator[Link]:
    for number, step in enumerate(entry.on_call.steps):
        for index, branch in enumerate(step.outcomes):
            if isinstance(branch.go, str) and branch.go.startswith("entry:"):
                where = ("perspectives", "on_call", "steps", number, "outcomes", index, "go")
                yield Link(branch.go[len("entry:") :], "go", where, len("entry:"))


def sentences(texts: tuple[Text, ...]) -> Iterator[tuple[Text, int, int]]:
    """Yield text, offset and hash of every sentence that is long enough to be an entry's own."""
    for text in texts:
        if text.kind != PROSE or len(text.value) < 3 * MIN_WORDS or _UNANSWERED in text.value:
            continue
        for paragraph in re.finditer(r"\S.*?(?=\n\s*\n|\Z)", text.value, re.DOTALL):
            for found in _SENTENCE.finditer(paragraph.group()):
                words = _words(found.group())
                if len(words) >= MIN_WORDS:
                    lead = len(found.group()) - len(found.group().lstrip())
                    offset = paragraph.start() + found.start() + lead
                    yield text, offset, crc32(" ".join(words).encode())


def shingles(text: str) -> tuple[int, ...]:
    """Return the hashes of all runs of `SHINGLE` words, without repeats, sorted."""
    words = _words(text)
    runs = zip(*(words[n:] for n in range(SHINGLE)), strict=False)
    return tuple(sorted({crc32(" ".join(run).encode()) for run in runs}))


def _words(text: str) -> list[str]:
    return _WORD.findall(_CITATION.sub(" ", text).lower())
