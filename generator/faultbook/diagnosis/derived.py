"""Facts that no program prints, stated as lines so that an entry can have a signature for them.

Several lines together show them (ranks of one process group that wait in different
collectives), or the numbers in one line do (who holds a card's memory). A signature for such
a line names `faultbook` as its program.
"""

from __future__ import annotations

from collections.abc import Iterator

from faultbook.diagnosis.allocation import reason
from faultbook.diagnosis.scan import Scan
from faultbook.diagnosis.sighting import Sighting, place
from faultbook.diagnosis.stall import Stall
from faultbook.logs import LogLine
from faultbook.signature.pattern import fold

MARK = "faultbook: "


def derived_lines(scan: Scan, stall: Stall | None) -> Iterator[tuple[str, LogLine]]:
    """Yield each derived fact as a line, with the line of a log that it rests on."""
    if stall and stall.desync and stall.line:
        yield f"{MARK}{stall.desync}", stall.line
    last = max((episode for episode, _ in scan.facts.allocations), default=0)
    for episode, found in scan.facts.allocations:
        if episode == last:
            yield f"{MARK}{reason(found)}", found.line
            return


def derived_sightings(scan: Scan, stall: Stall | None) -> list[Sighting]:
    """Return the matches of rules on derived facts; they stand where their line stands."""
    found: list[Sighting] = []
    for text, line in derived_lines(scan, stall):
        folded = fold(text)
        for number, rule in enumerate(scan.index.rules):
            if rule.entry < 0 or not any(
                scan.index.literals[n].text in folded for n in rule.literals
            ):
                continue
            if MARK in rule.text and scan.index.matches(number, text):
                file = scan.files.index(line.file)
                at = place(file, line.number, 0)
                episode = scan.last_episodes[file]
                end = len(line.text)
                found.append(Sighting(number, at, line, 0, end, episode, 0))
    return found
