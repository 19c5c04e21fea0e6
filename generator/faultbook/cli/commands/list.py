"""`faultbook list`: every entry, one a line or as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import click

from faultbook.cli.corpus_option import corpus_option, open_corpus
from faultbook.entry import Category
from faultbook.export.short import short_document


@click.command(name="list")
@corpus_option
@click.option(
    "--category",
    type=click.Choice([category.value for category in Category]),
    metavar="CATEGORY",
    help="Only the entries of this category.",
)
@click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def command(corpus: tuple[Path, ...], category: str | None, format_: str) -> int:
    """List all entries."""
    entries = [e for e in open_corpus(corpus) if category in (None, e.category)]
    if format_ == "json":
        click.echo(json.dumps([short_document(e) for e in entries], indent=2, ensure_ascii=False))
        return 0
    width = max((len(e.id) for e in entries), default=0)
    for entry in entries:
        click.echo(f"{entry.id:<{width}}  {entry.title}")
    return 0
