"""Pages from entries that use every field: what must stand in them, and what never may."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from faultbook.entry import Role
from faultbook.paths import overrides_dir
from faultbook.views import EntryPages, neighbours_of, render_entry
from faultbook.views.prose import Prose
from faultbook.views.templates import environment
from faultbook.views.words import ROLES
from tests.site import sample

ENV = environment([overrides_dir()])


def render(entry: object) -> EntryPages:
    assert isinstance(entry, type(sample.FULL))
    return render_entry(entry, neighbours_of(entry, sample.CORPUS), ENV, Prose())


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))


@pytest.mark.parametrize("entry", sample.CORPUS.entries, ids=lambda e: e.id)
def test_every_sample_renders_in_three_views(entry: object) -> None:
    for page in render(entry).all():
        assert page.body.count("<h1>") == 1
        assert "None" not in text(page.body)
        assert "Undefined" not in page.body


def test_the_thirteen_sections_have_their_numbers() -> None:
    body = render(sample.FULL).engineer.body
    assert re.findall(r'<section class="sec" id="(s\d+)"', body) == [f"s{n}" for n in range(1, 14)]


def test_empty_sections_are_left_out_and_their_numbers_stay_free() -> None:
    page = render(sample.HARMLESS).engineer
    found = re.findall(r'<section class="sec" id="s(\d+)"', page.body)
    assert found == ["1", "2", "3", "4", "5", "7", "9", "10", "12", "13"]
    assert re.findall(r'href="#s(\d+)"><b>', page.toc) == found


def test_citations_are_numbered_by_the_references() -> None:
    pages = render(sample.FULL)
    assert '<a class="src" href="#s12-1">12.1</a>' in pages.engineer.body
    assert '<a class="src" href="../#s12-2">12.2</a>' in pages.executive.body


def test_versions_of_a_line_may_cite_their_source() -> None:
    """They were printed as they stand in the file: "seen in 2024 [@report]"."""
    line = replace(sample.FULL.signatures[0], versions="`build` seen in 2.5 [@report]")
    body = render(replace(sample.FULL, signatures=(line,))).engineer.body
    assert '<code class="nb">build</code> seen in 2.5\u00a0<a class="src" href="#s12-2">' in body
    assert "[@" not in body


def test_links_to_entries_stay_in_the_view() -> None:
    pages = render(sample.FULL)
    assert '<a href="../sample-echo/">' in pages.engineer.body
    assert '<a href="../../sample-echo/on-call/">' in pages.on_call.body


def test_prose_gives_no_html_and_no_unsafe_link() -> None:
    body = render(sample.FULL).engineer.body
    assert "&lt;b&gt;No HTML&lt;/b&gt; &amp; no" in body
    assert "javascript:" not in re.sub(r">[^<]*<", "><", body)


def test_the_deciding_words_of_the_nearest_line_are_bold() -> None:
    body = render(sample.FULL).engineer.body
    assert "<b>No space left on device (28)</b>" in body


def test_the_deciding_value_of_a_readout_is_bold() -> None:
    body = render(sample.FULL).engineer.body
    assert " <b>64M</b>     0   64M   0%" in body
    assert "<b>1.0G</b>     0  1.0G   0%" in body


def test_an_entry_without_signature_says_so() -> None:
    pages = render(sample.SILENT)
    assert "No program prints a line" in pages.engineer.body
    assert "<b>Draft.</b>" in pages.engineer.body
    assert "You are in the right place if" in pages.on_call.body


def test_a_deprecated_entry_names_its_successor() -> None:
    body = render(sample.DEPRECATED).engineer.body
    assert "<b>Deprecated.</b> No release since 2.4 prints it." in body
    assert 'Read instead: <a href="../sample-echo/">' in body


def test_the_runbook_branches() -> None:
    body = render(sample.FULL).on_call.body
    assert 'href="#step2" aria-label="Go to step 2">2<' in body
    assert 'class="to st7" href="#stop" aria-label="Stop and escalate, 4">4<' in body
    assert "Step 1 changes nothing." in body
    assert body.index("First five minutes") < body.index("Mitigate") < body.index("<h2>Stop and")


def test_an_outcome_without_a_note_says_where_it_leads() -> None:
    steps = sample.FULL.on_call.steps
    bare = replace(steps[0], outcomes=tuple(replace(b, note=None) for b in steps[0].outcomes))
    call = replace(sample.FULL.on_call, steps=(bare, *steps[1:]))
    words = text(render(replace(sample.FULL, on_call=call)).on_call.body)
    lead = next(b.go for b in bare.outcomes if isinstance(b.go, int))
    assert f"{lead}{steps[lead - 1].title}" in words
    assert f"stop, wake: {call.wake.role}" in words


def test_the_executive_page_has_words_and_no_command() -> None:
    body = render(sample.FULL).executive.body
    assert "$960" in body
    assert "docker" not in text(body).lower()
    assert "<pre" not in body


def test_the_generator_adds_no_word_about_a_failure() -> None:
    """Whatever two different failures' pages both say is a heading or label of the frame."""
    allowed = 12
    templates = "".join(p.read_text() for p in Path(overrides_dir(), "faultbook").glob("*.html"))
    one, other = render(sample.FULL), render(sample.SILENT)
    del other
    sentences = re.findall(r"[A-Z][^.!?<>{}]{60,}[.!?]", text(one.engineer.body))
    written = [s for s in sentences if s in templates]
    assert len(written) < allowed
    assert not [s for s in written if "NCCL" in s or "GPU" in s]


def test_rendering_is_pure() -> None:
    assert render(sample.FULL) == render(sample.FULL)


def test_the_diagnosis_calls_roles_by_the_words_of_the_entries() -> None:
    """It said "Cause or echo" and "Echo", which the page that explains the words did not know."""
    script = (overrides_dir() / "assets/js/diagnose-page/elements.js").read_text(encoding="utf-8")
    words = dict(re.findall(r'^  (\w+): \["\w+", "\w+", "([^"]+)"\],$', script, re.M))
    assert words == {
        **{str(role): mark.word for role, mark in ROLES.items()},
        "echo": ROLES[Role.COLLATERAL].word,
        "unknown": "Unknown",
        "resembles": "Resembles",
    }
    explained = (overrides_dir() / "faultbook/reading.html").read_text(encoding="utf-8")
    for word in ("Unknown", "Resembles"):
        assert f"{{{{ icon('unk') }}}}{word}<" in explained
