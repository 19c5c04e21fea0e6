"""What a user sees of a bug: one line, and a file that can go into a report."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

import click


def is_the_machines(error: OSError) -> bool:
    """Return whether a file or folder of the user's is the reason: rights, space, a wrong place.

    What lies in our own package is ours to find, so an error about it stays a bug.
    """
    if not isinstance(error.filename, str | bytes) or error.strerror is None:
        return False
    package = Path(__file__).resolve().parent.parent
    return not Path(os.fsdecode(error.filename)).absolute().is_relative_to(package)


def report_crash(error: BaseException, args: Sequence[str]) -> None:
    """Write a crash report to the temporary folder and say where it is. Never raises."""
    # Slow to import, and hoped never to be needed.
    import platform  # noqa: PLC0415
    import tempfile  # noqa: PLC0415
    import traceback  # noqa: PLC0415

    what = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    click.echo(f"faultbook: this is a bug of ours ({what}).", err=True)
    report = "\n".join(
        [
            f"command: faultbook {' '.join(args)}",
            f"python: {platform.python_version()} on {platform.platform()}",
            "",
            "".join(traceback.format_exception(error)),
        ]
    )
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(prefix="faultbook-crash-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(report)
        click.echo(f"Please report it, with the contents of {Path(name)}.", err=True)
