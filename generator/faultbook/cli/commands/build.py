"""`faultbook build`: the whole site, from entries, templates and hand-written pages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from faultbook.cli.main import leave_with
from faultbook.problem import Level


@click.command()
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path),
    default=Path("mkdocs.yml"),
    show_default=True,
    help="The site's configuration.",
)
@click.option(
    "--site-dir",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where the site goes.  [default: as the configuration says, else site/]",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Fail if an entry is broken (it is left out). Drafts are built: `faultbook check` finds "
    "what they lack.",
)
@click.option("--profile", is_flag=True, help="Say where the time went.")
def command(config_file: Path, site_dir: Path | None, strict: bool, profile: bool) -> int:
    """Build the site.

    A broken entry is named and left out; the others are built. Only files that differ are
    written, and files that are no longer made are removed.
    """
    from faultbook.mkdocs_adapter.build import SiteError, build_site  # noqa: PLC0415 - slow

    if not config_file.is_file():
        raise click.UsageError(f"There is no {config_file} here; name one with --config.")
    try:
        with _progress_bar() as progress:
            report = build_site(config_file, site_dir, progress)
    except SiteError as error:
        raise click.UsageError(str(error)) from error
    if report.unchanged:
        click.echo(
            f"{report.pages} pages in {report.site_dir}, 0 files written, 0 removed, "
            "nothing has changed."
        )
        return 0
    leave_with(report)
    for problem in report.problems:
        click.echo(str(problem), err=True)
    if profile:
        for phase, seconds in report.seconds:
            click.echo(f"{seconds:7.2f} s  {phase}", err=True)
    broken = [problem for problem in report.problems if problem.level is Level.ERROR]
    left_out = len({problem.file for problem in broken})
    note = f"; {left_out} {'entry' if left_out == 1 else 'entries'} left out" if left_out else ""
    total = sum(seconds for _, seconds in report.seconds)
    click.echo(
        f"{report.pages} pages in {report.site_dir}, {report.written} files written, "
        f"{report.removed} removed, {total:.1f} s{note}."
    )
    return 1 if strict and broken else 0


@contextmanager
def _progress_bar() -> Iterator[Callable[[int, int], None] | None]:
    """Show a bar on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - only on a terminal
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("entries", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
