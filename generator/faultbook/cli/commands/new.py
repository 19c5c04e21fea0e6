"""`faultbook new`: from a pasted line or log to the draft of an entry."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from faultbook.cli.commands.check import today
from faultbook.cli.corpus_option import corpus_option
from faultbook.cli.logs_argument import open_index
from faultbook.diagnosis.visible import visible
from faultbook.draft.proposal import Answers, Proposal, trouble_with
from faultbook.draft.sift import Candidate, Known, Sifted
from faultbook.entry import Category, Role
from faultbook.paths import data_root, public_entries_dir
from faultbook.project import corpus_folders

if TYPE_CHECKING:
    from faultbook.entry import Entry
    from faultbook.signature.index import SignatureIndex

SHOWN = 8
"""So many lines of a log are offered."""

_PASTE = """\

# Paste a line or a log above, save, and close the editor. Lines that begin with # do not count.
"""


@click.command(name="new")
@click.argument("line", nargs=-1, metavar="[LINE]")
@click.option("--file", "file", metavar="PATH", help="Take the line from a log; - for input.")
@click.option("--line", "number", type=click.IntRange(min=1), help="Which line of the log.")
@click.option("--id", "id_", help="Permanent name of the entry, as in nccl-shm-no-space.")
@click.option("--title", help="What fails and why, in a practitioner's words.")
@click.option("--category", type=click.Choice([c.value for c in Category]), help="Its folder.")
@click.option("--role", type=click.Choice([r.value for r in Role]), help="What the line tells.")
@click.option("--signature", help="How the line is recognised, if masking it is not enough.")
@click.option("--program", help="Which program prints the line.")
@click.option("--source", metavar="URL", help="Where the line was seen (https).")
@click.option("--yes", is_flag=True, help="Take every proposal; ask nothing.")
@click.option("--force", is_flag=True, help="Go on although an entry knows the line.")
@click.option("--stdout", is_flag=True, help="Print the draft instead of writing a file.")
@corpus_option
def command(
    line: tuple[str, ...],
    file: str | None,
    number: int | None,
    id_: str | None,
    title: str | None,
    category: str | None,
    role: str | None,
    signature: str | None,
    program: str | None,
    source: str | None,
    yes: bool,
    force: bool,
    stdout: bool,
    corpus: tuple[Path, ...],
) -> int:
    """Draft an entry from a line of a log, or from a whole log.

    What varies in the line is masked; names of people and machines, addresses and tokens are
    replaced. The draft passes `faultbook check` but for the parts that only a person can fill:
    each is marked TODO with the question to answer. Without LINE and --file, the text comes
    from standard input, or from your editor.

    On a terminal every proposal may be changed; with --yes, or in a script, it stands.

    Exit code 1: an entry knows the line already (or nothing in the log looks like an error).
    """
    answers = Answers(
        id_ or "", title or "", category or "", role or "", signature or "", program or "",
        source or "",
    )  # fmt: skip
    _refuse_wrong(answers)
    layers = corpus or tuple(corpus_folders())
    target = _target(layers, stdout=stdout)
    asks = not yes and not stdout and sys.stdin.isatty()
    index = open_index(layers)
    given = _given(index, " ".join(line), file, number)
    known, lines = given.known, given.candidates
    chosen = _choose(lines, asks=asks)
    if chosen is not None:
        from faultbook.draft.sift import known_by  # noqa: PLC0415

        known = (*known, *known_by(index, chosen.text))
    if known and not force:
        return _offer(known, lines)
    if chosen is None or not chosen.message:
        for problem in given.problems:
            click.echo(problem, err=True)
        if not given.unread:
            click.echo("Nothing here looks like an error. Name its line: --line N.", err=True)
        return 1
    return _draft(index, layers, chosen, answers, target, asks=asks)


def _refuse_wrong(said: Answers) -> None:
    if said.id:
        _id(said.id)
    if said.source and not re.fullmatch(r"https://\S+", said.source):
        raise click.UsageError(f"`{said.source}` is no https address.")
    _title(said.title)


def _id(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", text):
        raise click.UsageError(
            f"`{text}` is no id: write lower-case words joined by hyphens, as in oom-in-loader."
        )
    return text


def _title(text: str) -> str:
    if len(text) > 110:
        raise click.UsageError(f"The title has {len(text)} characters; 110 are allowed.")
    return text


def _free_id(text: str, entries: Iterable[Entry]) -> str:
    owner = next((e.id for e in entries if text == e.id or text in e.aliases), None)
    if owner is not None:
        raise click.UsageError(f"The id `{text}` exists: entry `{owner}` bears it. Name another.")
    return _id(text)


def _fitting(text: str, line: str) -> str:
    trouble = trouble_with(text, line)
    if trouble:
        raise click.UsageError(trouble)
    return text


def _target(layers: Sequence[Path], *, stdout: bool) -> Path | None:
    """Return the folder of entries to write into: the uppermost, which must be the user's."""
    if stdout:
        return None
    installed = data_root().name == "data"
    if installed and layers[-1].resolve() == public_entries_dir().resolve():
        raise click.UsageError(
            "There is no corpus of your own here. Begin one with `faultbook init`, or print the "
            "draft with --stdout."
        )
    return layers[-1]


def _given(index: SignatureIndex, line: str, file: str | None, number: int | None) -> Sifted:
    """Return what an entry knows of the text given, the lines to choose from, and what is wrong."""
    from faultbook.draft.intake import numbered_line, sift_text  # noqa: PLC0415
    from faultbook.draft.sift import candidate, lines_before, people_of, sift  # noqa: PLC0415
    from faultbook.logs.reader import UnreadableLogError  # noqa: PLC0415

    if line and file:
        raise click.UsageError("Give a line or --file, not both.")
    if number is not None and (not file or file == "-"):
        raise click.UsageError("--line N needs --file PATH.")
    try:
        if file and file != "-":
            if number is not None:
                line = numbered_line(file, number)
                made = candidate(line, number, people_of(file))
                return Sifted((), (replace(made, before=lines_before(file, number)),))
            return sift(index, [file])
        return sift_text(index, line or _pasted(file))
    except (UnreadableLogError, LookupError) as error:
        raise click.UsageError(str(error.args[0] if error.args else error)) from error


def _pasted(file: str | None) -> str:
    """Return the text from standard input, or from an editor when that is a terminal."""
    if file == "-" or not sys.stdin.isatty():
        # bytes that are no text stay visible; they are cleaned with the rest
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    typed = click.edit(_PASTE) or ""
    return "\n".join(row for row in typed.splitlines() if not row.startswith("# "))


def _choose(lines: Sequence[Candidate], *, asks: bool) -> Candidate | None:
    if len(lines) < 2 or not asks:
        return lines[0] if lines else None
    click.echo("Which line is the failure? The first is the likeliest cause.")
    for place, row in enumerate(lines[:SHOWN], 1):
        click.echo(f"  {place}  {visible(row.message)[:150]}")
    wanted: int = click.prompt("Line", default=1, type=click.IntRange(1, min(SHOWN, len(lines))))
    return lines[wanted - 1]


def _offer(known: Sequence[Known], lines: Sequence[Candidate]) -> int:
    """Tell which entries know the line, and what to do with them."""
    first = known[0]
    for row in {row.entry: row for row in reversed(known)}.values():
        click.echo(f"Known already: {row.title}")
        click.echo(f"  {row.entry} ({row.role} line: {visible(row.signature)[:150]})")
    click.echo(f"\nRead it: faultbook show {first.entry}")
    click.echo("Is something wrong or missing there? Mend that entry instead.")
    rest = [row for row in lines if row.number]
    if rest:
        click.echo("\nLines of this log that no entry knows; draft one with --line N:")
        for unknown in rest[:SHOWN]:
            click.echo(f"  {unknown.number:>6}  {visible(unknown.message)[:150]}")
    click.echo("\nIt is another failure with the same line? Go on with --force.")
    return 1


def _draft(
    index: SignatureIndex,
    layers: Sequence[Path],
    chosen: Candidate,
    said: Answers,
    target: Path | None,
    *,
    asks: bool,
) -> int:
    from faultbook.cli.corpus_option import open_corpus  # noqa: PLC0415
    from faultbook.draft.proposal import propose  # noqa: PLC0415
    from faultbook.draft.render import render_draft  # noqa: PLC0415

    entries = open_corpus(layers)
    if said.id:
        _free_id(said.id, entries)
    proposal = propose(index, entries, chosen, today(), said)
    _report(proposal)
    if asks:
        said = _ask(proposal, said, lambda text: _free_id(text, entries))
        proposal = propose(index, entries, chosen, today(), said)
    if proposal.trouble:
        if said.signature:
            raise click.UsageError(f"--signature: {proposal.trouble}")
        raise click.UsageError(
            f"The line cannot be recognised by its text alone. {proposal.trouble} "
            "Give more of it, or write the pattern yourself with --signature."
        )
    if target is None:
        click.echo(render_draft(proposal), nl=False)
        return 0
    return _write(proposal, layers, target)


def _ask(proposal: Proposal, said: Answers, free_id: Callable[[str], str]) -> Answers:
    """Let the person change each proposal that no option has settled.

    A wrong answer is told at once and asked again, so that no other answer is lost.
    """
    refusing: dict[str, Callable[[str], str]] = {
        "id": free_id,
        "title": _title,
        "signature": lambda text: _fitting(text, proposal.example),
    }

    def ask(name: str, about: str, proposed: str, among: Iterable[str] = ()) -> str:
        given: str = getattr(said, name)
        if given:
            return given
        click.echo(f"\n{about}")
        options = click.Choice(list(among)) if among else None
        answer: str = click.prompt(
            name.capitalize(), default=proposed, type=options, value_proc=refusing.get(name)
        )
        return answer

    click.echo("\nEnter takes what stands in brackets; everything can be changed in the file.")
    return Answers(
        id=ask("id", "Its permanent name: the failure, not the symptom.", proposal.id),
        title=ask("title", "What fails and why, in your words.", proposal.title),
        category=ask("category", "Its folder.", proposal.category, [c.value for c in Category]),
        role=ask("role", _ABOUT_ROLES, proposal.role, [r.value for r in Role]),
        signature=ask(
            "signature",
            "How the line is recognised. What varies is a placeholder; what decides stays.",
            proposal.signature,
        ),
        program=ask(
            "program",
            "Which program or library prints it? Leave it if you do not know.",
            said.program or "unknown",
        ).replace("unknown", ""),
        source=said.source,
    )


_ABOUT_ROLES = (
    "What the line tells: initiating (the cause itself), collateral (the echo of another "
    "failure),\neither, context (it confirms, and names no cause), harmless."
)


def _report(proposal: Proposal) -> None:
    """Say what was made of the line; on standard error, so that --stdout stays clean."""

    def say(label: str, text: str) -> None:
        click.echo(f"{label:<10} {text}", err=True)

    say("Line", visible(proposal.example))
    for old, new in proposal.replaced:
        say("Replaced", f"{visible(old)} by {new}")
    if not proposal.replaced:
        say("Replaced", "nothing: is no name of a person or machine left?")
    say("Signature", visible(proposal.signature))
    if proposal.caught:
        names = ", ".join(proposal.caught[:5])
        say("Matches", f"examples of {names}: it needs company (all_of, unless) or more words")
    else:
        say("Matches", "no example of another entry")
    for name, title in proposal.nearest:
        say("Near", f"{name}: {title}")


def _write(proposal: Proposal, layers: Sequence[Path], target: Path) -> int:
    from faultbook.corpus import shown  # noqa: PLC0415
    from faultbook.draft.intake import save_draft, what_is_left  # noqa: PLC0415

    try:
        path = save_draft(proposal, target)
    except FileExistsError as error:
        raise click.UsageError(
            f"{shown(Path(error.filename))} exists; name another --id."
        ) from error
    except OSError as error:
        raise click.UsageError(f"{error.filename}: {error.strerror}.") from error
    questions, others = what_is_left(path, tuple(layers), today())
    click.echo(f"Wrote {shown(path)}: {questions} questions to answer, each marked TODO.")
    for problem in others:
        click.echo(str(problem))
    click.echo(f"Next: faultbook preview {shown(path)}\n      faultbook check {shown(path)}")
    return 0
