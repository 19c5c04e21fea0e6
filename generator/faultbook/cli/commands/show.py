"""`faultbook show ID`: one entry in the terminal, in one of its three views."""

from __future__ import annotations

import json
from dataclasses import asdict
from difflib import get_close_matches
from pathlib import Path

import click

from faultbook.cli.corpus_option import corpus_option, open_corpus
from faultbook.cli.entry_text import VIEWS
from faultbook.corpus import Corpus
from faultbook.entry import Entry


@click.command()
@click.argument("entry_id", metavar="ID")
@corpus_option
@click.option(
    "--view", type=click.Choice(list(VIEWS)), help="For whom. Default: engineer; in JSON: all."
)
@click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def command(entry_id: str, corpus: tuple[Path, ...], view: str | None, format_: str) -> int:
    """Print one entry. ID may be a former id."""
    entry = _find(open_corpus(corpus), entry_id)
    if format_ == "json":
        click.echo(json.dumps(_record(entry, view), indent=2, ensure_ascii=False))
    else:
        click.echo(VIEWS[view or "engineer"](entry), nl=False)
    return 0


def _find(corpus: Corpus, name: str) -> Entry:
    entry = corpus.get(name)
    if entry is not None:
        return entry
    names = [*corpus.by_id, *corpus.aliases]
    part = name.strip().lower()
    holding = sorted(known for known in names if part and f"-{part}-" in f"-{known}-")
    close = (holding or get_close_matches(name, names, n=3))[:3]
    if close:
        raise click.UsageError(
            f"There is no entry `{name}`. Did you mean {' or '.join(f'`{c}`' for c in close)}?"
        )
    raise click.UsageError(f"There is no entry `{name}`. Look for it with `faultbook search`.")


def _record(entry: Entry, view: str | None) -> dict[str, object]:
    whole = asdict(entry)
    if view == "executive":
        return {"id": entry.id, "title": entry.title, "executive": whole["executive"]}
    if view == "on-call":
        return {"id": entry.id, "title": entry.title, "on_call": whole["on_call"]}
    return whole
