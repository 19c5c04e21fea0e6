"""What a check is for, as text: for `faultbook explain`, SARIF, and the page of the site."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill, indent

from faultbook.checks.model import Check
from faultbook.problem import Level


def as_plain(check: Check) -> str:
    """Return the explanation of one check for a terminal."""
    return "\n".join(
        [
            f"{check.id} {check.slug} ({_kind(check)})",
            "",
            *_paragraph("What", check.what),
            *_paragraph("Why", check.why),
            *_paragraph("Mend", check.mend),
            "Not so:",
            indent(check.bad, "    "),
            "",
            "But so:",
            indent(check.good, "    "),
            "",
        ]
    )


def as_markdown(check: Check) -> str:
    """Return the explanation of one check in Markdown, without a heading."""
    return (
        f"{check.what}\n\n**Why.** {check.why}\n\n**To mend it.** {check.mend}\n\n"
        f"Not so:\n\n```yaml\n{check.bad}\n```\n\nBut so:\n\n```yaml\n{check.good}\n```\n"
    )


def checks_page(checks: Iterable[Check]) -> str:
    """Return the page of all checks in Markdown: one section each, with its id as anchor."""
    parts = [
        "# Checks\n",
        "What `faultbook check` looks for. `faultbook explain FB111` prints one of these. "
        "An exception goes into `entries/exemptions.yaml`, with its reason; one that is no "
        "longer needed is itself an error.\n",
    ]
    for check in checks:
        parts.append(f"## {check.id} {check.slug} {{: #{check.id.lower()} }}\n")
        parts.append(f"{_kind(check).capitalize()}. {as_markdown(check)}")
    return "\n".join(parts)


def _kind(check: Check) -> str:
    kind = "error" if check.level is Level.ERROR else "warning"
    return f"{kind}, mended by --fix" if check.fixable else kind


def _paragraph(title: str, text: str) -> list[str]:
    return [fill(f"{title}: {text}", 88, subsequent_indent="  ", break_on_hyphens=False), ""]
