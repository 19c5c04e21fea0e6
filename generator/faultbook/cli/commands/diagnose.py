"""`faultbook diagnose`: what failed first in one or many logs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from faultbook.cli.corpus_option import corpus_option
from faultbook.cli.logs_argument import expand_logs, open_index, print_styled
from faultbook.diagnosis.answer import Diagnosis
from faultbook.diagnosis.as_json import as_json
from faultbook.diagnosis.as_text import Styled, as_text
from faultbook.diagnosis.follow import follow
from faultbook.diagnosis.phrases import PhraseTable
from faultbook.diagnosis.run import diagnose, diagnose_each
from faultbook.diagnosis.scan import CONTEXT
from faultbook.logs.reader import UnreadableLogError, is_plain
from faultbook.signature.finder import EngineUnavailableError
from faultbook.signature.index import SignatureIndex

FOUND, NOTHING = 0, 1


@click.command(name="diagnose")
@corpus_option
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option("--each", is_flag=True, help="Diagnose each file by itself, not as one run.")
@click.option("--follow", "following", is_flag=True, help="Watch one file that is being written.")
@click.option(
    "--idle",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="With --follow: leave when nothing was written for so long.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "jsonl"]),
    default="text",
    show_default=True,
    help="Text for people, one JSON document, or one JSON object a line.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "hyperscan", "portable"]),
    default="auto",
    show_default=True,
    help="What finds the lines to look at. The answer is the same.",
)
def command(
    corpus: tuple[Path, ...],
    files: tuple[str, ...],
    each: bool,
    following: bool,
    idle: float | None,
    format_: str,
    engine: str,
) -> int:
    """Find what failed first in one or many logs.

    FILE is a log, plain or packed (gzip, zstd), a folder of logs, or - for standard input, which
    is also read where no FILE is named and something is piped. Several logs are taken as one run:
    one a rank or one a node. Nothing leaves this machine.

    Exit code 1: nothing in the logs matches an entry.
    """
    files = files or _piped()
    if following and (len(files) != 1 or files[0] == "-" or each):
        raise click.UsageError("--follow watches one file.")
    if idle is not None and not following:
        raise click.UsageError("--idle goes with --follow.")
    logs = expand_logs(files)
    index = open_index(corpus)
    try:
        table = PhraseTable.of(index, CONTEXT, engine)
        if following:
            return _follow(index, table, logs[0], idle, format_)
        if each:
            return _each(index, table, logs, format_)
        return _one(index, table, logs, format_)
    except (UnreadableLogError, EngineUnavailableError) as problem:
        raise click.UsageError(str(problem)) from problem


def _piped() -> tuple[str, ...]:
    """Return the name of standard input, if it is no terminal: nobody would type a log."""
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError("Name a log, a folder of logs, or - for standard input.")
    return ("-",)


def _one(index: SignatureIndex, table: PhraseTable, logs: list[str], format_: str) -> int:
    diagnosis = diagnose(index, logs, table)
    _print(diagnosis, format_)
    return FOUND if diagnosis.findings else NOTHING


def _each(index: SignatureIndex, table: PhraseTable, logs: list[str], format_: str) -> int:
    found = False
    documents: list[object] = []
    for name, diagnosis in diagnose_each(index, logs, table):
        found = found or bool(diagnosis.findings)
        if format_ == "json":
            documents.append(as_json(diagnosis))
        elif format_ == "jsonl":
            _print(diagnosis, format_)
        else:
            print_styled([Styled(f"==> {name} <==", "heading")])
            _print(diagnosis, format_)
            print_styled([Styled()])
    if format_ == "json":
        click.echo(json.dumps(documents, ensure_ascii=False, indent=2))
    return FOUND if found else NOTHING


def _follow(
    index: SignatureIndex, table: PhraseTable, log: str, idle: float | None, format_: str
) -> int:
    found = False
    for diagnosis in follow(index, log, idle, table=table):
        found = bool(diagnosis.findings)
        _print(diagnosis, "jsonl" if format_ == "json" else format_)
        if format_ == "text":
            print_styled([Styled(), Styled("-" * 40, "quiet"), Styled()])
    return FOUND if found else NOTHING


def _print(diagnosis: Diagnosis, format_: str) -> None:
    if format_ == "text":
        plain = {path for path in diagnosis.files if is_plain(path)}
        print_styled(as_text(diagnosis, plain))
        return
    indent = 2 if format_ == "json" else None
    click.echo(json.dumps(as_json(diagnosis), ensure_ascii=False, indent=indent))
