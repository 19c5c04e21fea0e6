"""`faultbook check`: every problem of every entry, with its place and its remedy."""

from __future__ import annotations

from pathlib import Path

import click

from faultbook.cli.reporters import REPORTERS
from faultbook.corpus import entry_files, load_corpus
from faultbook.paths import entries_dir


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "format_",
    type=click.Choice(sorted(REPORTERS)),
    default="text",
    show_default=True,
    help="How the problems are written.",
)
def command(paths: tuple[Path, ...], format_: str) -> int:
    """Check entries and say what to mend.

    PATH is a file or a folder of entries; without one, all entries are checked.
    """
    for path in paths:
        if not path.exists():
            raise click.UsageError(f"There is no file or folder `{path}`.")
    chosen = list(paths) or [entries_dir()]
    files = entry_files(chosen)
    problems = list(load_corpus(chosen).problems)
    click.echo(REPORTERS[format_](problems, len(files)), nl=False)
    return 1 if problems else 0
