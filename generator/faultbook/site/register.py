"""The executive register as a table for spreadsheets, drawn from the entries."""

from __future__ import annotations

import csv
import io

from faultbook.corpus import Corpus
from faultbook.entry import Entry
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


def by_cost(corpus: Corpus) -> list[Entry]:
    """Return the entries as the register lists them: what costs most comes first."""

    def order(entry: Entry) -> tuple[float, str, str]:
        return -total(entry.executive.cost), entry.executive.headline.lower(), entry.id

    return sorted(corpus, key=order)


def figure(entry: Entry) -> str:
    """Return the cost of an occurrence as a number; empty if no machine is held."""
    amount = total(entry.executive.cost)
    return f"{amount:.{2 if 0 < amount < 1 else 0}f}" if entry.executive.cost.gpus else ""


def unstressed(text: str) -> str:
    """Return prose without emphasis: among rows of which few have it, it stresses nothing."""
    return text.replace("**", "")


def register_csv(corpus: Corpus, place: Place) -> str:
    """Return the CSV (RFC 4180, UTF-8), sorted like the register on the page.

    Addresses are below the site's root when the site's own address is not known.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for entry in by_cost(corpus):
        executive = entry.executive
        cells = (
            executive.headline,
            SEVERITIES[entry.severity].word,
            figure(entry),
            plain_text(executive.owner),
            plain_text(executive.prevention_price),
            place.to(f"{entry.id}/executive/"),
        )
        writer.writerow(map(_inert, cells))
    return text.getvalue()


def _inert(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
