"""The search beside Material's own, in one Chromium, over the same corpus, as a Markdown table.

    python benchmarks/search.py [--entries 1000] [--large 10000]

Twice: the entries of this repository, and as many synthetic ones as asked for. Each corpus becomes
a site by `faultbook build`, and a plain MkDocs site with Material's search, where each entry's
Markdown twin is a page. Both answer the same 100 lines as they stand in a log (other numbers,
another case, a prefix). Ready: from the request for the index to the first answer. Bytes: the index
and the scripts of the search, gzipped. First hit: the right entry stands first.

With `--large`, a second table: so many synthetic entries, ours alone, each row in a fresh browser
with nothing cached. Typed: from the first input event in the field of the home page to the first
result on the screen. Diagnosed: from the click to the verdict on the diagnosis page, for a log of
one line.
"""

from __future__ import annotations

import argparse
import gzip
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "generator")]

from tests.site.conftest import _RootHandler, _served  # noqa: E402
from tests.site.test_search import as_in_a_log  # noqa: E402
from tests.tools.chromium import chromium  # noqa: E402

from benchmarks import synthetic  # noqa: E402
from faultbook.corpus import Corpus, load_corpus  # noqa: E402
from faultbook.entry import Role  # noqa: E402
from faultbook.mkdocs_adapter.build import build_site  # noqa: E402
from faultbook.site.modules import search_modules  # noqa: E402

LINES = 100
CONFIG = "site_name: Measured\ntheme: {name: material, font: false}\nplugins: [search]\n"
OURS = CONFIG.replace("[search]", "[{faultbook: {entries: [ENTRIES]}}]")
ASK_OURS = """async (queries) => {
  const start = performance.now();
  const { loadIndex } = await import(new URL("assets/js/search/load.js", document.baseURI));
  const index = await loadIndex();
  index.search("ready");
  const ready = performance.now() - start;
  const answers = queries.map((query) => {
    const before = performance.now();
    const first = index.search(query)[0]?.entry.id ?? "";
    return [performance.now() - before, first];
  });
  return [ready, answers];
}"""
TYPED = """async (line) => {
  const field = document.querySelector("[data-ask]");
  const start = performance.now();
  field.value = line;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  while (!document.querySelector("#found a")) await new Promise((done) => setTimeout(done, 4));
  return performance.now() - start;
}"""
DIAGNOSED = """async (line) => {
  const next = () => new Promise((done) => setTimeout(done, 4));
  const root = document.querySelector("[data-diagnose]");
  while (!("ready" in root.dataset)) await next();
  root.querySelector("textarea").value = line;
  root.querySelector("form").requestSubmit();
  while (root.querySelector("[data-result]").hidden) await next();
  return performance.now();
}"""
# Material's worker speaks in messages: 0 set up, 1 ready, 2 query, 3 result
ASK_MATERIAL = """async (queries) => {
  const base = new URL(".", document.baseURI).href;
  const config = JSON.parse(document.getElementById("__config").textContent);
  const start = performance.now();
  const index = await (await fetch(new URL("search/search_index.json", base))).json();
  const worker = new Worker(new URL(config.search, base));
  const once = (type, message) => new Promise((done) => {
    worker.onmessage = ({ data }) => data.type === type && done(data.data);
    worker.postMessage(message);
  });
  const options = { suggest: false };
  await once(1, { type: 0, data: { config: index.config, docs: index.docs, options } });
  const plain = (text) => text.replace(/[\\s\\-:~^*+\\[\\](){}"']+/g, " ").trim();
  await once(3, { type: 2, data: "ready" });
  const ready = performance.now() - start;
  const answers = [];
  for (const query of queries) {
    const before = performance.now();
    const { items } = await once(3, { type: 2, data: plain(query) });
    answers.push([performance.now() - before, items[0]?.[0]?.location.split("/")[0] ?? ""]);
  }
  return [ready, answers];
}"""


@dataclass(frozen=True, slots=True)
class Measured:
    """Milliseconds until ready, median milliseconds an answer, bytes gzipped, first hits of all."""

    ready: float
    median: float
    size: int
    hits: int
    asked: int


def lines(corpus: Corpus) -> list[tuple[str, str]]:
    """Pairs of an entry and one of its lines as another log would hold it."""
    source = random.Random(7)
    pairs = [
        (entry.id, as_in_a_log(signature.examples[0].text, source))
        for entry in corpus
        for signature in entry.signatures[:1]
        if signature.role == Role.INITIATING
        and not (signature.whole_line or signature.all_of or signature.unless)
        and "\n" not in signature.examples[0].text
    ]
    return source.sample(pairs, min(LINES, len(pairs)))


def build(entries: Path, folder: Path) -> tuple[Corpus, Path, Path]:
    """Build both sites; return the corpus and their folders."""
    (folder / "docs").mkdir(parents=True)
    (folder / "mkdocs.yml").write_text(OURS.replace("ENTRIES", str(entries)))
    ours = build_site(folder / "mkdocs.yml", folder / "ours").site_dir
    corpus = load_corpus([entries])
    plain = folder / "plain"
    (plain / "docs").mkdir(parents=True)
    (plain / "mkdocs.yml").write_text(CONFIG)
    (plain / "docs" / "index.md").write_text("# Measured\n")
    for entry in corpus:
        twin = (ours / entry.id / "index.md").read_text(encoding="utf-8")
        (plain / "docs" / f"{entry.id}.md").write_text(twin, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q"], cwd=plain, check=True)
    return corpus, ours, plain / "site"


def measure(
    browser: Browser, site: Path, asked: list[tuple[str, str]], script: str, files: list[Path]
) -> Measured:
    """Ask a site all lines in a fresh page."""
    with _served(site, _RootHandler) as url:
        context = browser.new_context(bypass_csp=True)
        page = context.new_page()
        page.set_default_timeout(300_000)
        page.goto(url)
        ready, answers = page.evaluate(script, [line for _, line in asked])
        context.close()
    size = sum(len(gzip.compress(file.read_bytes(), 6)) for file in files)
    hits = sum(first == name for (name, _), (_, first) in zip(asked, answers, strict=True))
    return Measured(ready, statistics.median(ms for ms, _ in answers), size, hits, len(asked))


def rows(browser: Browser, entries: Path, folder: Path) -> list[str]:
    """Measure one corpus with both searches; return rows of the table."""
    corpus, ours, plain = build(entries, folder)
    asked = lines(corpus)
    scripts = ours / "assets/js"
    engine = [scripts / f"{name}.js" for name in search_modules()]
    own = [ours / "assets/search.json", scripts / "search/dialog.js", *engine]
    index = plain / "search/search_index.json"
    material = [index, *plain.glob("assets/javascripts/workers/search.*.min.js")]
    found = (
        ("Faultbook", measure(browser, ours, asked, ASK_OURS, own)),
        ("Material", measure(browser, plain, asked, ASK_MATERIAL, material)),
    )
    return [
        f"| {len(corpus):,} | {name} | {m.ready:,.0f} ms | {m.median:.1f} ms "
        f"| {m.size / 1000:,.0f} kB | {m.hits} of {m.asked} |"
        for name, m in found
    ]


def large(browser: Browser, count: int, folder: Path) -> list[str]:
    """Measure a large corpus as a reader meets it; return rows of the second table."""
    synthetic.write(count, folder / "entries")
    (folder / "docs").mkdir()
    config = folder / "mkdocs.yml"
    config.write_text(OURS.replace("ENTRIES", str(folder / "entries")))
    site = build_site(config, folder / "site").site_dir
    asked = lines(load_corpus([folder / "entries"]))
    rows = []
    with _served(site, _RootHandler) as url:
        typed = [first_answer(browser, url, "", TYPED, line, site) for _, line in asked[:5]]
        log = "diagnose/", DIAGNOSED
        logs = [first_answer(browser, url, *log, line, site) for _, line in asked[:3]]
    for name, found in (("Typed, first answer", typed), ("Diagnosed, first log", logs)):
        took, size = statistics.median(ms for ms, _ in found), max(size for _, size in found)
        rows.append(f"| {count:,} | {name} | {took:,.0f} ms | {size / 1000:,.0f} kB |")
    own = [site / "assets/search.json"]
    found = measure(browser, site, asked, ASK_OURS, own)
    rows.append(f"| {count:,} | Each further query, median | {found.median:.1f} ms | none |")
    return rows


def first_answer(
    browser: Browser, url: str, path: str, script: str, line: str, site: Path
) -> tuple[float, int]:
    """Ask one line in a browser that has cached nothing; return milliseconds and bytes fetched.

    Bytes are those of all that was fetched, each file gzipped; for the home page, of what was
    fetched after it had loaded.
    """
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(120_000)
    fetched: list[str] = []
    page.on("request", lambda sent: fetched.append(sent.url.removeprefix(url)))
    page.goto(url + path, wait_until="domcontentloaded" if path else "networkidle")
    if not path:
        fetched.clear()
    took = float(page.evaluate(script, line))
    context.close()
    files = {site / name.partition("?")[0] for name in fetched}
    return took, sum(len(gzip.compress(f.read_bytes(), 6)) for f in files if f.is_file())


def main() -> None:
    """Measure today's corpus and a synthetic one; print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--entries", type=int, default=1000, help="synthetic entries; 0 for none")
    parser.add_argument("--large", type=int, default=0, help="entries of the second table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        scratch = Path(folder)
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        print("| Entries | Search | Ready | Median answer | Bytes, gzipped | Right page first |")
        print("|---|---|---|---|---|---|")
        print(*rows(browser, REPOSITORY / "entries", scratch / "today"), sep="\n", flush=True)
        if options.entries:
            synthetic.write(options.entries, scratch / "entries")
            print(*rows(browser, scratch / "entries", scratch / "many"), sep="\n")
        if options.large:
            print("\n| Entries | Asked | Time | Fetched, gzipped |\n|---|---|---|---|", flush=True)
            print(*large(browser, options.large, scratch / "large"), sep="\n")
        found = re.sub(r"\s+", " ", browser.version)
        browser.close()
    print(
        f"\n{time.strftime('%Y-%m-%d')}, Chromium {found}, "
        f"mkdocs-material {version('mkdocs-material')}, mkdocs {version('mkdocs')}."
    )


if __name__ == "__main__":
    main()
