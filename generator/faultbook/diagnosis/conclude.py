"""From the state of a scan to the answer: findings, echoes, what is unknown, what is missing."""

from __future__ import annotations

from collections.abc import Iterable

from faultbook.diagnosis.answer import (
    Confidence,
    Diagnosis,
    Evidence,
    Explained,
    Finding,
    Initiating,
    UnknownError,
)
from faultbook.diagnosis.brokenoff import broken_off
from faultbook.diagnosis.contest import EntryMatch, entry_matches
from faultbook.diagnosis.derived import derived_sightings
from faultbook.diagnosis.initiating import first_error, only_looks
from faultbook.diagnosis.kinds import Kind, kind_of
from faultbook.diagnosis.missing import missing_facts
from faultbook.diagnosis.notables import Notable
from faultbook.diagnosis.reasons import confidence_of, reasons_for
from faultbook.diagnosis.resemble import resemblances
from faultbook.diagnosis.scan import Scan
from faultbook.diagnosis.sighting import Sighting
from faultbook.diagnosis.stall import find_stall
from faultbook.diagnosis.weigh import Verdict, weigh
from faultbook.logs import LogLine
from faultbook.logs.doubt import Doubt

EVIDENCE_LINES = 5
SHOWN = 4_096  # characters of a line; longer ones are dumps that happen to lack newlines
COUNTED = 200_000  # characters: fewer than the shortest part of a line that is read in parts
UNKNOWN_LINES = 50
RESEMBLED_LINES = 20


def conclude(scan: Scan, problems: Iterable[Doubt] = ()) -> Diagnosis:
    """Say what the logs read so far show. The scan may go on afterwards."""
    facts = scan.facts
    stall = find_stall(
        facts.watchdog, facts.ranks, facts.world_size, [r for r, _ in facts.timeout_origins]
    )
    derived = derived_sightings(scan, stall)
    verdict = weigh(scan, entry_matches(scan, derived))
    if not verdict.findings and not verdict.survived and not verdict.explained:
        verdict = weigh(scan, entry_matches(scan, [*derived, *broken_off(scan)]))
    first = first_error(scan, verdict)
    unknown = unknown_errors(scan)
    return Diagnosis(
        files=tuple(scan.files),
        findings=tuple(_finding(scan, verdict, match) for match in verdict.findings),
        explained=tuple(_explained(scan, match, by, why) for match, by, why in verdict.explained),
        survived=tuple(
            _explained(scan, match, None, "training went on after it") for match in verdict.survived
        ),
        harmless=tuple(
            _explained(scan, match, None, scan.index.entries[match.entry].summary)
            for match in verdict.harmless
        ),
        resembles=tuple(resemblances(scan.index, [u.evidence for u in unknown[:RESEMBLED_LINES]])),
        unknown_errors=tuple(unknown),
        missing=tuple(missing_facts(scan, verdict, stall)),
        initiating=_initiating(scan, verdict, first),
        ranks=tuple(sorted(facts.ranks)),
        problems=tuple(problems),
    )


def _finding(scan: Scan, verdict: Verdict, match: EntryMatch) -> Finding:
    return Finding(
        entry=scan.index.entries[match.entry],
        role=match.role,
        confidence=confidence_of(scan, verdict, match),
        reasons=tuple(reasons_for(scan, verdict, match)),
        evidence=evidence_of(scan, match),
        count=match.count,
        ranks=match.ranks,
    )


def _explained(scan: Scan, match: EntryMatch, by: int | None, why: str) -> Explained:
    return Explained(
        entry=scan.index.entries[match.entry],
        by=scan.index.entries[by].id if by is not None else None,
        why=why,
        evidence=evidence_of(scan, match)[:1],
        count=match.count,
        ranks=match.ranks,
    )


def evidence_of(scan: Scan, match: EntryMatch) -> tuple[Evidence, ...]:
    """Return a few different lines that speak for an entry, its anchor first."""
    shown: list[Sighting] = [match.anchor]
    rules = {match.anchor.rule}
    ranks = {match.anchor.line.rank}
    for sighting in match.sightings:
        fresh = sighting.rule not in rules or sighting.line.rank not in ranks
        if fresh and sighting.at != match.anchor.at and len(shown) < EVIDENCE_LINES:
            shown.append(sighting)
            rules.add(sighting.rule)
            ranks.add(sighting.line.rank)
    return tuple(as_evidence(scan, s.line) for s in shown)


def as_evidence(scan: Scan, line: LogLine) -> Evidence:
    """Return what is shown of a line."""
    text = line.text
    if len(text) > SHOWN:
        text = f"{text[:SHOWN]} (and {_more(len(text) - SHOWN)} characters more)"
    return Evidence(line.number, text, scan.facts.rank_of(line), line.host, line.file)


def _more(count: int) -> str:
    # A line of a megabyte is read in parts, so that its length is not known here.
    return f"{count:,}" if count < COUNTED else f"more than {COUNTED:,}"


def unknown_errors(scan: Scan) -> list[UnknownError]:
    """Return the lines that look like errors and that no rule matched, in order."""
    rows = [n for n in scan.notables.rows.values() if n.kind < Kind.ECHO and not n.known]
    return [_unknown(scan, note) for note in sorted(rows, key=lambda n: n.at)[:UNKNOWN_LINES]]


def _unknown(scan: Scan, note: Notable) -> UnknownError:
    evidence = as_evidence(scan, note.line)
    return UnknownError(evidence, note.count, tuple(sorted(note.ranks)), scan.frames.of(note.at))


def _initiating(
    scan: Scan, verdict: Verdict, first: tuple[LogLine, int | None] | None
) -> Initiating | None:
    if first is None:
        return None
    line, entry = first
    if entry is not None:
        return Initiating(as_evidence(scan, line), scan.index.entries[entry].id)
    at = next((note.at for note in scan.notables.rows.values() if note.line is line), -1)
    return Initiating(
        as_evidence(scan, line),
        None,
        warning=kind_of(line) is Kind.SUSPECT,
        unconfirmed=kind_of(line) is not Kind.SUSPECT and only_looks(scan, verdict),
        frames=scan.frames.of(at),
    )


__all__ = ["Confidence", "conclude"]
