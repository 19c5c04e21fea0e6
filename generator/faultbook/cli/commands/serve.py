"""`faultbook serve`: the site on this machine, rebuilt whenever something changes."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path),
    default=Path("mkdocs.yml"),
    show_default=True,
    help="The site's configuration.",
)
@click.option("--address", metavar="HOST:PORT", help="Where to listen.  [default: 127.0.0.1:8000]")
@click.option("--open", "open_browser", is_flag=True, help="Open the site in a browser.")
def command(config_file: Path, address: str | None, open_browser: bool) -> int:
    """Serve the site with live reload.

    Open pages reload when an entry, a template, a style sheet or a hand-written page changes.
    """
    from faultbook.mkdocs_adapter.build import SiteError, serve_site  # noqa: PLC0415 - slow

    if not config_file.is_file():
        raise click.UsageError(f"There is no {config_file} here; name one with --config.")
    try:
        serve_site(config_file, address, open_browser=open_browser)
    except SiteError as error:
        raise click.UsageError(str(error)) from error
    return 0
