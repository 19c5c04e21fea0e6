"""The first real error line of the logs, known or not."""

from __future__ import annotations

from collections.abc import Sequence

from faultbook.diagnosis import vocabulary as words
from faultbook.diagnosis.contest import EntryMatch
from faultbook.diagnosis.kinds import Kind, kind_of
from faultbook.diagnosis.notables import Notable
from faultbook.diagnosis.scan import Scan
from faultbook.diagnosis.sighting import file_of, line_of, place
from faultbook.diagnosis.weigh import COLLATERAL, Verdict, rank_of, speaks_for_machine
from faultbook.logs import LogLine

BELOW = 12  # lines below a wrapper's first line in which it gives NCCL's reason
NEAR = 200  # lines before an exception in which NCCL's own line is its reason
GOES_ON = 3  # lines below an error: a program that dies of it prints hardly more
_FATAL = frozenset({Kind.EXCEPTION, Kind.NATIVE, Kind.SIGNAL})
_REASON = frozenset({Kind.NCCL, Kind.ERROR})
_LOOKS = frozenset({Kind.NCCL, Kind.ERROR, Kind.SUSPECT})


def first_error(scan: Scan, verdict: Verdict) -> tuple[LogLine, int | None] | None:
    """Return the first real error line, and the number of the entry that knows it."""
    if verdict.findings and rank_of(verdict.findings[0]) < COLLATERAL and verdict.root is None:
        best = verdict.findings[0]
        return best.anchor.line, best.entry
    if verdict.root is not None:
        return verdict.root.line, None
    note = best_notable(scan, verdict)
    known = verdict.findings[0] if verdict.findings else None
    if note is None or (known and note.kind >= Kind.WATCHDOG):
        return (known.anchor.line, known.entry) if known else None
    return note.line, _entry_at(note, [*verdict.findings, *(e[0] for e in verdict.explained)])


def unknown_first(scan: Scan, verdict: Verdict) -> bool:
    """Say whether the first real error line is one that no entry knows, and no mere warning."""
    first = first_error(scan, verdict)
    return first is not None and first[1] is None and kind_of(first[0]) is not Kind.SUSPECT


def only_looks(scan: Scan, verdict: Verdict) -> bool:
    """Say whether lines merely look like errors, and nothing says that the job failed.

    So it is where no line is fatal, none is of a kind that ends a process or follows an end, and
    each log goes on below the last of them.
    """
    if verdict.findings or verdict.explained or scan.notables.crowded_out:
        return False
    rows = [
        note
        for note in scan.notables.rows.values()
        if note.kind <= Kind.ECHO and note.episode >= scan.last_episodes[file_of(note.at)]
    ]
    return all(_is_told_harmless(note) or _merely_looks(scan, note) for note in rows)


def _is_told_harmless(note: Notable) -> bool:
    """Say whether an entry knows a line that ends nothing; no finding came of it."""
    return note.known and (note.kind in _LOOKS or note.kind is Kind.ECHO)


def _merely_looks(scan: Scan, note: Notable) -> bool:
    if note.kind not in _LOOKS or note.line.level in words.FATAL_LEVELS:
        return False
    file = file_of(note.last)
    below = scan.whole_lines[file] - line_of(note.last - place(file, 0, 0))
    return below >= GOES_ON and not words.FATAL_TEXT.search(note.line.message)


def _entry_at(note: Notable, matches: Sequence[EntryMatch]) -> int | None:
    for match in matches:
        if any(s.at == note.at for s in match.sightings):
            return match.entry
    return None


def best_notable(scan: Scan, verdict: Verdict) -> Notable | None:
    """Return the line that looks most like a cause, by its kind and its place.

    What an entry calls harmless is none, however much it looks like one.
    """
    harmless = {sighting.at for match in verdict.harmless for sighting in match.sightings}
    rows = [
        note
        for note in scan.notables.rows.values()
        if note.kind < Kind.ECHO
        and note.at not in harmless
        and note.rooted
        and note.episode >= scan.last_episodes[file_of(note.at)]
    ]
    rows.sort(key=lambda n: n.at)
    machine = [n for n in rows if speaks_for_machine(n.line)]
    if machine:
        return machine[0]
    fatal = [n for n in rows if n.kind in _FATAL]
    if fatal:
        return _reason_below(fatal[0], rows) or _reason_before(fatal[0], rows)
    for kinds in (
        (Kind.NODE,),
        (Kind.NCCL, Kind.ERROR),
        (Kind.WATCHDOG,),
        (Kind.EXIT,),
        (Kind.SUSPECT,),
    ):
        found = [n for n in rows if n.kind in kinds]
        if found:
            return found[0]
    return None


def _reason_below(fatal: Notable, rows: Sequence[Notable]) -> Notable | None:
    """Return the reason that a wrapper's text gives under its heading `Last error:`."""
    for note in rows:
        told = note.kind is Kind.NCCL and note.line.source != "nccl" and note.at > fatal.at
        if told and (note.at - fatal.at) >> 8 <= BELOW and note.line.same_process(fatal.line):
            return note
    return None


def _reason_before(fatal: Notable, rows: Sequence[Notable]) -> Notable:
    """Return NCCL's own line, or an error line, that stands just before what it led to."""
    for note in rows:
        if note.kind not in _REASON or note.at >= fatal.at:
            continue
        apart = (fatal.at - note.at) >> 8
        if apart <= NEAR and note.line.same_process(fatal.line):
            return note
    return fatal
