"""How large a runbook is set on paper: the widths of texts, the lines they take, the height."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from faultbook.perspectives import Branch, CallStep
from faultbook.views.measure import ADVANCES, MONO, SPACE, Piece, count_lines, mono, prose
from faultbook.views.neighbours import Neighbour
from faultbook.views.paper import SCALES, SHEET, Runbook, print_setting
from tests.site.sample import FULL

CALL = FULL.on_call
WIDTHS = """async ([family, text]) => {
  await document.fonts.load(`100px "${family}"`);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `100px "${family}"`;
  return [...text].map((character) => pen.measureText(character).width / 100);
}"""


def total(pieces: list[Piece]) -> float:
    return sum(gap + width for gap, width in pieces)


def runbook(*steps: CallStep) -> Runbook:
    entry = replace(FULL, on_call=replace(CALL, steps=steps or CALL.steps))
    return Runbook(entry, {}, report=False)


def test_lines_are_broken_at_spaces_hyphens_and_where_a_word_is_too_wide() -> None:
    assert count_lines([], 5) == 1
    assert count_lines(mono("aaaa bbbb cccc"), 9 * MONO) == 2
    assert count_lines(mono("a" * 25), 10 * MONO) == 3
    assert count_lines(mono("aa " + "b" * 25), 10 * MONO) == 4
    assert count_lines(mono("aaaa-bbbb"), 6 * MONO) == 2
    assert count_lines(mono("aaaa-bbbb", keep=30), 9 * MONO) == 1
    assert count_lines(mono("rank-12345"), 6 * MONO) == 2  # a hyphen holds a number; too wide
    assert len(mono("rank-12345")) == 1
    assert len(mono("dir/file")) == 1  # Chromium does not break here


def test_code_within_a_sentence_is_wider_and_leans_on_what_stands_before_it() -> None:
    assert [gap > 0 for gap, _ in prose("see `a b`, then")] == [True, True, True, False, True]
    assert total(prose("`abc`")) > total(prose("abc"))
    assert len(prose("`nvidia-smi -q`", whole_code=True)) == 1
    assert prose("so it is [@a-thread].") == prose("so it is.")


@pytest.mark.browser
@pytest.mark.parametrize(("family", "table"), [("Roboto", ADVANCES), ("Roboto Mono", None)])
def test_widths_are_those_of_the_fonts(
    browser: Browser, url: str, family: str, table: dict[str, float] | None
) -> None:
    page = browser.new_page()
    page.goto(url)
    text = "".join(ADVANCES)
    found = dict(zip(text, page.evaluate(WIDTHS, [family, text]), strict=True))
    page.close()
    wrong = {c: w for c, w in found.items() if abs(w - (table[c] if table else MONO)) > 0.0015}
    assert not wrong
    assert ADVANCES[" "] == SPACE


def test_every_part_adds_to_the_height() -> None:
    first = CALL.steps[0]
    more = Branch(see="another output", go="stop", note="a note " * 12)
    heights = [
        runbook(*steps).height(100)
        for steps in (
            (first,),
            (first, first),
            (first, replace(first, command="ls\n" * 12)),
            (first, replace(first, title="A long title " * 20)),
            (first, replace(first, outcomes=(*first.outcomes, more) * 3)),
        )
    ]
    assert heights[0] < heights[1] < min(heights[2:])
    reported = Runbook(FULL, {}, report=True).height(100)
    assert reported >= Runbook(FULL, {}, report=False).height(100)


def test_the_id_of_an_entry_that_is_led_to_by_an_alias_takes_room() -> None:
    away = replace(CALL.steps[0], outcomes=(Branch(see="x", go="entry:other", note=None),) * 6)
    entry = replace(FULL, on_call=replace(CALL, steps=(away,)))
    cards = {"other": Neighbour("an-id-that-is-rather-long-and-wraps", "", "", FULL.severity, None)}
    known, unknown = (Runbook(entry, found, report=False).height(100) for found in (cards, {}))
    assert known > unknown


def test_a_runbook_is_set_as_large_as_fits() -> None:
    assert print_setting(FULL) == ""
    settings = []
    for times in range(1, 12):
        entry = replace(FULL, on_call=replace(CALL, steps=CALL.steps[:1] * times))
        name = print_setting(entry)
        scale = int(name.removeprefix("print-") or 100)
        settings.append(scale)
        book = Runbook(entry, {}, report=False)
        assert scale == SCALES[-1] or book.height(scale) <= SHEET
    assert settings == sorted(settings, reverse=True)
    assert settings[0] == 100
    assert settings[-1] < 100
