"""`faultbook export`: the corpus for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from faultbook.cli.corpus_option import corpus_option, open_corpus
from faultbook.export.alerts import loki_rules, rules
from faultbook.export.api import Place, dump
from faultbook.export.document import entry_document
from faultbook.signature import compile_index

TARGETS = ("data", "jsonl", "signatures", "loki", "regex")


@click.command(name="export")
@click.argument("target", type=click.Choice(TARGETS))
@corpus_option
@click.option("--site-url", default="", metavar="URL", help="Address of the site, for links.")
@click.option(
    "--selector",
    default='{job="train"}',
    show_default=True,
    help="Log streams that the Loki rules read.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write there, not here.")
def command(
    target: str, corpus: tuple[Path, ...], site_url: str, selector: str, output: Path | None
) -> int:
    """Write the corpus in another form.

    \b
    data        every entry, one JSON document
    jsonl       every entry, one JSON object a line
    signatures  the compiled signatures, as the web page and editors match with them
    loki        alert rules for Grafana Loki, one for each fingerprint
    regex       id, tab, regular expression (RE2) of each fingerprint
    """
    entries = open_corpus(corpus)
    place = Place(site_url if site_url.endswith("/") or not site_url else f"{site_url}/")
    if target == "data":
        text = dump({"entries": [entry_document(entry) for entry in entries]})
    elif target == "jsonl":
        text = "".join(dump(entry_document(entry)) for entry in entries)
    elif target == "signatures":
        text = compile_index(entries.entries).to_json()
    elif target == "loki":
        text = loki_rules(entries, place, selector)
    else:
        text = "".join(f"{rule.entry.id}\t{rule.expression}\n" for rule in rules(entries))
    if output is None:
        click.echo(text, nl=not text.endswith("\n"))
    else:
        output.write_text(text, encoding="utf-8")
    return 0
