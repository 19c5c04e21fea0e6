"""The short way through prose gives what the parser gives."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from faultbook.addresses import for_elsewhere
from faultbook.views.markdown import parser
from faultbook.views.prose import Prose, Scope, _clean, _fast_block, _fast_inline

PIECES = st.lists(
    st.sampled_from(
        [
            "word", " ", "  ", "\n", "\n\n", "`code`", "`a b`", "``x``", "`", "*", "**b**", "_",
            "[@ref]", "[[entry-id]]", "[", "]", "(", ")", "<", ">", "&", "&amp;", "\\", "#", "-",
            "- ", "1. ", "64 MB", "5 ms", "~", "|", "=", "https://example.org", "\t", "'", '"', "é",
            "!", ":", ".", "init_process_group", "    ",
        ]
    ),
    max_size=14,
).map("".join)  # fmt: skip
PARSER = parser()


@settings(max_examples=2000, deadline=None)
@given(PIECES)
def test_inline(text: str) -> None:
    source = _clean(text)
    fast = _fast_inline(source)
    if fast is not None:
        assert fast == PARSER.renderInline(source)


@settings(max_examples=2000, deadline=None)
@given(PIECES)
def test_a_sentence(text: str) -> None:
    assert Prose().inline(text, Scope()) == Scope().fill(PARSER.renderInline(_clean(text)))


@settings(max_examples=2000, deadline=None)
@given(PIECES)
def test_block(text: str) -> None:
    source = _clean(text)
    if source and "\n\n" not in source and (fast := _fast_block(source)) is not None:
        assert fast == PARSER.render(source)


@settings(max_examples=500, deadline=None)
@given(PIECES)
@example("word\n\n    word")
@example("word\n\n \tword")
def test_whole(text: str) -> None:
    if _clean(text):
        assert Prose().block(text, Scope()) == Scope().fill(PARSER.render(_clean(text)))


def test_most_sentences_take_the_short_way() -> None:
    for text in (
        "The container's `/dev/shm` is full, 64 MB by default.",
        "NCCL prints the line (errno 28). [@source]",
        "Read [[nccl-shm-attach-enoent]] instead: it ends in `No such file`.",
    ):
        assert _fast_inline(text) is not None


def test_a_number_keeps_its_unit() -> None:
    assert "64\u00a0MB" in Prose().inline("It has 64 MB.", Scope())


def test_an_unknown_citation_vanishes_and_an_unknown_entry_stays_code() -> None:
    html = Prose().inline("See [[no-such-entry]]. [@nothing]", Scope())
    assert html == "See <code>no-such-entry</code>.\u00a0"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("is refused [@a].", "is refused\u00a0<a"),
        ("is refused [@a] [@b].", '12.1</a> <a class="src" href="#s12-2">'),
        ("[@a] says so.", "<a"),
        ("- is refused [@a]\n- **no** [@b]", "is refused\u00a0<a"),
    ],
)
def test_a_citation_stays_on_the_line_of_its_word(text: str, kept: str) -> None:
    html = Prose().block(text, Scope(sources={"a": 1, "b": 2}))
    assert kept in html


def test_elsewhere_a_citation_goes_or_is_named_by_its_title() -> None:
    titles = {"a": "A <report>", "b": "Another"}
    scope = Scope({"a": 1, "b": 2}, "../x/", titles=titles)
    shown = Prose().inline(for_elsewhere("It ends [@a], as in [@b]."), scope)
    assert shown == 'It ends, as in\u00a0<a href="../x/#s12-2">Another</a>.'
    assert "A &lt;report&gt;" in Prose().inline(for_elsewhere("See [@a]."), scope)
