"""Hubs: filter by role, by words, sorting, plain tables without scripts."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from faultbook.corpus import load_corpus
from faultbook.entry import CodeValue, Role
from faultbook.paths import public_entries_dir
from faultbook.site.hubs import HUBS, code_groups, role_moments
from faultbook.views.line import listed_line
from tests.site import sample
from tests.site.conftest import Visit

browser_test = pytest.mark.browser
ROWS = "#lines tr[data-role]"
SCRIPTS_OFF = {"java_script_enabled": False}
PHONE = {"viewport": {"width": 320, "height": 700}}
CHECK = "#lines .first-check > div"


@browser_test
def test_a_role_alone_is_shown(visit: Visit) -> None:
    page = visit.open("hubs/nccl/")
    bar = page.get_by_role("group", name="Show")
    button = bar.get_by_role("button", name="Collateral")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    shown = page.locator(f"{ROWS}:visible")
    assert 0 < shown.count() < page.locator(ROWS).count()
    assert {row.get_attribute("data-role") for row in shown.all()} == {"collateral"}
    # a moment without a row left loses its heading as well
    assert not page.locator("#lines tbody:visible:not(:has(tr[data-role]:not([hidden])))").count()
    bar.get_by_role("button", name="All").click()
    assert shown.count() == page.locator(ROWS).count()


@browser_test
def test_words_narrow_the_lines_and_the_count_is_told(visit: Visit) -> None:
    page = visit.open("hubs/nccl/")
    page.get_by_label("Filter these lines").fill("SHM memory")
    told = page.locator("#lines [role=status]")
    expect(told).to_have_text(re.compile(r"^\d+ of \d+$"))  # typed, perhaps, before the script came
    shown = page.locator(f"{ROWS}:visible")
    texts = [row.inner_text().lower() for row in shown.all()]
    assert texts
    assert all("shm" in text and "memory" in text for text in texts)
    total = page.locator(ROWS).count()
    expect(told).to_have_text(f"{len(texts)} of {total}")
    page.get_by_label("Filter these lines").fill("no such word at all")
    expect(shown).to_have_count(0)


@browser_test
def test_codes_sort_by_number_both_ways(visit: Visit) -> None:
    page = visit.open("hubs/exit-codes/")
    head = page.locator("#codes th").first
    cells = page.locator("#codes tbody td:first-child")

    def codes() -> list[float]:
        found = [str(cell.get_attribute("data-sort")) for cell in cells.all()]
        return [float(value) for value in found if value.lstrip("-").isdigit()]

    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    rising = codes()
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "descending")
    falling = codes()
    # each kind of code is sorted by itself, below its heading
    exits = len(page.locator("#codes tbody").first.locator("[data-sort]").all())
    assert rising[:exits] == sorted(rising[:exits])
    assert falling[:exits] == sorted(falling[:exits], reverse=True)
    assert min(rising) < 0 < max(rising)
    for body in page.locator("#codes tbody").all():
        expect(body.locator("tr").first).to_have_class("grp")


@browser_test
def test_a_code_is_told_in_each_row_also_when_sorted(visit: Visit) -> None:
    """A code that stood in the first row of its group only was lost as soon as rows moved."""
    page = visit.open("hubs/nccl/")
    page.get_by_role("button", name="Failure").click()
    codes = page.locator("#codes tbody tr:not(.grp) td:first-child").all_inner_texts()
    assert len(codes) > 5
    assert all(codes)


@browser_test
@pytest.mark.parametrize("hub", [hub.key for hub in HUBS])
def test_the_counts_of_a_hub_add_up(visit: Visit, hub: str) -> None:
    """The hub of NCCL told of 59 failures and named the roles of 56: three print nothing."""
    page = visit.open(f"hubs/{hub}/")
    rows = page.locator(ROWS)
    buttons = page.locator("[data-hub-filter] button")
    shown = 0
    for button in buttons.all()[1:]:
        button.click()
        visible = page.locator(f"{ROWS}:visible").count()
        assert visible == int(button.inner_text().split()[-1]) > 0
        shown += visible
    if buttons.count():
        assert shown == rows.count() == int(buttons.first.inner_text().split()[-1])
    told = page.locator("p.sum + p").inner_text()
    numbers = [int(n) for n in re.findall(r"\d+", told)]
    assert len(numbers) == 1 or numbers[0] == sum(numbers[1:])
    assert not [cell for cell in page.locator("#codes td, #lines td").all_inner_texts() if not cell]


@browser_test
def test_a_filter_shows_when_it_can_filter(visit: Visit) -> None:
    """On a slow line a button could be pressed before its script was there, and nothing came."""
    visit.page.route("**/hub.js", lambda route: route.abort())
    page = visit.open("hubs/slurm/")
    filters = page.locator("[data-hub-filter]").first
    expect(filters.get_by_role("searchbox")).to_be_visible()
    expect(filters.locator("button").first).to_be_hidden()


def test_every_entry_stands_in_a_hub() -> None:
    corpus = load_corpus([public_entries_dir()])
    assert [e.id for e in corpus if not any(hub.has(e) for hub in HUBS)] == []


def test_the_hub_of_harmless_lines_shows_those_lines() -> None:
    """An entry's most telling line may be an error: the hub showed that one."""
    corpus = load_corpus([public_entries_dir()])
    hub = next(hub for hub in HUBS if hub.role is Role.HARMLESS)
    there = role_moments([e for e in corpus if hub.has(e)], Role.HARMLESS)
    texts = [line.text for moment in there for row in moment.rows for line in row.lines]
    wanted = [s.line for e in corpus for s in e.signatures if s.role is Role.HARMLESS]
    assert sorted(map(str, texts)) == sorted(str(listed_line(line)) for line in wanted)


@pytest.mark.parametrize(
    ("values", "ordered"),
    [
        (["1", "-9", "137", "-15"], ["-15", "-9", "1", "137"]),
        (["172", "144-150", "79"], ["79", "144-150", "172"]),
        (["SIGKILL", "9", "SIGBUS"], ["9", "SIGBUS", "SIGKILL"]),
    ],
)
def test_codes_stand_in_order_of_size(values: list[str], ordered: list[str]) -> None:
    codes = tuple(CodeValue("exit", value, "It says so.") for value in values)
    (group,) = code_groups([replace(sample.FULL, codes=codes)], ("exit",))
    assert [row.code.value for row in group.rows] == ordered


@browser_test
@pytest.mark.parametrize("visit", [SCRIPTS_OFF], indirect=True)
def test_without_scripts_a_hub_is_a_plain_table(visit: Visit) -> None:
    page = visit.open("hubs/nccl/")
    assert page.locator(f"{ROWS}:visible").count() == page.locator(ROWS).count() > 10
    expect(page.get_by_role("group", name="Show")).not_to_be_visible()
    assert page.locator("#lines table thead th").count() == 4


def test_each_hub_says_how_its_lines_want_to_be_read() -> None:
    leads = [hub.lead for hub in HUBS]
    assert len(set(leads)) == len(HUBS)
    assert all(60 < len(lead) < 190 and lead.endswith(".") for lead in leads)


@browser_test
@pytest.mark.parametrize("visit", [{**PHONE, **SCRIPTS_OFF}, PHONE], indirect=True)
def test_on_a_phone_a_row_is_its_line_and_its_failure(visit: Visit) -> None:
    """Sixty rows with all their columns were 18,000 pixels. The check is one press away."""
    page = visit.open("hubs/nccl/")
    row = page.locator(ROWS).nth(1)
    expect(row.locator(".hl")).to_be_visible()
    expect(row.get_by_role("link").first).to_be_visible()
    check = row.locator(".first-check > div")
    expect(check).not_to_be_visible()
    fold = row.locator("summary")
    role, box = row.locator(".hr").bounding_box(), fold.bounding_box()
    assert role
    assert box
    assert abs(role["y"] - box["y"]) < 12  # beside the role, and not on a line of its own
    assert box["height"] >= 24
    fold.focus()
    page.keyboard.press("Enter")
    expect(check).to_be_visible()
    failure, shown = row.get_by_role("link").first.bounding_box(), check.bounding_box()
    assert failure
    assert shown
    assert shown["y"] >= failure["y"] + failure["height"]
    # blocks to the eye, rows and cells to a screen reader
    told = row.aria_snapshot()
    assert told.startswith(("- row ", "- 'row "))
    assert told.count("- cell") + told.count("- 'cell") == 4


@browser_test
@pytest.mark.parametrize("path", ["hubs/nccl/", "hubs/harmless/", "hubs/exit-codes/"])
def test_on_a_phone_nothing_of_a_row_lies_over_another_part(visit: Visit, path: str) -> None:
    visit.page.set_viewport_size({"width": 320, "height": 700})
    page = visit.open(path)
    page.locator(".first-check").evaluate_all("all => all.forEach(one => { one.open = true; })")
    parts = "tr:not(.grp) > :is(td:not(:last-child)), .first-check > :is(summary, div)"
    overlaps = page.locator(".folds tbody tr:not(.grp)").evaluate_all(
        """(rows, parts) => rows.flatMap((row) => {
          const boxes = [...row.querySelectorAll(parts)]
            .map((part) => part.matches("td") ? textBox(part) : part.getBoundingClientRect());
          function textBox(cell) {
            const range = document.createRange();
            range.selectNodeContents(cell);
            return range.getBoundingClientRect();
          }
          return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
            a.left < b.right - 1 && b.left < a.right - 1 &&
            a.top < b.bottom - 3 && b.top < a.bottom - 3));
        })""",
        parts,
    )
    assert overlaps == []


@browser_test
def test_what_a_phone_folds_stands_in_view_on_paper_and_on_a_wide_screen(visit: Visit) -> None:
    page = visit.open("hubs/nccl/")
    expect(page.locator(CHECK).first).to_be_visible()
    expect(page.locator("#lines summary").first).not_to_be_visible()
    page.set_viewport_size({"width": 320, "height": 700})
    expect(page.locator(CHECK).first).not_to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(CHECK).first).to_be_visible()


@browser_test
@pytest.mark.parametrize("visit", [PHONE], indirect=True)
@pytest.mark.parametrize(
    ("label", "part", "word"),
    [("Filter these lines", "#lines", "nvidia-smi"), ("Filter these codes", "#codes", "tmpfs")],
)
def test_a_row_that_is_found_by_its_check_shows_it(
    visit: Visit, label: str, part: str, word: str
) -> None:
    page = visit.open("hubs/nccl/")
    page.get_by_label(label).fill(word)
    expect(page.locator(f"{part} [role=status]")).to_have_text(re.compile(r"^\d+ of \d+$"))
    rows = page.locator(f"{part} tbody tr:not(.grp):visible")
    assert rows.count()
    assert all(word in text.lower() for text in rows.all_inner_texts())
    page.get_by_label(label).fill("")
    expect(page.locator(f"{part} .first-check[open]")).to_have_count(0)
    page.get_by_label(label).fill("first check")  # a word of the frame stands in no row
    expect(rows).to_have_count(0)


@browser_test
def test_sentences_are_no_column_to_sort_by(visit: Visit) -> None:
    page = visit.open("hubs/nccl/")
    expect(page.locator("#codes .sortb")).to_have_text(["Code", "Failure"])
