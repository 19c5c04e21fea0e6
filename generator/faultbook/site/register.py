"""The executive register as a table for spreadsheets, drawn from the entries."""

from __future__ import annotations

import csv
import io

from faultbook.corpus import Corpus
from faultbook.export.api import Place
from faultbook.export.readers import plain_text
from faultbook.views.cost import total
from faultbook.views.words import SEVERITIES

COLUMNS = (
    "headline",
    "effect",
    "cost of one occurrence, example, USD",
    "owner",
    "price of prevention",
    "address",
)
PATH = "executive/register.csv"


def register_csv(corpus: Corpus, place: Place) -> str:
    """Return the CSV (RFC 4180, UTF-8), sorted like the register on the page.

    Addresses are below the site's root when the site's own address is not known.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for entry in sorted(corpus, key=lambda e: (e.executive.headline.lower(), e.id)):
        executive = entry.executive
        cells = (
            executive.headline,
            SEVERITIES[entry.severity].word,
            f"{total(executive.cost):.0f}" if executive.cost.gpus else "",
            plain_text(executive.owner),
            plain_text(executive.prevention_price),
            place.to(f"{entry.id}/executive/"),
        )
        writer.writerow(map(_inert, cells))
    return text.getvalue()


def _inert(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
