"""`faultbook search`: the best entries for a line of a log, or for some words."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from faultbook.cli.corpus_option import corpus_option
from faultbook.cli.logs_argument import open_index, print_styled
from faultbook.diagnosis.as_text import STYLES, Styled
from faultbook.diagnosis.lookup import Hit, is_several, look_up
from faultbook.diagnosis.visible import visible


@click.command(name="search")
@corpus_option
@click.argument("words", nargs=-1, required=True, metavar="LINE|WORDS...")
@click.option("--limit", type=click.IntRange(min=1), default=10, show_default=True)
@click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def command(corpus: tuple[Path, ...], words: tuple[str, ...], limit: int, format_: str) -> int:
    """Find the entries for a line of a log, as it stands there, or for some words.

    A line is matched like a log: prefixes, colours and numbers do not matter. `-` reads it
    from standard input, which spares quoting it. Words may be misspelt.

    Exit code 1: no entry was found.
    """
    query = sys.stdin.read() if words == ("-",) else " ".join(words)
    hits = look_up(open_index(corpus), query, limit)
    if format_ == "json":
        click.echo(json.dumps([_record(hit) for hit in hits], ensure_ascii=False, indent=2))
    elif hits:
        if is_several(query):
            click.echo("Several lines: `faultbook diagnose` says which of them came first.\n")
        print_styled(line for hit in hits for line in _lines(hit))
    else:
        click.echo("No entry. `faultbook new` makes a draft of one from a line.")
    return 0 if hits else 1


def _record(hit: Hit) -> dict[str, object]:
    return {
        "entry": hit.entry.id,
        "title": hit.entry.title,
        "by": hit.by,
        "matched": hit.matched,
        "role": hit.role,
        "score": hit.score,
    }


def _lines(hit: Hit) -> list[Styled]:
    style = hit.role if hit.role in STYLES else "title"
    how = f"{hit.role} line: {hit.matched}" if hit.by == "signature" else f"words: {hit.matched}"
    return [
        Styled(hit.entry.title, style or "title"),
        Styled(f"  {hit.entry.id}", "plain"),
        Styled(f"  {visible(how)}", "quiet"),
    ]
