"""What is not in the logs and would decide."""

from __future__ import annotations

from collections.abc import Iterator

from faultbook.diagnosis import roles
from faultbook.diagnosis.facts import Exit
from faultbook.diagnosis.initiating import unknown_first
from faultbook.diagnosis.kinds import ROOTS, Kind
from faultbook.diagnosis.scan import Scan
from faultbook.diagnosis.stall import Stall, rank_names
from faultbook.diagnosis.weigh import COLLATERAL, Verdict, rank_of

_SIGTERM = -15
_SIGNALS = {
    -1: "SIGHUP",
    -2: "SIGINT",
    -4: "SIGILL",
    -6: "SIGABRT",
    -7: "SIGBUS",
    -8: "SIGFPE",
    -9: "SIGKILL",
    -11: "SIGSEGV",
    -15: "SIGTERM",
}


def missing_facts(scan: Scan, verdict: Verdict, stall: Stall | None) -> Iterator[str]:
    """Yield, in sentences, what to look for next and where."""
    only_echoes = (
        bool(verdict.findings or any(by is None for _, by, _ in verdict.explained))
        and verdict.root is None
        and all(rank_of(m) == COLLATERAL for m in verdict.findings)
    )
    suspect = first_failed(scan)
    if stall and (only_echoes or not verdict.findings or _stalled(verdict)):
        yield f"Look at the log of {rank_names(stall.suspects)}: {stall.why}."
    elif (only_echoes or not verdict.findings) and not _cause_seen(scan):
        alone = only_echoes and not unknown_first(scan, verdict)
        echoes = alone or _teardown_seen(scan, verdict)
        yield from _where_to_look(suspect, echoes=echoes)
    absent = _absent(scan)
    if absent and not (stall and set(absent) == set(stall.suspects)):
        of = f"of {scan.facts.world_size}"
        yield f"{_capital(rank_names(absent))} {of} do not appear in these logs."


def _stalled(verdict: Verdict) -> bool:
    return bool(verdict.findings) and verdict.findings[0].role in (roles.EITHER, roles.COLLATERAL)


def first_failed(scan: Scan) -> Exit | None:
    """Return the process that ended first by itself: not by the launcher's SIGTERM."""
    ended = [e for e in (*scan.facts.failed, *scan.facts.table) if e.code != _SIGTERM]
    closed = {pid for pid, _ in scan.facts.closed}
    untouched = [e for e in ended if e.pid not in closed]
    return (untouched or ended or [None])[0]  # type: ignore[list-item]


def _cause_seen(scan: Scan) -> bool:
    """Say whether a line that no entry knows ended a process by itself: there is the cause."""
    return any(
        note.kind in ROOTS and note.rooted and not note.known
        for note in scan.notables.rows.values()
    )


def _teardown_seen(scan: Scan, verdict: Verdict) -> bool:
    """Say whether there are echoes, and nothing that looks like a cause.

    What an entry calls harmless is no echo: a healthy run prints it too.
    """
    harmless = {sighting.at for match in verdict.harmless for sighting in match.sightings}
    kinds = {note.kind for note in scan.notables.rows.values() if note.at not in harmless}
    return Kind.ECHO in kinds and all(kind >= Kind.EXIT for kind in kinds)


def _where_to_look(suspect: Exit | None, *, echoes: bool) -> Iterator[str]:
    if suspect is not None:
        where = _who(suspect)
        how = _SIGNALS.get(suspect.code)
        ended = f"ended by {how}" if how else f"exited with code {suspect.code}"
        yield f"{_capital(where)} {ended}, and the launcher stopped the others: its log is needed."
    elif echoes:
        yield "Only echoes here: the log of the rank that failed first is needed."


def _who(ended: Exit) -> str:
    pid = f" (pid {ended.pid})" if ended.pid is not None else ""
    if ended.rank is not None:
        return f"rank {ended.rank}{pid}"
    if ended.local_rank is not None:
        host = f" on {ended.line.host}" if ended.line.host else ""
        return f"local rank {ended.local_rank}{host}{pid}"
    return f"the process{pid}"


def _absent(scan: Scan) -> tuple[int, ...]:
    """Return ranks that must exist, by the number of ranks stated, and that no line is from."""
    size = scan.facts.world_size
    if not size or size > 100_000 or len(scan.facts.ranks) < 2:
        return ()
    return tuple(sorted(set(range(size)) - scan.facts.ranks))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
