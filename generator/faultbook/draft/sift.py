"""What was pasted, to the line that an entry is to be made of."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from faultbook.diagnosis.answer import Diagnosis, Evidence
from faultbook.diagnosis.lookup import signature_hits
from faultbook.diagnosis.run import diagnose
from faultbook.draft.redact import people_in
from faultbook.logs import Origin, parse_line
from faultbook.logs.reader import open_log
from faultbook.signature.index import SignatureIndex

OFFERED = 20
"""So many unknown lines of a log are worth a look."""

ABOVE, WIDTH = 40, 500
"""So many lines before a line, and so many bytes of each, say where it comes from."""

LOOKED_THROUGH = 4_000_000
"""Bytes at the beginning of a log that are searched for names of people."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that an entry can be made of. `message` is `text` without its prefixes.

    `hosts` are the names that the prefix gives to machines, `people` those that the log gives
    to users; `number` counts from 1, and is 0 for a line that came alone. `before` are the
    lines of the log that lead up to it, such as a traceback.
    """

    text: str
    message: str
    hosts: tuple[str, ...] = ()
    number: int = 0
    people: frozenset[str] = frozenset()
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """An entry that knows a line: with which signature, in which role."""

    entry: str
    title: str
    role: str
    signature: str


@dataclass(frozen=True, slots=True)
class Sifted:
    """What a log holds: entries that it names, and lines that no entry knows, best first.

    `problems` says what is wrong with the log as such; `unread` that nothing of it could be read.
    """

    known: tuple[Known, ...]
    candidates: tuple[Candidate, ...]
    problems: tuple[str, ...] = ()
    unread: bool = False


def candidate(text: str, number: int = 0, people: frozenset[str] = frozenset()) -> Candidate:
    """Return one line, cleaned and without its prefixes."""
    lines = [line for line in parse_line(text, 1, Origin("line")) if line.message.strip()]
    if not lines:
        return Candidate("", "", (), number)
    last = lines[-1]
    hosts = (last.host,) if last.host else ()
    return Candidate(last.text.strip(), last.message.strip(), hosts, number, people)


def known_by(index: SignatureIndex, text: str) -> tuple[Known, ...]:
    """Return the entries that have a signature for a line, the most telling first."""
    return tuple(
        Known(hit.entry.id, hit.entry.title, hit.role or "", hit.matched)
        for hit in signature_hits(index, text)
    )


def sift(index: SignatureIndex, paths: Sequence[str]) -> Sifted:
    """Diagnose logs; return the entries found and the error lines that none knows.

    Raises:
        UnreadableLogError: a log cannot be opened.
    """
    found = diagnose(index, paths)
    known = tuple(
        Known(f.entry.id, f.entry.title, f.role, f.evidence[0].text if f.evidence else "")
        for f in found.findings
    )
    people = frozenset().union(*(people_of(path) for path in paths))
    rows = {(e.file, e.line): e for e in _unknown(found)}
    made = (_as_candidate(e, people) for e in list(rows.values())[:OFFERED])
    unread = sum(problem.unread for problem in found.problems) >= len(paths)
    texts = tuple(problem.text for problem in found.problems)
    return Sifted(known, tuple(made), texts, unread)


def lines_before(path: str, number: int) -> tuple[str, ...]:
    """Return the last lines of a log above a line (counted from 1), each cut to a width.

    Raises:
        UnreadableLogError: the log cannot be opened.
    """
    with open_log(path) as stream:
        kept = deque((raw[:WIDTH] for raw in islice(stream, number - 1)), maxlen=ABOVE)
    return tuple(raw.decode("utf-8", "replace") for raw in kept)


def people_of(path: str) -> frozenset[str]:
    """Return the names of people in the beginning of a log.

    Raises:
        UnreadableLogError: the log cannot be opened.
    """
    with open_log(path) as stream:
        return people_in(stream.read(LOOKED_THROUGH).decode("utf-8", "replace"))


def _unknown(found: Diagnosis) -> Iterator[Evidence]:
    """Yield the first real error line, if no entry knows it, then the others as they stand."""
    first = found.initiating
    if first is not None and first.entry is None:
        yield first.evidence
    yield from (unknown.evidence for unknown in found.unknown_errors)


def _as_candidate(evidence: Evidence, people: frozenset[str]) -> Candidate:
    made = candidate(evidence.text, evidence.line)
    hosts = (*made.hosts, evidence.host) if evidence.host else made.hosts
    before = lines_before(evidence.file, evidence.line)
    return Candidate(made.text, made.message, hosts, evidence.line, people, before)
