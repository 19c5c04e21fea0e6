"""What verbs that read logs share: naming files, the index of the corpus, printing text."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from faultbook.diagnosis.as_text import STYLES, Styled
from faultbook.diagnosis.store import Stored, corpus_files, stored_index, stored_names
from faultbook.project import corpus_folders, named
from faultbook.signature.index import SignatureIndex

if TYPE_CHECKING:
    from faultbook.entry import Entry
    from faultbook.signature.pattern import SignatureError

LOG_ENDINGS = (".log", ".txt", ".out", ".err", ".json", ".jsonl", ".gz", ".zst")


def expand_logs(names: Sequence[str]) -> list[str]:
    """Return the logs that arguments name; a folder stands for the logs in it, sorted.

    Raises:
        click.UsageError: a name that is no file and no folder, or a folder without logs.
    """
    logs: list[str] = []
    for name in names:
        path = Path(name)
        if name != "-" and not path.exists():
            raise click.UsageError(f"There is no file `{name}`.")
        if name != "-" and path.is_dir():
            inside = sorted(_logs_in(path))
            if not inside:
                endings = ", ".join(LOG_ENDINGS)
                raise click.UsageError(f"There is no log in `{name}` (file names in {endings}).")
            logs.extend(map(str, inside))
        else:
            logs.append(name)
    return logs


def _logs_in(root: Path) -> Iterator[Path]:
    """Yield the logs below a folder. A folder that cannot be listed ends it: a rank would miss."""
    closed: list[OSError] = []
    for folder, _, names in os.walk(root, onerror=closed.append):
        for path in (Path(folder, name) for name in names):
            if _is_log(path) and path.is_file():
                yield path
    for error in closed:
        raise click.UsageError(f"{error.filename}: cannot be opened: {error.strerror}")


def _is_log(path: Path) -> bool:
    return path.name.endswith(LOG_ENDINGS) or ".log." in path.name


def open_index(roots: Sequence[Path]) -> SignatureIndex:
    """Return the index of the corpus: kept from an earlier run, or compiled now."""
    folders = list(roots) or corpus_folders(read=lambda file: stored_names(file, named))
    stored = stored_index(corpus_files(folders), lambda: _compile(folders))
    for note in stored.left_out:
        click.echo(note, err=True)
    return stored.index


def _compile(folders: Sequence[Path]) -> Stored:
    # Slow to import, and needed only when the entries have changed.
    from faultbook.cli.corpus_option import files_left_out  # noqa: PLC0415
    from faultbook.corpus import load_corpus  # noqa: PLC0415
    from faultbook.signature.sound import compile_sound  # noqa: PLC0415

    corpus = load_corpus(folders)
    notes = files_left_out(corpus)

    def tell(entry: Entry, error: SignatureError) -> None:
        notes.append(f"{entry.id} is left out: {error} Run `faultbook check`.")

    index = compile_sound(corpus, tell)
    return Stored(index, tuple(notes))


def print_styled(lines: Iterable[Styled]) -> None:
    """Print lines: with colours in a terminal, plain in a pipe. Nothing in them is markup."""
    if not sys.stdout.isatty():
        for line in lines:
            click.echo(line.text)
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import
    from rich.text import Text  # noqa: PLC0415

    console = Console(highlight=False, soft_wrap=True)
    for line in lines:
        console.print(Text(line.text, style=STYLES[line.style]))
