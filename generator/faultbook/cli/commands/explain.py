"""`faultbook explain CHECK`: what a check looks for, why, and how to mend what it finds."""

from __future__ import annotations

import json

import click

from faultbook.checks.manual import as_plain, checks_page
from faultbook.checks.model import Check
from faultbook.checks.registry import ALL_CHECKS, find_check, similar_checks


@click.command()
@click.argument("names", metavar="[CHECK]...", nargs=-1)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
)
def command(names: tuple[str, ...], format_: str) -> int:
    """Explain checks: what, why, how to mend, with an example.

    CHECK is an id such as FB111 or a name such as dead-link; without one, all are listed.
    """
    checks = [_find(name) for name in names] or list(ALL_CHECKS)
    if format_ == "json":
        click.echo(json.dumps([_record(c) for c in checks], indent=2, ensure_ascii=False))
    elif format_ == "markdown":
        click.echo(checks_page(checks), nl=False)
    elif names:
        click.echo("\n".join(as_plain(check) for check in checks), nl=False)
    else:
        width = max(len(check.slug) for check in checks)
        for check in checks:
            click.echo(
                f"{check.id}  {check.slug:<{width}}  {check.what.split('. ')[0].rstrip('.')}"
            )
    return 0


def _find(name: str) -> Check:
    check = find_check(name)
    if check is None:
        close = similar_checks(name)
        meant = f" Did you mean {' or '.join(f'`{c}`' for c in close)}?" if close else ""
        raise click.UsageError(f"There is no check `{name}`.{meant}")
    return check


def _record(check: Check) -> dict[str, object]:
    return {
        "id": check.id,
        "name": check.slug,
        "level": str(check.level),
        "what": check.what,
        "why": check.why,
        "mend": check.mend,
        "not_so": check.bad,
        "but_so": check.good,
        "fixable": check.fixable,
    }
