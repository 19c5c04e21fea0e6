"""Which matches are the cause, which its echo, which overcome: ordering by cause."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from faultbook.diagnosis import roles
from faultbook.diagnosis.contest import EntryMatch
from faultbook.diagnosis.kinds import Kind, kind_of
from faultbook.diagnosis.notables import Notable
from faultbook.diagnosis.scan import Scan
from faultbook.diagnosis.sighting import Sighting, file_of
from faultbook.diagnosis.vocabulary import ENDED_FROM_OUTSIDE, TEARDOWN
from faultbook.logs import LogLine

# Ranks of a match, nearest to a cause first.
MACHINE, INITIATING, EITHER, COLLATERAL = range(4)
_NEARNESS: dict[str, int] = {roles.INITIATING: INITIATING, roles.EITHER: EITHER}

_WRAPPED_COLLECTIVE = re.compile(
    r"Dist\w*Error|NCCL|nccl|c10d|Gloo|gloo|Connection|Broken|peer|Timeout|timed out"
)


@dataclass(slots=True)
class Verdict:
    """Entries by what becomes of them. `explained` pairs a match with what explains it."""

    findings: list[EntryMatch] = field(default_factory=list)
    explained: list[tuple[EntryMatch, int | None, str]] = field(default_factory=list)
    survived: list[EntryMatch] = field(default_factory=list)
    harmless: list[EntryMatch] = field(default_factory=list)
    root: Notable | None = None  # an error that no entry knows and that stands first


def weigh(scan: Scan, matches: Sequence[EntryMatch]) -> Verdict:
    """Sort the matches of all entries into causes, echoes and the rest."""
    verdict = Verdict()
    standing: list[EntryMatch] = []
    for match in matches:
        if match.role == roles.HARMLESS:
            verdict.harmless.append(match)
        elif match.role == roles.CONTEXT:
            continue
        elif rank_of(match) == COLLATERAL and only_teardown(match):
            verdict.explained.append((match, None, "it says only that some process failed"))
        elif match.outdone_by is not None:
            verdict.explained.append((match, match.outdone_by, "says more about the same line"))
        elif survived(scan, match):
            verdict.survived.append(match)
        else:
            standing.append(match)
    if not standing:
        # The kernel's log has no order against training's: what is left of it may still count.
        standing = [match for match in verdict.survived if rank_of(match) == MACHINE]
        verdict.survived = [match for match in verdict.survived if match not in standing]
    ordered = in_order(standing)
    verdict.root = unknown_root(scan, ordered)
    _explain(scan, ordered, verdict)
    return verdict


def survived(scan: Scan, match: EntryMatch) -> bool:
    """Say whether training went on after the last line of a failure that ends a job."""
    if not match.ends_job:
        return False
    return all(episode < scan.last_episodes[file] for file, episode in match.last_seen.items())


def only_teardown(match: EntryMatch) -> bool:
    """Say whether all lines of a match are a launcher's, about processes that it ends."""
    return all(TEARDOWN.search(s.line.message) for s in match.sightings)


def rank_of(match: EntryMatch) -> int:
    """Return how near a match is to a cause: MACHINE, INITIATING, EITHER or COLLATERAL."""
    if match.near is None:
        match.near = _near(match)
    return match.near


def _near(match: EntryMatch) -> int:
    certain = match.role == roles.INITIATING and not match.anchor.cut
    if certain and match.ends_job and any(speaks_for_machine(s.line) for s in match.sightings):
        return MACHINE
    near = _NEARNESS.get(match.role, COLLATERAL)
    return max(near, EITHER) if match.anchor.cut else near


def speaks_for_machine(line: LogLine) -> bool:
    """Say whether the kernel, or the batch system on its behalf, names a cause in a line."""
    kind = kind_of(line)
    if kind == Kind.KERNEL:
        return True
    return kind == Kind.NODE and not ENDED_FROM_OUTSIDE.search(line.message)


def earlier(one: Sighting, other: Sighting) -> bool:
    """Say whether a line came before another. Times count within one host only."""
    a, b = one.line, other.line
    if a.host is not None and a.host == b.host and a.time is not None and b.time is not None:
        return (a.time, one.at) < (b.time, other.at)
    return one.at < other.at


def in_order(matches: Sequence[EntryMatch]) -> list[EntryMatch]:
    """Order matches: nearest to a cause first, then by episode (the last first), then by time."""
    left = sorted(matches, key=lambda m: m.anchor.at)
    out: list[EntryMatch] = []
    while left:
        best = left[0]
        for match in left[1:]:
            if _before(match, best):
                best = match
        left.remove(best)
        out.append(best)
    return out


def _before(one: EntryMatch, other: EntryMatch) -> bool:
    if rank_of(one) != rank_of(other):
        return rank_of(one) < rank_of(other)
    if one.ends_job != other.ends_job:
        return one.ends_job  # what ended the job, before what only slowed or spoilt it
    if one.anchor.at == other.anchor.at:
        return (one.companions, one.strength) > (other.companions, other.strength)
    return earlier(one.anchor, other.anchor)


def causes(scan: Scan, one: int, other: int) -> bool:
    """Say whether an entry declares, in either of the two, that it brings another about."""
    a, b = scan.index.entries[one], scan.index.entries[other]
    return b.id in a.causes or a.id in b.caused_by


def _explain(scan: Scan, ordered: list[EntryMatch], verdict: Verdict) -> None:
    for match in ordered:
        cause = _declared_cause(scan, match, ordered)
        if cause is not None:
            verdict.explained.append((match, cause.entry, "is known to bring it about"))
            continue
        top = verdict.findings[0] if verdict.findings else None
        if top is None and verdict.root is not None and _follows(scan, verdict.root, match):
            verdict.explained.append((match, None, "an error that no entry knows stands before it"))
        elif top is not None and rank_of(top) < rank_of(match) and _echoes(top, match):
            verdict.explained.append((match, top.entry, "names a cause, and this line names none"))
        else:
            verdict.findings.append(match)


def _follows(scan: Scan, root: Notable, match: EntryMatch) -> bool:
    """Say whether a match is the echo of an unknown error that stands before it.

    So it is where it names no cause by itself, or where Python says that it was raised while that
    error was handled.
    """
    if rank_of(match) == COLLATERAL:
        return True
    if rank_of(match) != EITHER:
        return False
    before: Notable | None = None
    raised = False
    for note in scan.notables.rows.values():
        if note.kind != Kind.EXCEPTION:
            continue
        if note.at == match.anchor.at:
            raised = not note.rooted
        elif note.rooted and note.at < match.anchor.at and note.line.same_process(root.line):
            before = note if before is None or note.at > before.at else before
    return raised and before is root and match.anchor.line.same_process(root.line)


def _echoes(top: EntryMatch, match: EntryMatch) -> bool:
    """Say whether a line that may be an echo is one, given a finding that names a cause."""
    if rank_of(match) == COLLATERAL and rank_of(top) <= INITIATING:
        return True
    return rank_of(top) == MACHINE or earlier(top.anchor, match.anchor)


def _declared_cause(
    scan: Scan, match: EntryMatch, ordered: Sequence[EntryMatch]
) -> EntryMatch | None:
    """Return the match that declares itself the cause of this one, and is as near to a cause."""
    for other in ordered:
        if other is match or rank_of(other) > rank_of(match):
            continue
        if not causes(scan, other.entry, match.entry):
            continue
        if causes(scan, match.entry, other.entry) and not earlier(other.anchor, match.anchor):
            continue  # each may bring about the other: the earlier one did
        return other
    return None


def unknown_root(scan: Scan, ordered: Sequence[EntryMatch]) -> Notable | None:
    """Return an uncaught error that no entry knows and that stands before all that match."""
    if ordered and rank_of(ordered[0]) < EITHER:
        return None
    first = min((m.anchor.at for m in ordered), default=None)
    for note in sorted(scan.notables.rows.values(), key=lambda n: n.at):
        if note.known or not note.rooted or note.kind not in (Kind.EXCEPTION, Kind.NATIVE):
            continue
        if note.episode < scan.last_episodes[file_of(note.at)]:
            continue
        if _WRAPPED_COLLECTIVE.search(note.line.message[:400]):
            continue
        if first is None or note.at < first:
            return note
    return None
