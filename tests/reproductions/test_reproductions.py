"""The failures that can be provoked here, and the entries that say so.

Two suites share the scripts of this folder:

* `make reproduce` (`pytest -m reproduction tests/reproductions`) runs each script and shows that
  what the real library prints TODAY still leads to its entry;
* the quick suite reads `captured/*.log`, what each script printed when it was last run, and needs
  no library at all.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from faultbook.corpus import load_corpus
from faultbook.diagnosis.run import diagnose
from faultbook.paths import entries_dir
from faultbook.signature import SignatureIndex, compile_index

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # the scripts import each other as they do on the command line

from capture import CAPTURED, names, provoke  # noqa: E402


@dataclass(frozen=True, slots=True)
class Claim:
    """An entry that says that a script of this folder provokes it."""

    entry: str
    script: str
    prints: bool  # a silent failure has no line to find


@cache
def claims() -> tuple[Claim, ...]:
    """All entries marked as reproduced."""
    return tuple(
        Claim(entry.id, Path(entry.evidence.reproduced.script).stem, bool(entry.signatures))
        for entry in load_corpus([entries_dir()])
        if entry.evidence.reproduced is not None
    )


@cache
def index() -> SignatureIndex:
    return compile_index(load_corpus([entries_dir()]).entries)


def found_in(log: Path) -> list[str]:
    """What the log leads to: its causes; the harmless lines alone if it has none."""
    answer = diagnose(index(), [str(log)])
    return [row.entry.id for row in answer.findings or answer.harmless]


def by_name(claim: Claim) -> str:
    return claim.entry


printing = [claim for claim in claims() if claim.prints]


def test_at_least_25_entries_are_reproduced() -> None:
    assert len(claims()) >= 25


def test_each_script_is_claimed_by_an_entry() -> None:
    assert set(names()) - {claim.script for claim in claims()} == set()


@pytest.mark.parametrize("claim", printing, ids=by_name)
def test_the_captured_log_leads_to_its_entry(claim: Claim) -> None:
    log = CAPTURED / f"{claim.script}.log"
    assert found_in(log)[:1] == [claim.entry]


@pytest.mark.reproduction
@pytest.mark.parametrize("claim", printing, ids=by_name)
def test_the_library_still_prints_it(claim: Claim, tmp_path: Path) -> None:
    run = provoke(claim.script)
    log = tmp_path / f"{claim.script}.log"
    log.write_text(run.output)
    assert found_in(log)[:1] == [claim.entry], run.output[-2000:]
