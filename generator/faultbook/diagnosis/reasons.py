"""How sure a finding is, and why, in words."""

from __future__ import annotations

from collections.abc import Iterator

from faultbook.diagnosis.answer import Confidence
from faultbook.diagnosis.contest import EntryMatch
from faultbook.diagnosis.initiating import unknown_first
from faultbook.diagnosis.scan import Scan
from faultbook.diagnosis.stall import rank_names
from faultbook.diagnosis.weigh import COLLATERAL, EITHER, INITIATING, MACHINE, Verdict, rank_of

DISTINCT = 16  # letters and digits of a signature that hardly any other line has


def confidence_of(scan: Scan, verdict: Verdict, match: EntryMatch) -> Confidence:
    """Return how sure a finding is."""
    near = rank_of(match)
    if near == COLLATERAL or match.anchor.cut:
        return Confidence.POSSIBLE
    if near == EITHER:
        return Confidence.POSSIBLE if verdict.root is not None else Confidence.LIKELY
    rivals = [m for m in verdict.findings if m is not match and rank_of(m) <= near]
    if match is not verdict.findings[0]:
        return Confidence.POSSIBLE if rivals else Confidence.LIKELY
    if match.companions or match.strength >= DISTINCT:
        return Confidence.LIKELY if len(rivals) > 2 else Confidence.CERTAIN
    return Confidence.LIKELY


def reasons_for(scan: Scan, verdict: Verdict, match: EntryMatch) -> Iterator[str]:
    """Yield why a finding is one, most telling first."""
    near = rank_of(match)
    number = match.anchor.line.number
    if match.anchor.cut:
        yield f"Line {number} breaks off; as far as it goes, it is a line of this failure."
    elif near == MACHINE:
        yield f"Line {number} is the machine's own record and names the failure."
    elif near == INITIATING:
        yield f"Line {number} names the failure itself."
    elif near == EITHER:
        yield (
            f"Line {number} may name the failure or be its echo; "
            + (
                "an error that no entry knows stands before it."
                if verdict.root is not None
                else "nothing in these logs names another cause."
            )
        )
    else:
        yield f"Line {number} is the echo of another failure{_which(scan, verdict)}"
    if match.companions:
        yield "The lines that must stand beside it do."
    if match is verdict.findings[0] and len(verdict.findings) > 1 and near <= EITHER:
        yield "It comes first among the lines that name a failure."
    elif match is not verdict.findings[0]:
        yield "It comes after the finding above; the two may be one failure."
    if match.last_episode:
        yield "Training had made progress before it, and none after."
    if match.count > 1:
        yield _how_often(match)
    echoes = sum(m.count for m in _echoes_of(verdict, match.entry))
    if echoes:
        yield f"It explains {echoes} other matched line{'s' if echoes != 1 else ''}."


def _which(scan: Scan, verdict: Verdict) -> str:
    if unknown_first(scan, verdict):
        return "; an error line that no entry knows may be that one."
    return ", and nothing here names that one."


def _echoes_of(verdict: Verdict, entry: int) -> Iterator[EntryMatch]:
    """Yield the matches that an entry explains, by way of others too."""
    by = {match.entry: cause for match, cause, _ in verdict.explained}
    for match, _, _ in verdict.explained:
        at: int | None = match.entry
        seen: set[int] = set()
        while at is not None and at != entry and at not in seen:
            seen.add(at)
            at = by.get(at)
        if at == entry:
            yield match


def _how_often(match: EntryMatch) -> str:
    if len(match.ranks) > 1:
        return f"{match.count} lines on {rank_names(match.ranks)} say so."
    return f"{match.count} lines say so."
