"""The page that diagnoses logs, in a real Chromium."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Visit, report, site, url, visit

pytestmark = pytest.mark.browser
__all__ = ["report", "site", "url", "visit"]

PHONE = {"viewport": {"width": 390, "height": 844}}
SAMPLES = ("bus-error-in-nccl.log", "one-rank-raises.log", "illegal-memory-access.log")
UNKNOWN = "RuntimeError: widget 17 of /home/anna/run/x.py is not ready on gpu-node-a.corp"
HOSTILE = (
    "RuntimeError: <img src=x onerror=alert(1)><script>alert(2)</script> <b>bold</b>\n"
    "plain <img src=x onerror=alert(6)>\n"
    "ValueError: \x1b]0;title\x07 \x00\x08 \u202egnitrats\u2066 <svg onload=alert(3)>\n"
    "[rank0]: RuntimeError: javascript:alert(4) <a href=javascript:alert(5)>x</a>\n"
)


def open_page(visit: Visit) -> Page:
    page = visit.open("diagnose/")
    page.locator("[data-diagnose][data-ready]").wait_for()
    return page


def headline(page: Page) -> str:
    found = page.locator("[data-result] h1")
    found.wait_for(timeout=20_000)
    return found.inner_text()


def paste(page: Page, text: str) -> str:
    page.locator("#log").fill(text)
    page.get_by_role("button", name="Diagnose", exact=True).click()
    return headline(page)


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_leads_to_a_verdict(visit: Visit, sample: str) -> None:
    page = open_page(visit)
    page.locator(f"a[data-sample][href$='{sample}']").click()
    assert headline(page)
    assert page.locator(".log .hot").count() == 1
    assert page.locator(".pic .mk--first").count() == 1
    expect(page.get_by_role("heading", name="Findings")).to_be_visible()
    assert not visit.complaints


@pytest.mark.parametrize("visit", [{"viewport": {"width": 320, "height": 700}}], indirect=True)
@pytest.mark.parametrize("sample", SAMPLES)
def test_on_a_small_phone_no_mark_is_cut_at_the_edge_of_its_lane(visit: Visit, sample: str) -> None:
    page = open_page(visit)
    page.locator(f"a[data-sample][href$='{sample}']").click()
    headline(page)
    cut = """marks => marks.filter((mark) => {
      const [own, lane] = [mark.getBoundingClientRect(), mark.parentNode.getBoundingClientRect()];
      return own.left < lane.left || own.right > lane.right;
    }).length"""
    assert page.locator(".pic .mk").evaluate_all(cut) == 0


def test_the_mock_up_case(visit: Visit) -> None:
    page = open_page(visit)
    page.locator(f"a[data-sample][href$='{SAMPLES[0]}']").click()
    words = headline(page)
    assert words.startswith("Process 2121 on worker-0 died first, of signal 7 (bus error).")
    assert words.endswith("The launcher then ended three others.")
    expect(page.locator(".verdict .cmd code")).to_contain_text("ShmSize")
    link = page.locator(".v__e a")
    assert page.request.get(link.get_attribute("href") or "").ok
    page.get_by_role("button", name="Another log").click()
    expect(page.locator("#log")).to_be_focused()


def test_the_box_names_the_repair_before_how_to_see_that_it_worked(visit: Visit) -> None:
    page = open_page(visit)
    page.locator(f"a[data-sample][href$='{SAMPLES[0]}']").click()
    last = page.locator(".next .next__v b")
    expect(last).to_have_text(["Then ", "Fixed when: "])
    expect(page.locator(".next__v a").first).to_have_text("8.1")


def test_pasted_text_and_unfolded_lines(visit: Visit) -> None:
    page = open_page(visit)
    log = "\n".join(
        [*(f"step {n} loss 0.5" for n in range(1, 400)), "ValueError: bad batch", "end"]
    )
    assert "ValueError" in paste(page, log)
    assert page.locator(".log .hot .no").inner_text() == "400"
    page.get_by_role("button", name="399 lines").click()
    expect(page.locator(".plain-line")).to_have_count(200)
    expect(page.locator(".plain-line code").first).to_have_text("step 1 loss 0.5")
    expect(page.locator(".plain-line code").last).to_have_text("step 200 loss 0.5")


def test_a_headline_that_is_cut_ends_with_its_mark(visit: Visit) -> None:
    words = paste(open_page(visit), f"ERROR: the bridge {'is very ' * 20}busy")
    assert words.endswith(" …")


def test_two_files_are_one_run(visit: Visit, tmp_path: Path) -> None:
    one, two = tmp_path / "rank0.log", tmp_path / "rank1.log.gz"
    one.write_text("step 1\nRuntimeError: Connection reset by peer\n")
    two.write_bytes(gzip.compress(b"step 1\nZeroDivisionError: division by zero\n"))
    page = open_page(visit)
    page.locator("input[type=file]").set_input_files([one, two])
    assert headline(page).startswith("No entry knows this failure. Rank 1 failed first")
    assert page.locator(".dh b").inner_text() == "2 files"
    assert page.locator(".log__n").all_inner_texts() == ["rank1.log.gz", "rank0.log"]
    assert page.locator(".ln").count() == 2


def test_zstd_is_refused_in_plain_words(visit: Visit, tmp_path: Path) -> None:
    packed = tmp_path / "a.log.zst"
    packed.write_bytes(b"\x28\xb5\x2f\xfd\x00\x00")
    page = open_page(visit)
    page.locator("input[type=file]").set_input_files(packed)
    assert headline(page) == "There is nothing to diagnose."
    expect(page.locator(".verdict")).to_contain_text("browsers cannot unpack")
    expect(page.locator(".next, .cols")).to_have_count(0)


def test_a_note_on_a_healthy_log_is_no_next_step(visit: Visit, tmp_path: Path) -> None:
    """It was read, and nothing in it names a failure: the note on its name is not "missing"."""
    log = tmp_path / "train.log.gz"
    log.write_text("step 1 loss 2.5\nstep 2 loss 2.4\n")
    page = open_page(visit)
    page.locator("input[type=file]").set_input_files(log)
    assert headline(page) == "Nothing here looks like a failure that Faultbook knows."
    expect(page.locator(".verdict")).to_contain_text("is not packed, whatever its name says")
    expect(page.locator(".next")).to_have_count(0)
    titles = page.locator("[data-result] h2").all_inner_texts()
    assert titles == ["Findings", "Error lines that no entry knows"]
    expect(page.locator("[data-result]")).to_contain_text("give the logs of all its ranks")
    page.get_by_role("link", name="hang", exact=True).click()
    expect(page.locator("#hang")).to_be_in_viewport()


def test_a_note_on_a_file_stands_apart_from_what_is_missing(visit: Visit, tmp_path: Path) -> None:
    log = tmp_path / "train.log.gz"
    log.write_text("step 1\nZeroDivisionError: division by zero\n")
    page = open_page(visit)
    page.locator("input[type=file]").set_input_files(log)
    assert "ZeroDivisionError" in headline(page)
    about = page.locator("section.sec", has_text="About the file")
    expect(about).to_contain_text("it was read as it stands")
    # Where nothing is missing, no heading says so.
    expect(page.get_by_role("heading", name="What is missing")).to_have_count(0)


def test_diagnose_without_a_line_asks_for_one(visit: Visit) -> None:
    page = open_page(visit)
    page.fill("textarea", " \n")
    page.get_by_role("button", name="Diagnose", exact=True).click()
    note = page.get_by_role("alert")
    expect(note).to_have_text("Paste a line first, or choose a file.")
    expect(page.locator("textarea")).to_be_focused()
    page.fill("textarea", "ZeroDivisionError: division by zero")
    expect(note).to_be_hidden()


CUT = """() => [...document.querySelectorAll(".ln__l b, .ln__l span, .tx .at")]
  .filter((part) => part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.textContent)"""


@pytest.mark.parametrize("visit", [{}, PHONE], indirect=True)
def test_the_labels_of_lanes_are_not_cut(visit: Visit, tmp_path: Path) -> None:
    """A column of fixed width cut "trainer-node-a17.log" without a sign of it."""
    names = ["trainer-node-a17.log", "trainer-node-b2.log"]
    for name, kind in zip(names, ("ValueError", "KeyError"), strict=True):
        (tmp_path / name).write_text(f"step 1\n{kind}: {'a long reason ' * 20}\nstep 2\n")
    page = open_page(visit)
    page.locator("input[type=file]").set_input_files([tmp_path / name for name in names])
    headline(page)
    assert sorted(page.locator(".ln__l").all_inner_texts()) == names
    wide = (page.viewport_size or {"width": 0})["width"] > 600
    assert not wide or page.evaluate(CUT) == []  # the phone has room for 16 letters
    assert page.locator(".ln__l").first.get_attribute("title") in names


def test_a_log_of_many_days_has_a_few_dates_on_its_clock(visit: Visit) -> None:
    page = open_page(visit)
    paste(
        page,
        "[rank1]:[E0105 10:00:00.930967482 a.cpp:15] error: bad batch\n"
        "[rank0]:[E1120 11:00:00.930967482 a.cpp:15] error: bad disk\n"
        "Checkpoint finalized successfully\n",
    )
    assert page.locator(".ax span").all_text_contents() == ["29 Apr", "27 Aug"]
    assert page.locator(".ln").count() == 2  # the line that ended well is no echo


def test_an_archive_of_several_members(visit: Visit, tmp_path: Path) -> None:
    """As `cat a.gz b.gz` or a log that was rotated into one file: all of it is read."""
    rng = random.Random(3)
    steps = [b"step %d loss %d\n" % (n, rng.randrange(10**9)) for n in range(60_000)]
    packed = tmp_path / "run.log.gz"
    parts = [b"".join(steps[:9]), b"".join(steps[9:]), b"ZeroDivisionError: division by zero\n"]
    packed.write_bytes(b"".join(map(gzip.compress, parts)))
    page = open_page(visit)
    page.locator("input[type=file]").set_input_files(packed)
    assert "ZeroDivisionError" in headline(page)
    assert page.locator(".log .hot .no").inner_text() == "60001"


def test_files_that_are_no_logs_get_a_word(visit: Visit, tmp_path: Path) -> None:
    empty, zipped, named = (tmp_path / name for name in ("empty.log", "logs.zip", "plain.log.gz"))
    empty.write_bytes(b"")
    zipped.write_bytes(b"PK\x03\x04" + bytes(range(256)))
    named.write_text("step 1 loss 2\n")
    page = open_page(visit)
    page.locator("input[type=file]").set_input_files([empty, zipped, named])
    headline(page)
    words = page.locator(".verdict").inner_text()
    assert "empty.log: is empty." in words
    assert "logs.zip: is packed with zip; unpack it first" in words
    assert "plain.log.gz: is not packed, whatever its name says" in words


def test_an_unknown_error_stands_below_the_end_of_its_traceback(visit: Visit) -> None:
    page = open_page(visit)
    frames = "".join(f'  File "a.py", line {n}, in f{n}\n    f{n + 1}()\n' for n in range(9))
    paste(page, f"step 1\nTraceback (most recent call last):\n{frames}KeyError: 'tokens'\n")
    shown = page.locator(".log > li:not(.lg__f) .no").all_inner_texts()
    assert shown == [str(number) for number in range(13, 22)]
    assert page.locator(".log .hot code").inner_text() == "KeyError: 'tokens'"


LONG_PASTE = """() => {
  const field = document.querySelector("#log");
  const given = new DataTransfer();
  const line = `RuntimeError: widget failed ${"0.123456, ".repeat(500_000)}`;
  given.setData("text/plain", `step 1\\n${line}\\nstep 2 is done\\n`);
  let last = performance.now();
  window.longest = 0;
  window.beat = setInterval(() => {
    window.longest = Math.max(window.longest, performance.now() - last);
    last = performance.now();
  }, 5);
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: given, cancelable: true }));
  return field.value.length;
}"""


def test_a_line_of_megabytes_neither_stops_the_page_nor_fills_it(visit: Visit) -> None:
    page = open_page(visit)
    assert page.evaluate(LONG_PASTE) == 0  # it is read like a file
    assert headline(page).startswith("No entry knows this failure.")
    assert page.evaluate("clearInterval(window.beat) ?? window.longest") < 1_000  # was 2,200
    shown = page.locator(".log .hot code").inner_text()
    assert shown.endswith("(and more than 200,000 characters more)")
    assert len(shown) < 1_300
    assert len(page.locator(".unks code").inner_text()) < 500
    page.locator(".lg__f button").last.click()
    assert page.locator(".plain-line code").last.inner_text() == "step 2 is done"


def test_the_reason_of_an_echo_is_called_an_error(visit: Visit) -> None:
    page = open_page(visit)
    wrapper = "RuntimeError: NCCL error in: a.cpp:5, unhandled system error, NCCL version 2.17.1"
    paste(page, f"{wrapper}\nLast error:\nBootstrap : no interface\n")
    assert page.locator(".v__w").inner_text() == "First error: line 3"
    assert page.locator(".v__e .role").inner_text() == "Collateral"
    expect(page.get_by_role("heading", name="What is missing")).to_have_count(0)


def test_a_warning_is_called_one(visit: Visit) -> None:
    page = open_page(visit)
    said = paste(
        page, "step 1\nWARNING: failed to open the cache folder, going on without\nstep 2\n"
    )
    assert said.startswith("Nothing here names a failure. What comes nearest is a warning:")
    assert page.locator(".log .hot p b").inner_text() == "Warning."


def test_an_error_line_in_a_log_that_goes_on_is_not_called_a_failure(visit: Visit) -> None:
    page = open_page(visit)
    said = paste(
        page,
        "host-a:12:12 [0] NCCL WARN Missing amd_iommu=on\nloading\n" * 2
        + "host-a:13:13 [0] NCCL WARN Missing iommu=pt\nloading\nloading\nloading\n",
    )
    assert said.startswith("No entry knows what looks like an error here, and nothing says that")
    assert page.locator(".log .hot.mild p b").inner_text() == "Unknown."
    assert page.locator(".v__w").inner_text() == "Looks like an error: line 1, host host-a"
    expect(page.locator(".next")).to_contain_text("If the job failed all the same")
    legend = page.locator(".pic figcaption").inner_text()
    assert "Unknown; large: looks like an error" in legend
    assert "first error" not in legend
    assert not visit.complaints


def test_the_words_beside_the_verdict_lead_to_what_they_name(visit: Visit) -> None:
    page = open_page(visit)
    page.locator(f"a[data-sample][href$='{SAMPLES[0]}']").click()
    headline(page)
    page.locator(".v__w a").click()
    expect(page.locator("#first-error")).to_be_in_viewport()
    check = page.locator(".next__v", has_text="Fixed when").get_by_role("link").first
    address = check.get_attribute("href") or ""
    assert page.request.get(address).ok
    assert f'id="{address.split("#")[1]}"' in page.request.get(address).text()


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_glyph_stands_once_in_the_legend(visit: Visit, sample: str) -> None:
    page = open_page(visit)
    page.locator(f"a[data-sample][href$='{sample}']").click()
    headline(page)
    glyphs = page.locator(".pic figcaption use").evaluate_all(
        "all => all.map((one) => one.getAttribute('href'))"
    )
    assert len(set(glyphs)) == len(glyphs) > 0


def test_the_ends_of_a_short_clock_differ(visit: Visit) -> None:
    page = open_page(visit)
    paste(
        page,
        "[rank1]:[E0105 10:00:00.120000000 a.cpp:15] error: bad batch\n"
        "[rank0]:[E0105 10:00:00.930000000 a.cpp:15] error: bad disk\n",
    )
    assert page.locator(".ax span").all_text_contents() == ["10:00:00.120", "10:00:00.930"]


def test_nothing_is_requested_while_diagnosing(visit: Visit, tmp_path: Path) -> None:
    page = open_page(visit)
    page.wait_for_load_state("networkidle")
    sent: list[str] = []
    page.context.on("request", lambda request: sent.append(request.url))
    page.context.set_offline(True)
    log = tmp_path / "train.log"
    log.write_text("[rank1]: ValueError: bad\n" + "step 1 loss 2\n" * 200_000 + UNKNOWN + "\n")
    page.locator("input[type=file]").set_input_files(log)
    assert headline(page)
    page.get_by_role("button", name="Share, after a preview").click()
    page.get_by_role("button", name="Close").click()
    page.locator(".lg__f button").first.click()
    page.locator(".plain-line").first.wait_for()
    assert sent == []


def test_hostile_lines_do_nothing(visit: Visit) -> None:
    page = open_page(visit)
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    paste(page, HOSTILE)
    page.locator(".lg__f button").first.click()
    page.locator(".plain-line").first.wait_for()
    result = page.locator("[data-result]")
    assert result.locator("img, script, a[href^='javascript']").count() == 0
    shown = result.inner_text()
    assert "onerror=alert(1)" in shown
    assert "\u202e" not in shown
    assert not visit.complaints


def test_an_unknown_line_becomes_a_draft(visit: Visit) -> None:
    page = open_page(visit)
    assert paste(page, f"[rank3]: {UNKNOWN}\n").startswith("No entry knows this failure.")
    page.get_by_role("button", name="Draft an entry").first.click()
    draft = page.locator("dialog.pv code").inner_text()
    assert "status: draft" in draft
    assert "widget <int>" in draft
    assert "anna" not in draft
    assert "gpu-node-a" not in draft
    assert "null" not in page.locator("dialog.pv").inner_text()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    assert saved.value.suggested_filename == "draft.yaml"


def test_what_would_be_shared_is_shown_without_names(visit: Visit) -> None:
    page = open_page(visit)
    paste(page, f"gpu17-a:77:77 [0] NCCL WARN {UNKNOWN} token=abcdefgh12345\n")
    page.get_by_role("button", name="Share, after a preview").click()
    text = page.locator("dialog.pv code").inner_text()
    for name in ("anna", "gpu17-a", "gpu-node-a", "abcdefgh12345"):
        assert name not in text
    page.keyboard.press("Escape")
    expect(page.locator("dialog.pv")).to_have_count(0)


def test_json_is_what_the_command_prints(visit: Visit) -> None:
    page = open_page(visit)
    paste(page, "RuntimeError: nobody knows this\n")
    with page.expect_download() as saved:
        page.get_by_role("button", name="As JSON").click()
    answer = json.loads(Path(saved.value.path()).read_text())
    assert answer["file"] == "pasted.log"
    assert answer["initiating"]["line"] == 1


def test_a_long_reading_can_be_stopped(visit: Visit, tmp_path: Path) -> None:
    log = tmp_path / "long.log"
    log.write_text("[rank1]: step 1 loss 2.5 and more words to read through\n" * 1_500_000)
    page = open_page(visit)
    page.locator("input[type=file]").set_input_files(log)
    page.get_by_role("button", name="Stop").click(timeout=5_000)
    expect(page.locator("#log")).to_be_visible(timeout=20_000)
    assert not visit.complaints


def test_a_log_handed_over_by_the_home_page(visit: Visit) -> None:
    page = visit.open("")
    page.locator("#ask").fill("step 1\nValueError: handed over\n")
    page.get_by_role("link", name="Diagnose as a log").click()
    assert "ValueError" in headline(page)
    assert page.evaluate("sessionStorage.getItem('faultbook:log')") is None


@pytest.mark.parametrize(
    "visit", [PHONE, {"viewport": {"width": 320, "height": 700}}], indirect=True
)
@pytest.mark.parametrize("sample", SAMPLES)
def test_nothing_is_wider_than_the_phone(visit: Visit, sample: str) -> None:
    page = open_page(visit)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    page.locator(f"a[data-sample][href$='{sample}']").click()
    headline(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


def test_keyboard_alone(visit: Visit) -> None:
    page = open_page(visit)
    page.locator("#log").focus()
    page.keyboard.insert_text("ValueError: typed\n")
    page.keyboard.press("Control+Enter")
    headline(page)
    assert page.evaluate("document.activeElement.tagName") == "H1"


@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
def test_readable_with_scripts_off(visit: Visit) -> None:
    page = visit.open("diagnose/")
    expect(page.get_by_text("The command line does the same")).to_be_visible()
    expect(page.get_by_text("faultbook diagnose rank*.log")).to_be_visible()
    expect(page.locator("#log")).to_be_hidden()
