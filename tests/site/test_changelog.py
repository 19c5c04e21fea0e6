"""What is new: each entry on the day it was added and on the day of its last review."""

from __future__ import annotations

import re
from dataclasses import replace

from faultbook.corpus import Corpus
from faultbook.entry import Entry
from faultbook.export.api import Place
from faultbook.export.changes import changes, last_changed
from faultbook.export.feed import feed
from faultbook.paths import overrides_dir
from faultbook.site.changelog import changelog
from faultbook.site.maker import Maker
from faultbook.views.prose import Prose
from faultbook.views.templates import environment
from tests.site.sample import FULL


def entry(name: str, added: str, reviewed: str, **more: object) -> Entry:
    dates = replace(FULL.evidence, added=added, reviewed=reviewed)
    found: Entry = replace(FULL, id=name, title=f"Title of {name}", evidence=dates, **more)
    return found


OLD = entry("old", "2026-01-05", "2026-03-02")
SAME = entry("same", "2026-03-02", "2026-03-02", category="memory")
YOUNG = entry("young", "2026-04-01", "2026-04-20")


def page(*entries: Entry) -> str:
    return changelog(Maker(Corpus(entries), environment([overrides_dir()]), Prose())).body


def test_an_entry_changes_when_it_is_added_and_when_it_is_reviewed_later() -> None:
    found = [(change.day, change.entry.id, change.new) for change in changes((OLD, SAME, YOUNG))]
    assert found == [
        ("2026-04-20", "young", False),
        ("2026-04-01", "young", True),
        ("2026-03-02", "same", True),
        ("2026-03-02", "old", False),
        ("2026-01-05", "old", True),
    ]
    assert [e.id for e in last_changed((OLD, SAME, YOUNG))] == ["young", "same", "old"]


def test_the_page_and_the_feed_tell_the_same() -> None:
    entries = (OLD, SAME, YOUNG)
    named = re.findall(r'data-entry="([a-z]+)"', page(*entries))
    fed = re.findall(r"<title>Title of ([a-z]+)</title>", feed(entries, Place(), "Faultbook"))
    assert list(dict.fromkeys(named)) == fed


def test_the_page_goes_by_day_and_says_what_happened() -> None:
    body = page(OLD, SAME, YOUNG)
    days = re.findall(r'<section class="sec" id="([0-9-]+)"', body)
    assert days == ["2026-04-20", "2026-04-01", "2026-03-02", "2026-01-05"]
    second = body[body.index('id="2026-03-02"') : body.index('id="2026-01-05"')]
    assert "2 March 2026" in second
    assert "1 new, 1 reviewed" in second
    assert second.index(">New<") < second.index("same/") < second.index(">Reviewed<")
    assert ">Memory</dt>" in second


def test_what_does_not_fit_is_counted() -> None:
    many = [entry(f"one-{n}", "2026-02-01", "2026-02-01") for n in range(450)]
    body = page(*many, entry("older", "2026-01-31", "2026-01-31"))
    assert body.count("data-entry") == 450  # a day is never cut
    assert "1 older change is not listed" in body
    assert "not listed" not in page(OLD)
