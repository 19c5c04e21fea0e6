"""When ranks wait for one another: who waits where, and who is missing.

All ranks of a group must call the same collectives in the same order. A rank that is behind,
in another collective, or silent is where to look; those that timed out only waited.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from faultbook.diagnosis.facts import WatchdogReport
from faultbook.logs.record import LogLine

_MOST_RANKS = 100_000
_NAMED = 12  # ranks named one by one in a sentence


@dataclass(frozen=True, slots=True)
class Stall:
    """Ranks to suspect in a stall, in words why; `desync` says that positions differ."""

    suspects: tuple[int, ...]
    why: str
    desync: str | None = None
    line: LogLine | None = None


def find_stall(
    reports: Sequence[WatchdogReport],
    ranks: Collection[int],
    world_size: int | None,
    named: Sequence[int] = (),
) -> Stall | None:
    """Return who is to blame for timed-out collectives, or None if no collective timed out.

    `ranks` are those seen in the logs, `named` those that other ranks name as the origin.
    """
    if not reports:
        return None
    group = _largest_group(reports)
    apart = _behind(group) or _another_operation(group)
    if apart:
        return apart
    if named:
        origins = tuple(sorted(set(named)))
        return Stall(origins, f"other ranks name {rank_names(origins)} as the first to time out")
    return _silence(reports, ranks, world_size)


def _silence(
    reports: Sequence[WatchdogReport], ranks: Collection[int], world_size: int | None
) -> Stall | None:
    silent = _silent({r.rank for r in reports}, ranks, world_size)
    heard = tuple(rank for rank in silent if rank in ranks)
    if heard:
        return Stall(heard, f"{rank_names(heard)} reported no timeout, so the others waited there")
    if silent:
        return Stall(silent, f"no line here is from {rank_names(silent)}, and the others waited")
    return None


def _largest_group(reports: Sequence[WatchdogReport]) -> list[WatchdogReport]:
    """Return the reports about the process group that most ranks report on."""
    groups: dict[str, list[WatchdogReport]] = defaultdict(list)
    for report in reports:
        groups[report.group].append(report)
    return max(groups.values(), key=lambda group: (len({r.rank for r in group}), len(group)))


def _behind(group: Sequence[WatchdogReport]) -> Stall | None:
    """Find ranks whose last enqueued work, or whose timed-out work, is an earlier one."""
    enqueued = _highest(group, [r.enqueued for r in group])
    found = _lower(enqueued)
    if found:
        low, high = min(enqueued.values()), max(enqueued.values())
        why = f"{rank_names(found)} enqueued only {low} collectives where others enqueued {high}"
        return Stall(found, why)
    waiting = _lowest(group, [r.sequence for r in group])
    found = _lower(waiting)
    if found:
        low, high = min(waiting.values()), max(waiting.values())
        why = f"{rank_names(found)} waits in collective {low}, others in {high}"
        return Stall(found, why, _desync(waiting), _line_of(group, found[0]))
    return None


def _highest(group: Sequence[WatchdogReport], values: Sequence[int | None]) -> dict[int, int]:
    best: dict[int, int] = {}
    for report, value in zip(group, values, strict=True):
        if value is not None:
            best[report.rank] = max(value, best.get(report.rank, value))
    return best


def _lowest(group: Sequence[WatchdogReport], values: Sequence[int | None]) -> dict[int, int]:
    best: dict[int, int] = {}
    for report, value in zip(group, values, strict=True):
        if value is not None:
            best[report.rank] = min(value, best.get(report.rank, value))
    return best


def _lower(values: dict[int, int]) -> tuple[int, ...]:
    """Return the ranks below the highest value, if they are the smaller part."""
    if len(values) < 2:
        return ()
    high = max(values.values())
    low = tuple(sorted(rank for rank, value in values.items() if value < high))
    return low if low else ()


def _another_operation(group: Sequence[WatchdogReport]) -> Stall | None:
    operations = {r.rank: r.operation for r in group if r.operation}
    counted = Counter(operations.values())
    if len(counted) < 2:
        return None
    usual = counted.most_common(1)[0][0]
    odd = tuple(sorted(rank for rank, op in operations.items() if op != usual))
    names = ", ".join(sorted({str(operations[rank]) for rank in odd}))
    return Stall(
        odd,
        f"{rank_names(odd)} waits in {names}, the others in {usual}",
        f"ranks wait in different collectives of one process group: {names} on {rank_names(odd)}, "
        f"{usual} on the others",
        _line_of(group, odd[0]),
    )


def _silent(
    reported: Collection[int], ranks: Collection[int], world_size: int | None
) -> tuple[int, ...]:
    # Ranks are numbered from 0, so all below the highest one seen exist.
    size = max(world_size or 0, 1 + max((*ranks, *reported), default=0))
    known = set(range(size)) if size < _MOST_RANKS else set(ranks)
    return tuple(sorted(known - set(reported)))


def _desync(values: dict[int, int]) -> str:
    low = min(values, key=lambda rank: (values[rank], rank))
    high = max(values, key=lambda rank: (values[rank], -rank))
    return (
        "ranks wait in different collectives of one process group: "
        f"SeqNum {values[low]} on rank {low}, {values[high]} on rank {high}"
    )


def _line_of(group: Sequence[WatchdogReport], rank: int) -> LogLine:
    return next(r.line for r in group if r.rank == rank and r.sequence is not None)


def rank_names(ranks: Sequence[int]) -> str:
    """Return ranks as people write them: `rank 3`, `ranks 0-3, 8`."""
    if len(ranks) == 1:
        return f"rank {ranks[0]}"
    runs: list[tuple[int, int]] = []
    for rank in sorted(ranks):
        if runs and rank == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], rank)
        else:
            runs.append((rank, rank))
    parts = [f"{a}" if a == b else f"{a}-{b}" for a, b in runs[:_NAMED]]
    more = f" and {len(runs) - _NAMED} more" if len(runs) > _NAMED else ""
    return f"ranks {', '.join(parts)}{more}"
