"""`faultbook check`: every problem of every entry, with its place and its remedy."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from faultbook.checks.engine import Request, run_checks
from faultbook.cli.changes import changed_files
from faultbook.cli.corpus_option import corpus_option
from faultbook.cli.progress import progress
from faultbook.cli.reporters import REPORTERS
from faultbook.corpus import entry_files, shown
from faultbook.problem import Level
from faultbook.project import corpus_folders
from faultbook.source.tidy import tidy_file


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@corpus_option
@click.option(
    "--format",
    "format_",
    type=click.Choice(list(REPORTERS)),
    default="text",
    show_default=True,
    help="How the problems are written.",
)
@click.option("--since", metavar="REV", help="Only files that differ from a git revision.")
@click.option("--fix", is_flag=True, help="Mend key order, long lines, blanks, the first line.")
@click.option("--thorough", is_flag=True, help="Run shellcheck on all entries as well.")
def command(
    paths: tuple[Path, ...],
    corpus: tuple[Path, ...],
    format_: str,
    since: str | None,
    fix: bool,
    thorough: bool,
) -> int:
    """Check entries and say what to mend.

    PATH is a file or a folder of entries; without one, the whole corpus is checked. Each file
    is checked against all entries of the corpus, whichever are named.
    """
    for path in paths:
        if not path.exists():
            raise click.UsageError(f"There is no file or folder `{path}`.")
    layers = corpus or _layers(paths)
    chosen = paths or None
    if since is not None:
        chosen = changed_files(since, layers[-1], paths)
    if fix:
        _mend(layers[-1:] if chosen is None else chosen)
    request = Request(
        layers=layers, today=today(), chosen=chosen, shellcheck=thorough or chosen is not None
    )
    with progress("Checking") as advance:
        report = run_checks(request, advance)
    click.echo(REPORTERS[format_](report), nl=False)
    return 1 if any(p.level is Level.ERROR for p in report.problems) else 0


def today() -> str:
    """Return the date, which `SOURCE_DATE_EPOCH` may set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdigit():
        return datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    # an entry dated today in New Zealand is no lie in California
    return max(datetime.now(UTC).date(), datetime.now().astimezone().date()).isoformat()


def _mend(paths: Sequence[Path]) -> None:
    for path in entry_files(paths):
        if tidy_file(path):
            click.echo(f"Mended {shown(path)}", err=True)


def _layers(paths: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return the corpus that the named files belong to.

    It is the project's own if one of its folders holds them; else the folder `entries` above
    them; else, for a draft that lies anywhere, the project's again.
    """
    project = corpus_folders()
    for path in paths:
        above = (path.resolve(), *path.resolve().parents)
        if any(folder.resolve() in above for folder in project):
            break
        for folder in above:
            if folder.name == "entries" and folder.is_dir():
                return (folder,)
        if path.is_dir():
            return (path / "entries",) if (path / "entries").is_dir() else (path,)
    return tuple(project)
