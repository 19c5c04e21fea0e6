"""`faultbook init`: a minimal encyclopedia in a folder of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from faultbook.starter import EXAMPLE, begin, refresh_schema


@click.command(name="init")
@click.argument(
    "folder",
    metavar="[DIR]",
    default=Path(),
    type=click.Path(file_okay=False, path_type=Path),
)
@click.option("--name", default="Our failures", show_default=True, help="Name of the site.")
@click.option("--alone", is_flag=True, help="Leave the public entries out.")
@click.option("--update-schema", is_flag=True, help="Only copy the schema again, after an upgrade.")
def command(folder: Path, name: str, alone: bool, update_schema: bool) -> int:
    """Begin an encyclopedia of your own in DIR (the current folder if none is named).

    It holds a configuration, a folder of entries with one example, and settings for editors,
    and is laid over the public entries. Nothing is overwritten.
    """
    if update_schema:
        refresh_schema(folder)
        click.echo("The schema is that of this version.")
        return 0
    try:
        written = begin(folder, name, alone=alone)
    except FileExistsError as error:
        raise click.UsageError(
            f"Here already: {', '.join(map(str, error.args))}. Nothing was written; name another "
            "folder."
        ) from error
    except OSError as error:
        raise click.UsageError(f"{error.filename}: {error.strerror}.") from error
    for place in written:
        click.echo(f"Wrote {folder / place}")
    here = "" if folder == Path() else f"cd {folder}\n"
    click.echo(
        f"\nNext:\n{here}faultbook check            # the example is in order\n"
        f"faultbook preview {EXAMPLE}\n"
        'faultbook new "a line of a log"\nfaultbook build            # the site, in site/'
    )
    return 0
