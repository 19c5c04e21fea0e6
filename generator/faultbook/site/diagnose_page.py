"""The page on which a reader diagnoses logs. All of it happens in the reader's browser."""

from __future__ import annotations

from dataclasses import dataclass

from faultbook.site.maker import Maker
from faultbook.site.page import SitePage
from faultbook.views.words import counted


@dataclass(frozen=True, slots=True)
class SampleLog:
    """A short real log that the page offers: its file in `assets/samples/`, and what it shows."""

    file: str
    about: str


SAMPLES = (
    SampleLog("bus-error-in-nccl.log", "A launcher kills three ranks. Why did the fourth die?"),
    SampleLog("one-rank-raises.log", "A teardown of twenty lines, and one exception before it"),
    SampleLog("illegal-memory-access.log", "A watchdog repeats what another thread said first"),
)


def diagnose_page(maker: Maker) -> SitePage:
    """Make the page that diagnoses logs."""
    signatures = sum(len(entry.signatures) for entry in maker.corpus)
    body = maker.render(
        "diagnose",
        root="../",
        samples=SAMPLES,
        signatures=counted(signatures, "signature"),
        failures=counted(len(maker.corpus), "failure"),
    )
    return SitePage(
        "diagnose/",
        "diagnose",
        "Diagnose a log",
        "Which line of a log came first, which lines are echoes, and what to check next. "
        "The log is read in your browser and sent nowhere.",
        body,
        tab="diagnose",
    )
