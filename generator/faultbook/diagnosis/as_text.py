"""A diagnosis as text for people: lines with a style each, for a terminal or a pipe."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from faultbook.diagnosis import roles
from faultbook.diagnosis.answer import Diagnosis, Evidence, Explained, Finding, Initiating
from faultbook.diagnosis.frames import Frame
from faultbook.diagnosis.stall import rank_names
from faultbook.diagnosis.visible import visible
from faultbook.signature.index import Command, FirstStep, IndexedEntry, Outcome

FINDINGS_SHOWN = 3  # in full; further ones by their titles
UNKNOWN_SHOWN = 10
TRACED = 3  # of them with the end of their traceback, where nothing explains the log
UNKNOWN = "No entry knows this failure. The first error line is:"
UNCONFIRMED = "No entry knows what looks like an error here, and nothing says that the job failed:"
ONLY_WARNS = "Nothing here names a failure. What comes nearest is a warning:"
NEXT = (
    "If the job failed all the same: give the logs of all its ranks, of the launcher and of the "
    "kernel (`dmesg -T`) together."
)
EXPLAINED_SHOWN = 12
LOG = "<log>"  # what the commands of entries call the log that was read


@dataclass(frozen=True, slots=True)
class Styled:
    """One line of output. `style` is one of `STYLES`; the text is safe to print."""

    text: str = ""
    style: str = "plain"


# What a style looks like in a terminal. Colour means role and nothing else.
STYLES: dict[str, str] = {
    "plain": "",
    "title": "bold",
    "initiating": "bold red",
    "either": "bold yellow",
    "collateral": "yellow",
    "line": "bold",
    "quiet": "dim",
    "command": "cyan",
    "heading": "bold",
}


def as_text(diagnosis: Diagnosis, plain: Collection[str] = ()) -> Iterator[Styled]:
    """Yield a diagnosis line by line, most important first.

    `plain` are those of its files that a command can read as they are: where the evidence stands
    in one of them, its name is put in for `<log>`.
    """
    several = len(diagnosis.files) > 1
    yield from _verdict(diagnosis, several)
    for finding in diagnosis.findings[:1]:
        yield from _why(finding)
        yield from _what_to_do(finding.entry, _log_name(finding, plain))
    yield from _further(diagnosis, several)
    yield from _echoes(diagnosis)
    yield from _overcome(diagnosis)
    yield from _unknown(diagnosis, several)
    yield from _resembling(diagnosis, several)
    yield from _missing(diagnosis)
    yield from _about_files(diagnosis)


def _verdict(diagnosis: Diagnosis, several: bool) -> Iterator[Styled]:
    first = diagnosis.initiating
    if diagnosis.findings:
        yield from _of_finding(diagnosis.findings[0], first, several)
    elif first:
        yield Styled(_title_of(first), "title")
        yield Styled()
        yield from _evidence(first.evidence, several, first.frames)
        if first.unconfirmed:
            yield Styled()
            yield Styled(NEXT)
    elif sum(problem.unread for problem in diagnosis.problems) >= len(diagnosis.files):
        yield Styled("There is nothing to diagnose.", "title")
    elif diagnosis.survived or diagnosis.harmless or diagnosis.explained:
        yield Styled("Nothing here names a failure.", "title")
    else:
        yield Styled("Nothing here looks like a failure that Faultbook knows.", "title")
        yield Styled(NEXT)


def _title_of(first: Initiating) -> str:
    """What is claimed of the first line that no entry knows."""
    if first.warning:
        return ONLY_WARNS
    return UNCONFIRMED if first.unconfirmed else UNKNOWN


def _of_finding(finding: Finding, first: Initiating | None, several: bool) -> Iterator[Styled]:
    echo = finding.role == roles.COLLATERAL
    other = first and first.entry != finding.entry.id and first.evidence != finding.evidence[0]
    if first and other and echo:  # the error itself stands before its echo
        yield Styled(UNKNOWN, "title")
        yield Styled()
        yield from _evidence(first.evidence, several, first.frames)
        yield Styled()
    yield Styled(
        f"{'An echo' if echo else 'What failed'}: {finding.entry.title}", _style_of(finding.role)
    )
    yield Styled(f"{finding.entry.id}  ({finding.confidence})", "quiet")
    yield Styled()
    yield from _evidence(finding.evidence[0], several)
    if first and other and not echo:
        yield Styled()
        yield Styled("The first error line is another one, and no entry knows it:", "heading")
        yield from _evidence(first.evidence, several, first.frames)


def _style_of(role: str) -> str:
    return role if role in STYLES else "plain"


def _evidence(evidence: Evidence, several: bool, frames: Sequence[Frame] = ()) -> Iterator[Styled]:
    yield Styled(f"  {_where(evidence, several)}", "quiet")
    yield from _frames(frames)
    yield Styled(f"  | {visible(evidence.text.strip())}", "line")


def _frames(frames: Sequence[Frame]) -> Iterator[Styled]:
    """The end of the traceback above a line that no entry knows."""
    for frame in frames:
        yield Styled(f"  | {visible(frame.text)}", "quiet")


def _where(evidence: Evidence, several: bool) -> str:
    file = f"{visible(evidence.file)}:" if several else "line "
    parts = [f"{file}{evidence.line}"]
    if evidence.rank is not None:
        parts.append(f"rank {evidence.rank}")
    if evidence.host:
        parts.append(f"host {visible(evidence.host)}")
    return ", ".join(parts)


def _why(finding: Finding) -> Iterator[Styled]:
    yield Styled()
    yield Styled("Why", "heading")
    for reason in finding.reasons:
        yield Styled(f"  - {reason}")


def _log_name(finding: Finding, plain: Collection[str]) -> str:
    name = finding.evidence[0].file
    return shlex.quote(name) if name in plain and visible(name) == name else LOG


def _what_to_do(entry: IndexedEntry, log: str) -> Iterator[Styled]:
    # With the numbers of the page: what is said of the fix may name the checks by them.
    yield from _first_step(entry.first, log)
    yield from _step("Then, if that confirms it (8.1 of the article)", entry.fix)
    if entry.verify:
        yield Styled("Fixed when", "heading")
        yield Styled(f"  {visible(entry.verify)}")
    for address, check in entry.named:
        yield from _step(f"Check ({address})", check)
    yield Styled("Runbook", "heading")
    yield Styled(f"    faultbook show {entry.id} --view on-call", "command")


def _first_step(step: FirstStep | None, log: str) -> Iterator[Styled]:
    """Where the runbook begins, and where each of its outcomes leads."""
    if step is None:
        return
    yield from _step(
        f"Run first (step {step.number} of the runbook)",
        Command(step.title, step.where, (step.command or "").replace(LOG, log)),
    )
    for outcome in step.outcomes:
        note = f" ({outcome.note})" if outcome.note else ""
        yield Styled(f"  - {visible(outcome.see + note)} -> {_goal(outcome)}")


def _goal(outcome: Outcome) -> str:
    if isinstance(outcome.go, int):
        return f"step {outcome.go}"
    return outcome.go.replace(":", " ")


def _step(name: str, command: Command | None) -> Iterator[Styled]:
    if command is None:
        return
    yield Styled(name, "heading")
    yield Styled(f"  {visible(command.text)}")
    if command.where:
        yield Styled(f"  ({visible(command.where)})", "quiet")
    for line in (command.command or "").splitlines():
        yield Styled(f"    {visible(line)}", "command")


def _further(diagnosis: Diagnosis, several: bool) -> Iterator[Styled]:
    if len(diagnosis.findings) < 2:
        return
    yield Styled()
    yield Styled("Also", "heading")
    for finding in diagnosis.findings[1 : FINDINGS_SHOWN + 1]:
        yield Styled(f"  {finding.entry.title}", _style_of(finding.role))
        yield Styled(f"  {finding.entry.id}  ({finding.confidence})", "quiet")
        yield from _evidence(finding.evidence[0], several)
    rest = len(diagnosis.findings) - 1 - FINDINGS_SHOWN
    if rest > 0:
        yield Styled(f"  and {rest} more: `--format json` lists them.", "quiet")


def _echoes(diagnosis: Diagnosis) -> Iterator[Styled]:
    if not diagnosis.explained:
        return
    yield Styled()
    yield Styled("Explained by what stands above", "heading")
    for explained in diagnosis.explained[:EXPLAINED_SHOWN]:
        by = f"{explained.by} {explained.why}" if explained.by else explained.why
        yield Styled(f"  {_times(explained)}  {explained.entry.id}: {by}", "quiet")
    if len(diagnosis.explained) > EXPLAINED_SHOWN:
        yield Styled(f"  and {len(diagnosis.explained) - EXPLAINED_SHOWN} more entries", "quiet")


def _times(explained: Explained) -> str:
    lines = "1 line" if explained.count == 1 else f"{explained.count:,} lines"
    return f"{lines} on {rank_names(explained.ranks)}" if explained.ranks else lines


def _overcome(diagnosis: Diagnosis) -> Iterator[Styled]:
    for heading, rows, says_why in (
        ("Overcome: training went on after it", diagnosis.survived, False),
        ("Harmless", diagnosis.harmless, True),
    ):
        if rows:
            yield Styled()
            yield Styled(heading, "heading")
            for row in rows[:EXPLAINED_SHOWN]:
                yield Styled(f"  {_times(row)}  {row.entry.title} ({row.entry.id})", "quiet")
                if says_why:
                    yield Styled(f"    {visible(row.why)}", "quiet")


def _unknown(diagnosis: Diagnosis, several: bool) -> Iterator[Styled]:
    rows = [u for u in diagnosis.unknown_errors if not _is_first(diagnosis, u.evidence)]
    if not rows:
        return
    yield Styled()
    yield Styled("Error lines that no entry knows", "heading")
    for number, row in enumerate(rows[:UNKNOWN_SHOWN]):
        times = f"{row.count:,} x  " if row.count > 1 else ""
        yield Styled(f"  {times}{_where(row.evidence, several)}", "quiet")
        if number < TRACED and not diagnosis.explains:
            yield from _frames(row.frames)
        yield Styled(f"  | {visible(row.evidence.text.strip())}")
    if len(rows) > UNKNOWN_SHOWN:
        yield Styled(
            f"  and {len(rows) - UNKNOWN_SHOWN} more: `--format json` lists them.", "quiet"
        )


def _is_first(diagnosis: Diagnosis, evidence: Evidence) -> bool:
    return diagnosis.initiating is not None and diagnosis.initiating.evidence == evidence


def _resembling(diagnosis: Diagnosis, several: bool) -> Iterator[Styled]:
    if not diagnosis.resembles:
        return
    yield Styled()
    yield Styled("Looks like, and is not the same line (no diagnosis)", "heading")
    for row in diagnosis.resembles:
        yield Styled(
            f"  {_where(row.line, several)} looks like {row.entry.id}: {row.entry.title}", "quiet"
        )


def _missing(diagnosis: Diagnosis) -> Iterator[Styled]:
    yield from _notes("What is missing", diagnosis.missing)


def _about_files(diagnosis: Diagnosis) -> Iterator[Styled]:
    """What is odd about a file says nothing of the job: it stands apart from what is missing."""
    title = "About the file" if len(diagnosis.files) == 1 else "About the files"
    yield from _notes(title, [problem.text for problem in diagnosis.problems])


def _notes(title: str, notes: Sequence[str]) -> Iterator[Styled]:
    if not notes:
        return
    yield Styled()
    yield Styled(title, "heading")
    for note in notes:
        yield Styled(f"  - {visible(note)}")
