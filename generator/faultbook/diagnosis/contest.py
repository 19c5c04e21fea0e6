"""Which of several matches on one line says the most, and all matches of an entry as one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from faultbook.diagnosis import roles
from faultbook.diagnosis.companions import qualifies
from faultbook.diagnosis.scan import Scan
from faultbook.diagnosis.sighting import Sighting, file_of

ROLE_ORDER: dict[str | None, int] = {
    roles.INITIATING: 0,
    roles.EITHER: 1,
    roles.COLLATERAL: 2,
    roles.CONTEXT: 3,
    roles.HARMLESS: 4,
    None: 5,
}
MUCH_STRONGER = 1.5


@dataclass(slots=True)
class EntryMatch:
    """All that speaks for one entry.

    `sightings` are those that qualified, in order; `role` is the best role among them and
    `anchor` the first sighting with it in the last episode that has any.
    `last_seen` is, by file, the last episode with one; `ends_job` is the entry's severity.
    `outdone_by` is the entry whose signature says more about every line of this one;
    `near` is how near to a cause it is, once `rank_of` was asked.
    """

    entry: int
    role: str
    anchor: Sighting
    sightings: list[Sighting]
    count: int
    ranks: tuple[int, ...]
    last_episode: int
    last_seen: dict[int, int]
    ends_job: bool
    outdone_by: int | None = None
    companions: int = 0
    strength: int = 0
    context: list[Sighting] = field(default_factory=list)
    near: int | None = None


def entry_matches(scan: Scan, derived: Sequence[Sighting] = ()) -> list[EntryMatch]:
    """Return every entry with a qualified match, in the order of their first lines."""
    qualified = [*derived]
    qualified += [
        sighting
        for number, tally in scan.tallies.items()
        if scan.index.rules[number].entry >= 0
        for sighting in tally.kept()
        if qualifies(scan, sighting)
    ]
    beaten = _beaten(scan, qualified)
    by_entry: dict[int, list[Sighting]] = defaultdict(list)
    for sighting in sorted(qualified, key=lambda s: (s.at, s.start)):
        by_entry[scan.index.rules[sighting.rule].entry].append(sighting)
    matches = [_fold(scan, entry, found, beaten) for entry, found in by_entry.items()]
    return sorted(matches, key=lambda m: m.anchor.at)


def _fold(
    scan: Scan, entry: int, found: list[Sighting], beaten: dict[tuple[int, int], int]
) -> EntryMatch:
    rules = scan.index.rules
    standing = [s for s in found if (s.rule, s.at) not in beaten]
    counted = [s for s in standing or found if rules[s.rule].role != roles.CONTEXT]
    used = counted or standing or found
    seen = _last_seen(scan, used)
    last = [s for s in used if s.episode == seen[file_of(s.at)]] or used
    best = min(ROLE_ORDER[rules[s.rule].role] for s in last)
    anchor = next(s for s in last if ROLE_ORDER[rules[s.rule].role] == best)
    numbers = {s.rule for s in used}
    ranks: set[int] = set()
    for number in numbers:
        tally = scan.tallies.get(number)
        ranks.update(tally.by_rank if tally else ())
    return EntryMatch(
        entry=entry,
        role=rules[anchor.rule].role or roles.CONTEXT,
        anchor=anchor,
        sightings=used,
        count=_count(scan, used),
        ranks=tuple(sorted(ranks)),
        last_seen=seen,
        ends_job=scan.index.entries[entry].severity == roles.JOB_DOWN,
        last_episode=max(seen.values()),
        outdone_by=None if standing else beaten[(anchor.rule, anchor.at)],
        companions=len(rules[anchor.rule].all_of),
        strength=scan.index.pattern(anchor.rule).strength(),
        context=[s for s in found if rules[s.rule].role == roles.CONTEXT],
    )


def _last_seen(scan: Scan, used: list[Sighting]) -> dict[int, int]:
    """Return the last episode, by file, in which a match was seen."""
    seen: dict[int, int] = {}
    for sighting in used:
        file = file_of(sighting.at)
        seen[file] = max(seen.get(file, 0), sighting.episode)
        rule = scan.index.rules[sighting.rule]
        tally = scan.tallies.get(sighting.rule)
        if tally is not None and not rule.all_of and not rule.unless:
            seen[file] = max(seen[file], tally.last_seen.get(file, 0))
    return seen


def _count(scan: Scan, used: list[Sighting]) -> int:
    """Return on how many lines the rules matched; with companions only kept ones are judged."""
    kept = Counter(s.rule for s in used)
    total = len({s.at for s in used})
    for number, seen in kept.items():
        rule = scan.index.rules[number]
        if number in scan.tallies and not rule.all_of and not rule.unless:
            total += max(0, scan.tallies[number].count - seen)
    return total


def _beaten(scan: Scan, qualified: list[Sighting]) -> dict[tuple[int, int], int]:
    """Return rule and place of the matches that another entry's match outdoes, with its entry."""
    by_line: dict[int, list[Sighting]] = defaultdict(list)
    for sighting in qualified:
        if scan.index.rules[sighting.rule].role != roles.CONTEXT:
            by_line[sighting.at].append(sighting)
    beaten: dict[tuple[int, int], int] = {}
    for group in by_line.values():
        if len(group) < 2:
            continue
        for loser in group:
            for winner in group:
                if _outdoes(scan, winner, loser):
                    beaten[(loser.rule, loser.at)] = scan.index.rules[winner.rule].entry
                    break
    _beat_copies(scan, qualified, beaten)
    return beaten


def _beat_copies(scan: Scan, qualified: list[Sighting], beaten: dict[tuple[int, int], int]) -> None:
    """Let a match that has companions outdo the others on every copy of its message as well.

    An error is often pasted twice, alone and below its traceback; only there can companions hold.
    """
    rules = scan.index.rules
    particular: dict[str, list[Sighting]] = defaultdict(list)
    for sighting in qualified:
        if rules[sighting.rule].all_of and rules[sighting.rule].role != roles.CONTEXT:
            particular[sighting.line.message.strip()].append(sighting)
    if not particular:
        return
    for loser in qualified:
        if rules[loser.rule].role == roles.CONTEXT or (loser.rule, loser.at) in beaten:
            continue
        for winner in particular.get(loser.line.message.strip(), ()):
            if winner.at != loser.at and _outdoes(scan, winner, loser):
                beaten[(loser.rule, loser.at)] = rules[winner.rule].entry
                break


def _outdoes(scan: Scan, winner: Sighting, loser: Sighting) -> bool:
    rules = scan.index.rules
    one, other = rules[winner.rule], rules[loser.rule]
    if one.entry == other.entry or winner.end <= loser.start or loser.end <= winner.start:
        return False
    if one.role == roles.COLLATERAL and other.role in (roles.INITIATING, roles.EITHER):
        return False  # an echo in more words says no more
    if len(one.all_of) != len(other.all_of):
        return len(one.all_of) > len(other.all_of)
    strength = scan.index.pattern(winner.rule).strength()
    weaker = scan.index.pattern(loser.rule).strength()
    contains = winner.start <= loser.start and winner.end >= loser.end
    return strength > weaker if contains else strength > weaker * MUCH_STRONGER
