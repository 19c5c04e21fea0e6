"""The `--corpus` option that all verbs share, and how a corpus is opened for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from faultbook.project import corpus_folders

if TYPE_CHECKING:
    from faultbook.corpus import Corpus


def corpus_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--corpus DIR` (may be repeated; later folders lie over earlier ones)."""
    return click.option(
        "--corpus",
        "corpus",
        multiple=True,
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="Folder of entries; repeat it to lay one over another. Default: as mkdocs.yml "
        "says, or entries/.",
    )(function)


def open_corpus(roots: Sequence[Path]) -> Corpus:
    """Load the named folders, or the one of the current project; warn of broken files."""
    from faultbook.corpus import load_corpus  # noqa: PLC0415 - slow, and often not needed

    corpus = load_corpus(list(roots) or corpus_folders())
    for note in files_left_out(corpus):
        click.echo(note, err=True)
    return corpus


def files_left_out(corpus: Corpus) -> list[str]:
    """Return what a user is told of broken files: a line, or none."""
    broken = len({p.file for p in corpus.problems})
    if not broken:
        return []
    files = "1 file" if broken == 1 else f"{broken} files"
    return [f"{files} left out: run `faultbook check` to see why."]
