"""`faultbook check`: every problem of every entry, with its place and its remedy."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import click

from faultbook.checks.engine import Request, run_checks
from faultbook.cli.corpus_option import corpus_option
from faultbook.cli.reporters import REPORTERS
from faultbook.paths import entries_dir
from faultbook.problem import Level


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
@click.option("--thorough", is_flag=True, help="Run shellcheck on all entries as well.")
def command(paths: tuple[Path, ...], corpus: tuple[Path, ...], format_: str, thorough: bool) -> int:
    """Check entries and say what to mend.

    PATH is a file or a folder of entries; without one, the whole corpus is checked. Each file
    is checked against all entries of the corpus, whichever are named.
    """
    for path in paths:
        if not path.exists():
            raise click.UsageError(f"There is no file or folder `{path}`.")
    layers = corpus or _layers(paths)
    request = Request(
        layers=layers,
        today=today(),
        chosen=paths or None,
        shellcheck=thorough or bool(paths),
    )
    report = run_checks(request)
    click.echo(REPORTERS[format_](report.problems, report.files), nl=False)
    return 1 if any(p.level is Level.ERROR for p in report.problems) else 0


def today() -> str:
    """Return the date, which `SOURCE_DATE_EPOCH` may set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    now = datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC)
    # an entry dated today in New Zealand is no lie in California
    return (
        max(now.date(), datetime.now().astimezone().date()).isoformat()
        if not epoch
        else (now.date().isoformat())
    )


def _layers(paths: tuple[Path, ...]) -> tuple[Path, ...]:
    """Return the corpus that the named files belong to: the folder `entries` above them."""
    for path in paths:
        for folder in (path.absolute(), *path.absolute().parents):
            if folder.name == "entries" and folder.is_dir():
                return (folder,)
        if path.is_dir():
            return (path / "entries",) if (path / "entries").is_dir() else (path,)
    return (entries_dir(),)
