"""Whether the lines that a signature needs, or must not have, stand near its match."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from faultbook.diagnosis.scan import Scan
from faultbook.diagnosis.sighting import RuleTally, Sighting, file_of, line_of, place
from faultbook.signature.index import Near

_SAME_RANK_LOOKED_AT = 10_000


def stands_near(scan: Scan, sighting: Sighting, near: Near) -> bool:
    """Say whether a companion matched within its reach. The line itself counts as near."""
    tally = scan.tallies.get(near.rule)
    if tally is None:
        return False
    low, high = _reach(sighting.at, near)
    if _any_between(scan, sighting, near, tally, low, high):
        return True
    if near.within is not None:
        return False
    # Another file has no order against this one: anywhere in it counts.
    file = file_of(sighting.at)
    start, end = place(file, 0, 0), place(file + 1, 0, 0) - 1
    return _any_between(scan, sighting, near, tally, 0, start - 1) or _any_between(
        scan, sighting, near, tally, end + 1, tally.places[-1]
    )


def _reach(at: int, near: Near) -> tuple[int, int]:
    """Return the first and the last place, in the same file, where a companion may stand."""
    file = file_of(at)
    low, high = place(file, 0, 0), place(file + 1, 0, 0) - 1
    line = line_of(at)
    if near.within is not None:
        low = max(low, (line - near.within) << 8)
        high = min(high, ((line + near.within + 1) << 8) - 1)
    if near.where == "before":
        high = min(high, ((line + 1) << 8) - 1)
    elif near.where == "after":
        low = max(low, line << 8)
    return low, high


def _any_between(
    scan: Scan, sighting: Sighting, near: Near, tally: RuleTally, low: int, high: int
) -> bool:
    first = bisect_left(tally.places, low)
    last = bisect_right(tally.places, high)
    if near.scope != "same-rank":
        return last > first
    here = scan.processes[sighting.process]
    return any(
        here.same_process(scan.processes[tally.processes[number]])
        for number in range(first, min(last, first + _SAME_RANK_LOOKED_AT))
    )


def qualifies(scan: Scan, sighting: Sighting) -> bool:
    """Say whether everything that the rule of a match asks of its neighbours holds."""
    rule = scan.index.rules[sighting.rule]
    return all(stands_near(scan, sighting, near) for near in rule.all_of) and not any(
        stands_near(scan, sighting, near) for near in rule.unless
    )
