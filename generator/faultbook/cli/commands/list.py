"""`faultbook list`: every entry, one a line or as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import click

from faultbook.cli.corpus_option import corpus_option, open_corpus
from faultbook.entry import Category, Entry


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
        click.echo(json.dumps([as_record(e) for e in entries], indent=2, ensure_ascii=False))
        return 0
    width = max((len(e.id) for e in entries), default=0)
    for entry in entries:
        click.echo(f"{entry.id:<{width}}  {entry.title}")
    return 0


def as_record(entry: Entry) -> dict[str, object]:
    """Return what `list --format json` says of one entry."""
    return {
        "id": entry.id,
        "aliases": list(entry.aliases),
        "title": entry.title,
        "category": str(entry.category),
        "severity": str(entry.severity),
        "status": str(entry.status),
        "tags": list(entry.tags),
        "components": list(entry.components),
        "summary": entry.summary,
    }
