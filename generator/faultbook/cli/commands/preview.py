"""`faultbook preview`: the pages of one entry, reloading as its file is saved."""

from __future__ import annotations

from pathlib import Path

import click

from faultbook.cli.commands.check import today
from faultbook.cli.corpus_option import corpus_option
from faultbook.cli.logs_argument import open_index
from faultbook.project import corpus_folders


@click.command(name="preview")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--port", type=click.IntRange(1, 65535), help="Where to listen.  [default: 8010]")
@click.option("--open", "open_browser", is_flag=True, help="Open the page in a browser.")
@corpus_option
def command(file: Path, port: int | None, open_browser: bool, corpus: tuple[Path, ...]) -> int:
    """Show the three pages of one entry, reloading as the file is saved.

    What `faultbook check` says stands above the page. While the file cannot be read, the last
    pages that could be made stay. Only this machine can reach them; Ctrl-C ends it.
    """
    from faultbook.preview import PortTakenError, Preview, preview_server  # noqa: PLC0415 - slow

    if not file.is_file():
        raise click.UsageError(f"There is no file `{file}`.")
    layers = corpus or tuple(corpus_folders())
    preview = Preview(file, layers, lambda: open_index(layers), today())
    try:
        server = preview_server(preview, port)
    except PortTakenError as error:
        raise click.UsageError(str(error)) from error
    shown = preview.look()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    if shown.pages:
        address += f"{shown.entry}/"
    click.echo(f"{address} shows {file}. Ctrl-C ends it.")
    if open_browser:
        click.launch(address)
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        click.echo("")
    finally:
        server.server_close()
    return 0
