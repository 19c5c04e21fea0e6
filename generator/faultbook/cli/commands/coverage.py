"""`faultbook coverage`: the error lines of a folder of logs that no entry knows."""

from __future__ import annotations

import json
from pathlib import Path

import click

from faultbook.cli.corpus_option import corpus_option
from faultbook.cli.logs_argument import expand_logs, open_index, print_styled
from faultbook.diagnosis.as_text import Styled
from faultbook.diagnosis.coverage import Coverage, Unknown, cover
from faultbook.diagnosis.visible import visible
from faultbook.logs.reader import UnreadableLogError


@click.command(name="coverage")
@corpus_option
@click.argument("logs", nargs=-1, required=True, metavar="DIR|FILE...")
@click.option("--limit", type=click.IntRange(min=1), default=40, show_default=True)
@click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def command(corpus: tuple[Path, ...], logs: tuple[str, ...], limit: int, format_: str) -> int:
    """Say which error lines of logs no entry knows, most frequent first.

    What varies in a line (numbers, paths, hosts) is masked, so that the same error counts as
    one. Each line printed can be given to `faultbook new`.
    """
    files = expand_logs(logs)
    try:
        coverage = cover(open_index(corpus), files)
    except UnreadableLogError as problem:
        raise click.UsageError(str(problem)) from problem
    if format_ == "json":
        click.echo(json.dumps(_record(coverage, limit), ensure_ascii=False, indent=2))
    else:
        print_styled(_lines(coverage, limit))
    return 0


def _record(coverage: Coverage, limit: int) -> dict[str, object]:
    return {
        "logs": coverage.logs,
        "with_finding": coverage.found,
        "unknown": [
            {
                "signature": row.signature,
                "count": row.count,
                "files": len(row.files),
                "example": row.example.text,
                "file": row.example.file,
                "line": row.example.line,
            }
            for row in coverage.unknown[:limit]
        ],
        "problems": list(coverage.problems),
    }


def _lines(coverage: Coverage, limit: int) -> list[Styled]:
    logs = "1 log has" if coverage.found == 1 else f"{coverage.found:,} logs have"
    lines = [
        Styled(f"{logs} a finding, of {coverage.logs:,}.", "title"),
        Styled(f"{len(coverage.unknown):,} different error lines are unknown.", "title"),
        Styled(),
    ]
    for row in coverage.unknown[:limit]:
        lines += _unknown(row)
    if len(coverage.unknown) > limit:
        lines.append(Styled(f"and {len(coverage.unknown) - limit:,} more: --limit", "quiet"))
    lines += [Styled(f"- {visible(problem)}") for problem in coverage.problems]
    return lines


def _unknown(row: Unknown) -> list[Styled]:
    files = "1 file" if len(row.files) == 1 else f"{len(row.files):,} files"
    where = f"{visible(row.example.file)}:{row.example.line}"
    return [
        Styled(f"{row.count:,} x in {files}, first {where}", "quiet"),
        Styled(f"  {visible(row.signature)}", "line"),
    ]
