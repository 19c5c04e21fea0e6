"""The search in a real Chromium: a pasted line, words, the keyboard, and what it fetches."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, Route, expect

from faultbook.corpus import load_corpus
from faultbook.entry import Role
from faultbook.paths import public_entries_dir
from tests.site.conftest import Visit

pytestmark = pytest.mark.browser

ENTRY = "nccl-shm-no-space-docker"
FIELD = "dialog.so textarea"
OPTION = "dialog.so [role=row]"
RESULT = f"{OPTION} a.sr__t"


def ask(page: Page, query: str) -> None:
    page.keyboard.press("/")
    page.fill(FIELD, query)
    page.wait_for_selector(OPTION)


def asked_for(visit: Visit, path: str) -> list[Request]:
    """Open a page and keep every request for the index of the search."""
    requests: list[Request] = []
    visit.page.on("request", lambda r: requests.append(r) if "search.json" in r.url else None)
    visit.open(path)
    visit.page.wait_for_load_state("networkidle")
    return requests


def test_nothing_of_the_index_is_fetched_before_the_first_query(visit: Visit) -> None:
    requests = asked_for(visit, f"{ENTRY}/")
    assert not requests
    ask(visit.page, "shared memory")
    assert len(requests) == 1
    ask(visit.page, "watchdog")
    assert len(requests) == 1


@pytest.mark.parametrize("key", ["/", "Control+k"])
def test_a_key_opens_it_and_escape_closes_it(visit: Visit, key: str) -> None:
    visit.open(f"{ENTRY}/")
    visit.page.keyboard.press(key)
    expect(visit.page.locator(FIELD)).to_be_focused()
    visit.page.keyboard.press("Escape")
    expect(visit.page.locator("dialog.so")).not_to_be_visible()
    assert not visit.complaints


@pytest.mark.parametrize("visit", [{"viewport": {"width": 375, "height": 700}}], indirect=True)
def test_a_phone_is_offered_a_word_and_no_key(visit: Visit) -> None:
    visit.open(f"{ENTRY}/")
    visit.page.keyboard.press("/")
    close = visit.page.locator("dialog.so .so__x")
    assert close.inner_text() == "Close"
    close.click()
    expect(visit.page.locator("dialog.so")).not_to_be_visible()


def test_a_line_as_it_stands_in_a_log_finds_the_entry_that_prints_it(visit: Visit) -> None:
    visit.open(f"{ENTRY}/")
    visit.page.keyboard.press("Control+k")
    visit.page.fill(
        FIELD,
        "[2026-04-22 21:34:20] node-7:202016:202235 [0] misc/shmutils.cc:90 NCCL WARN Error: "
        "failed to extend /dev/shm/nccl-Ab12C to 9637999 bytes, error: No space "
        "left on device (28)",
    )
    first = visit.page.locator(OPTION).first
    expect(first.locator("a.sr__t")).to_have_attribute("href", re.compile(f"/{ENTRY}/$"))
    expect(visit.page.locator("dialog.so h2").first).to_contain_text("Prints this line")


def test_a_misspelt_word_still_finds(visit: Visit) -> None:
    visit.open(f"{ENTRY}/")
    ask(visit.page, "watchdgo timeout")
    expect(visit.page.locator(RESULT).first).to_contain_text(re.compile("watchdog", re.I))


def test_the_keyboard_moves_and_opens_in_the_view_that_is_read(visit: Visit) -> None:
    visit.open(f"{ENTRY}/on-call/")
    ask(visit.page, "nccl timeout")
    second = visit.page.locator(RESULT).nth(1).get_attribute("href")
    visit.page.keyboard.press("ArrowDown")
    expect(visit.page.locator(OPTION).nth(1)).to_have_attribute("aria-selected", "true")
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_url(str(second))
    assert visit.page.url.endswith("/on-call/")


def test_a_setting_leads_to_the_index_of_settings(visit: Visit) -> None:
    visit.open(f"{ENTRY}/")
    ask(visit.page, "NCCL_SHM_DISABLE")
    expect(visit.page.locator("dialog.so .so__p").first).to_contain_text("NCCL_SHM_DISABLE")


def test_hostile_text_is_shown_and_does_nothing(visit: Visit) -> None:
    visit.open(f"{ENTRY}/")
    visit.page.keyboard.press("/")
    visit.page.fill(FIELD, "<img src=x onerror=alert(1)> nccl")
    visit.page.wait_for_selector(OPTION)
    assert visit.page.locator("dialog.so img").count() == 0
    assert not visit.complaints


def test_the_home_page_answers_while_it_is_typed_into(visit: Visit) -> None:
    visit.open("")
    visit.page.fill("#ask", "DataLoader worker (pid 4711) is killed by signal: Bus error")
    option = visit.page.locator("#found [role=row] a.sr__t").first
    expect(option).to_have_attribute("href", re.compile("/dataloader-shm-bus-error/$"))


def test_an_address_with_a_query_is_answered(visit: Visit) -> None:
    visit.open("search/?q=fallen+off+the+bus")
    option = visit.page.locator("#found [role=row] a.sr__t").first
    expect(option).to_have_attribute("href", re.compile("/xid-79-gpu-fallen-off-the-bus/$"))


PREFIXES = (
    "2026-04-22T21:34:20.123Z node-17 ",
    "[rank17]: ",
    "(RayWorker pid=31337, ip=192.0.2.7) ",
    "node-a:4711:4712 [0] ",
    "",
)


def as_in_a_log(line: str, source: random.Random) -> str:
    """Change what varies from log to log: long numbers, addresses, case, the prefix."""
    line = re.sub(r"0x[0-9a-f]{5,}", lambda _: f"0x{source.getrandbits(40):x}", line)
    line = re.sub(r"\d{4,}", lambda m: str(source.randrange(10 ** len(m[0]))), line)
    line = source.choice((line, line, line.lower(), line.upper()))
    return source.choice(PREFIXES) + line


def lines_of_the_corpus(count: int) -> list[tuple[str, str]]:
    """An example line of each of some entries, as it might stand in another log."""
    source = random.Random(7)
    corpus = load_corpus([public_entries_dir()])
    pairs = [
        (entry.id, as_in_a_log(signature.examples[0].text, source))
        for entry in corpus
        for signature in entry.signatures[:1]
        if signature.role == Role.INITIATING
        and not signature.whole_line
        and not signature.all_of
        and not signature.unless
        and "\n" not in signature.examples[0].text
    ]
    return source.sample(pairs, min(count, len(pairs)))


def test_the_right_page_comes_first_for_97_of_100_lines(visit: Visit, site: Path) -> None:
    """Measured in the page itself, over the whole corpus; figures are in benchmarks/."""
    assert (site / "assets" / "search.json").stat().st_size < 2_000_000
    visit.open("")
    pairs = lines_of_the_corpus(100)
    found = visit.page.evaluate(
        """async (queries) => {
          const base = new URL("assets/js/search/load.js", document.baseURI);
          const { loadIndex } = await import(base);
          const index = await loadIndex();
          return queries.map((query) => index.search(query)[0]?.entry.id ?? null);
        }""",
        [line for _, line in pairs],
    )
    missed = [(i, line, got) for (i, line), got in zip(pairs, found, strict=True) if i != got]
    assert len(missed) <= 0.03 * len(pairs), "\n".join(map(str, missed))


@pytest.mark.parametrize(
    ("query", "entry"),
    [
        ("cuda out of memory", "cuda-oom-model-too-large"),
        ("nccl timeout", "nccl-watchdog-collective-timeout"),
        ("nccl tiemout", "nccl-watchdog-collective-timeout"),
        ("watchdog", "nccl-watchdog-collective-timeout"),
        ("loss is nan", "training-loss-nan"),
        ("gpu fell off the bus", "xid-79-gpu-fallen-off-the-bus"),
        ("xid 79", "xid-79-gpu-fallen-off-the-bus"),
        ("illegal memory acces", "cuda-illegal-memory-access"),
        ("kubernets oomkilled", "k8s-oomkilled-137"),
        ("segfault", "bare-segmentation-fault"),
        ("sigkill", "host-oom-killer-sigkill"),
        ("shm too small", "nccl-shm-no-space-docker"),
        ("no space left on device", "disk-full-enospc"),
        ("failed to extend /dev/shm", "nccl-shm-no-space-docker"),
        ("torchrun port in use", "master-port-address-already-in-use"),
    ],
)
def test_words_show_the_obvious_entry_first(visit: Visit, query: str, entry: str) -> None:
    """As words, as the beginning of a line, with a synonym, with a typing error."""
    visit.open(f"{ENTRY}/")
    ask(visit.page, query)
    first = visit.page.locator(RESULT).first.get_attribute("href")
    assert first is not None
    assert first.rstrip("/").endswith(entry)


def test_a_result_by_words_shows_the_line_that_has_them(visit: Visit) -> None:
    visit.open(f"{ENTRY}/")
    ask(visit.page, "watchdog timeout")
    assert "atchdog" in visit.page.locator(f"{OPTION} code mark").first.inner_text()


def test_a_line_that_only_a_diagnosis_derives_is_not_shown(visit: Visit) -> None:
    visit.open(f"{ENTRY}/")
    ask(visit.page, "cuda out of memory")
    lines = visit.page.locator(".so .sr code").all_inner_texts()
    assert "CUDA out of memory. Tried to allocate" in lines
    assert not [line for line in lines if line.startswith("faultbook:")]


def test_the_page_of_a_query_says_what_was_asked(visit: Visit) -> None:
    page = visit.open("search/?q=nccl+timeout")
    heading = page.locator("h1")
    expect(heading).to_have_text("Failures for “nccl timeout”")
    page.fill("#narrow", "<b>xid</b> 79")
    expect(heading).to_have_text("Failures for “<b>xid</b> 79”")
    assert "79" in page.title()
    assert page.url.endswith("?q=%3Cb%3Exid%3C%2Fb%3E+79")
    page.fill("#narrow", "")
    expect(heading).to_have_text("Search")
    expect(page.get_by_role("heading", name="By category")).to_be_visible()
    assert "q=" not in page.url


def test_a_query_in_the_address_asks_for_the_index_before_the_style_sheet_is_there(
    visit: Visit,
) -> None:
    """The index is the longest to fetch: it waits for nothing but the smallest script."""
    order: list[str] = []

    def hold(route: Route) -> None:
        """Until the index was asked for; a page that waits for the style sheet waits in vain."""
        for _ in range(100):
            if "index" not in order:
                visit.page.wait_for_timeout(100)
        order.append("style sheet")
        route.continue_()

    visit.page.on("request", lambda r: order.append("index") if "search.json" in r.url else None)
    visit.page.route("**/faultbook.*.css", hold)
    visit.open("search/?q=nccl+timeout")
    expect(visit.page.locator("#found [role=row]").first).to_be_visible()
    assert order == ["index", "style sheet"]  # and once
    assert not visit.complaints  # of a preload that nobody used


@pytest.mark.parametrize("path", ["search/", "failures/all/", ""])
def test_a_page_without_a_query_fetches_nothing_of_the_index(visit: Visit, path: str) -> None:
    assert not asked_for(visit, path)


def test_the_page_of_a_query_names_every_module_that_it_runs(visit: Visit) -> None:
    """A module left out would be fetched a round trip later, and nobody would see why."""
    ran: set[str] = set()
    visit.page.on("request", lambda r: ran.add(r.url) if r.resource_type == "script" else None)
    visit.open("search/?q=nccl+timeout")
    expect(visit.page.locator("#found [role=row]").first).to_be_visible()
    preloads = "[...document.querySelectorAll('link[rel=modulepreload]')].map(l => l.href)"
    named = set(visit.page.evaluate(preloads))
    assert {url for url in ran if "/search/" in url} <= named
    assert any(url.endswith("/search/engine.js") for url in named)
    assert not [url for url in ran if "/engine/" in url or "/logs/" in url]  # joined into it


@pytest.mark.parametrize("visit", [{"java_script_enabled": False}], indirect=True)
def test_without_scripts_the_search_leads_to_the_list_of_all(visit: Visit) -> None:
    page = visit.open("")
    page.get_by_role("button", name="Find the failure").click()
    page.wait_for_url("**/search/?q=*")
    page.locator(".no-js-only").get_by_role("link", name="All failures").click()
    page.wait_for_url("**/failures/all/")
    expect(page.locator("h1")).to_have_text("All failures, from A to Z")


def test_a_number_that_is_cut_off_is_another_number(visit: Visit) -> None:
    """ "Cuda failure 2" is no beginning of "Cuda failure 217"."""
    visit.open("search/?q=NCCL+WARN+Cuda+failure+2")
    visit.page.wait_for_selector('[role="row"]')
    printed = visit.page.locator(".sr", has_text="Cuda failure 217")
    group = visit.page.get_by_role("heading", name="Prints this line")
    assert printed.count() == 0 or group.count() == 0
    held = visit.page.get_by_role("grid", name="Holds this text").locator(".sr")
    assert held.filter(has_text="Cuda failure 217").count() == 0


def test_a_list_that_is_cut_says_so(visit: Visit) -> None:
    page = visit.open("search/?q=hang")
    expect(page.get_by_role("status").first).to_have_text("The 12 likeliest failures")


def test_an_empty_field_is_asked_for_a_line(visit: Visit) -> None:
    page = visit.open("")
    page.get_by_role("button", name="Find the failure").click()
    expect(page.get_by_role("alert")).to_have_text("Paste a line first, or type a word.")
    expect(page.locator("#ask")).to_be_focused()
    page.fill("#ask", "watchdog")
    page.wait_for_selector("#found [role=row]")
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize(
    ("query", "group", "entry"),
    [
        (
            "Watchdog caught collective operation timeout",
            "Holds this text as a piece of a longer line",
            "nccl-watchdog-collective-timeout",
        ),
        ("exit code 137", "Prints this line 1 entry", "process-killed-no-reason"),
    ],
)
def test_a_piece_of_a_line_is_no_line(visit: Visit, query: str, group: str, entry: str) -> None:
    """The narrow signature of a barrier, and mpirun's, were named as printing it."""
    visit.open("")
    visit.page.fill("#ask", query)
    first = visit.page.locator("#found [role=row] a.sr__t").first
    expect(first).to_have_attribute("href", re.compile(f"/{entry}/$"))
    expect(visit.page.locator("#found h2").first).to_have_text(re.compile(f"^{group}"))


@pytest.mark.parametrize("query", ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>"])
def test_numbers_and_letters_make_no_resemblance(visit: Visit, query: str) -> None:
    """Of these, entries share "1" and "x"."""
    visit.open("")
    visit.page.fill("#ask", query)
    visit.page.wait_for_selector("#found *")
    expect(visit.page.get_by_role("heading", name="Resembles it")).to_have_count(0)
    for entry in ("torchrun-death-signal-sighup", "numpy2-abi-break"):
        assert visit.page.locator(f'#found a[href*="/{entry}/"]').count() == 0


def test_a_word_that_is_not_shown_says_where_it_stands(visit: Visit) -> None:
    visit.open("search/?q=hang")
    visit.page.wait_for_selector("[role=row]")
    notes = visit.page.locator(".sr__w").all_inner_texts()
    assert notes
    assert not [
        note
        for note in notes
        if not re.match("in (its id|a tag, name or setting|another of its lines|its text): ", note)
    ]
    visit.page.fill("#narrow", "NCCL_SHM_DISABLE")
    expect(visit.page.locator(".sr__w").first).to_have_text(
        "in a tag, name or setting: nccl_shm_disable"
    )


def test_the_name_of_a_setting_leads_to_its_place_first(visit: Visit) -> None:
    visit.open("search/?q=NCCL_SHM_DISABLE=1")
    expect(visit.page.locator("#found h2").first).to_have_text("The setting of this name")
    link = visit.page.locator("#found a").first
    expect(link).to_have_attribute("href", re.compile("/settings/#nccl_shm_disable$"))
    link.click()
    expect(visit.page.locator("#nccl_shm_disable:target")).to_be_visible()


LOG = """[worker-0:2121 :0:7025] Caught signal 7 (Bus error: nonexistent physical address)
[2022-12-21 10:43:17,573] [INFO] [launch.py:286:sigkill_handler] Killing subprocess 2118
"""


def test_of_several_lines_the_cause_stands_first_and_nothing_is_guessed(visit: Visit) -> None:
    page = visit.open("")
    page.locator("textarea").fill(LOG)
    expect(page.locator(".so__r h2")).to_have_text(["Print one of these lines 2 entries"])
    assert page.locator(".sr__t").first.inner_text().startswith("NCCL cannot create its /dev/shm")
    page.locator("textarea").press("Enter")
    page.wait_for_url("**/diagnose/")


ENDINGS = {
    "throttle": "A GPU slows its clocks",
    "job hangs": "A distributed job stands still",
    "timeouts": "NCCL watchdog collective timeout",
}


@pytest.mark.parametrize(("query", "entry"), ENDINGS.items())
def test_another_ending_finds_the_same(visit: Visit, query: str, entry: str) -> None:
    page = visit.open("search/")
    page.locator("main input").first.fill(query)
    expect(page.locator(".sr__t").first).to_be_visible()
    assert any(title.startswith(entry) for title in page.locator(".sr__t").all_inner_texts())


def test_a_printed_line_names_only_the_settings_that_it_spells_out(visit: Visit) -> None:
    page = visit.open("search/")
    line = "[Rank 3] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=120, OpType=X"
    page.locator("main input").first.fill(line)
    expect(page.locator(".sr__t").first).to_be_visible()
    expect(page.locator(".so__p a")).to_have_count(0)
