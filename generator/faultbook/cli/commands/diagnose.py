"""`faultbook diagnose`: what failed first in one or many logs."""

from __future__ import annotations

import json
from pathlib import Path

import click

from faultbook.cli.corpus_option import corpus_option, open_corpus
from faultbook.diagnosis.as_json import as_json
from faultbook.diagnosis.run import diagnose_each
from faultbook.signature.index import compile_index


@click.command(name="diagnose")
@corpus_option
@click.argument("files", nargs=-1, required=True)
@click.option("--each", is_flag=True, help="Diagnose each file by itself.")
@click.option("--format", "format_", type=click.Choice(["text", "json", "jsonl"]), default="text")
def command(corpus: tuple[Path, ...], files: tuple[str, ...], each: bool, format_: str) -> int:
    """Find what failed first in one or many logs."""
    index = compile_index(open_corpus(corpus))
    for path, result in diagnose_each(index, files):
        click.echo(json.dumps(as_json(result), ensure_ascii=False))
    return 0
