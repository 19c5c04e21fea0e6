"""Problems in the formats that people and programs read.

Checks find, reporters write: a reporter takes a report and returns text, and never prints.
"""

from __future__ import annotations

from collections.abc import Callable

from faultbook.checks.engine import Report
from faultbook.cli.reporters.github import as_github
from faultbook.cli.reporters.junit import as_junit
from faultbook.cli.reporters.sarif import as_sarif
from faultbook.cli.reporters.text import as_json, as_text

Reporter = Callable[[Report], str]
"""Takes what a run found; returns text that ends in a newline."""

REPORTERS: dict[str, Reporter] = {
    "text": as_text,
    "json": as_json,
    "github": as_github,
    "sarif": as_sarif,
    "junit": as_junit,
}
