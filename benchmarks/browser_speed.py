"""How fast the page diagnoses a log in Chromium, beside a bare read of the same file.

    python benchmarks/browser_speed.py SITE [--megabytes 200]

SITE is a built site. The log of `benchmarks/diagnosis.py` is generated. In one page, in turns: the
file is read in blocks of a megabyte, decoded and split into lines, and nothing else; then it is
diagnosed. Printed: seconds (best of three), their ratio, and the most memory that the browser's
processes held more than before.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "generator")]

from benchmarks.diagnosis import generate  # noqa: E402
from tests.site.conftest import _Handler, _served  # noqa: E402
from tests.tools.chromium import chromium  # noqa: E402

BUDGET = 5.0  # of the bare reading's time
TIMES = 3
PREPARE = """async () => {
  const input = document.createElement("input");
  input.type = "file";
  input.id = "measured";
  document.body.append(input);
  const script = document.querySelector("script[type=module]").src;
  const { Engine } = await import(new URL("diagnose-page/engine.js", script));
  window.engine = new Engine({ onProgress: () => {} });
  await window.engine.ready;
}"""
BARE = """async () => {
  const [file] = document.querySelector("#measured").files;
  const start = performance.now();
  const decoder = new TextDecoder();
  let lines = 0;
  for (let at = 0; at < file.size; at += 1 << 20) {
    const bytes = await file.slice(at, at + (1 << 20)).arrayBuffer();
    lines += decoder.decode(bytes, { stream: true }).split("\\n").length - 1;
  }
  return [(performance.now() - start) / 1000, lines];
}"""
DIAGNOSED = """async () => {
  const [file] = document.querySelector("#measured").files;
  const start = performance.now();
  const report = await window.engine.diagnose([{ name: file.name, blob: file }]);
  return [(performance.now() - start) / 1000, report.headline, report.about.lines[0]];
}"""


class Memory(threading.Thread):
    """Watches what all processes of a browser hold together."""

    def __init__(self, root: int) -> None:
        super().__init__(daemon=True)
        self.root, self.most, self.stopped = root, 0, False

    def run(self) -> None:
        while not self.stopped:
            self.most = max(self.most, held(self.root))
            time.sleep(0.05)


def held(root: int) -> int:
    """Bytes of memory that a process and its descendants hold (shared pages counted in each)."""
    parents: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            rows = dict(
                line.split(":", 1) for line in status.read_text().splitlines() if ":" in line
            )
        except OSError:
            continue
        pid = int(rows["Pid"])
        parents[pid] = int(rows["PPid"])
        sizes[pid] = int(rows.get("VmRSS", "0 kB").split()[0]) * 1024
    total = 0
    for pid, size in sizes.items():
        at = pid
        while at in parents and at != root:
            at = parents[at]
        total += size if at == root else 0
    return total


def measure(page: Page, log: Path, browser: int) -> tuple[float, float, float]:
    """Best seconds of the bare reading and of the diagnosis, and megabytes more than before."""
    page.evaluate(PREPARE)
    page.locator("#measured").set_input_files(log)
    before = held(browser)
    memory = Memory(browser)
    memory.start()
    bare, diagnosed = [], []
    for _ in range(TIMES):
        seconds, lines = page.evaluate(BARE)
        bare.append(seconds)
        seconds, words, counted = page.evaluate(DIAGNOSED)
        diagnosed.append(seconds)
        print(f"bare {bare[-1]:.2f} s, diagnosed {seconds:.2f} s, {counted:,} of {lines:,} lines")
        print(f"    {words}")
    memory.stopped = True
    return min(bare), min(diagnosed), (memory.most - before) / 2**20


def main() -> int:
    """Generate, measure, compare."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("site", type=Path)
    parser.add_argument("--megabytes", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, _served(options.site, _Handler) as url:
        log = Path(folder) / "train.log"
        generate(log, options.megabytes)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"]
            )
            process = youngest_browser()
            page = browser.new_page()
            page.goto(f"{url}diagnose/")
            page.locator("[data-ready]").wait_for()
            bare, diagnosed, memory = measure(page, log, process)
            browser.close()
    ratio = diagnosed / bare
    print(f"{options.megabytes} MB: bare {bare:.2f} s, diagnosed {diagnosed:.2f} s")
    print(f"ratio {ratio:.2f} (at most {BUDGET}); {memory:.0f} MB more memory than before")
    return int(ratio > BUDGET)


def youngest_browser() -> int:
    """The process of the browser that was started last."""
    pids = [int(one.parent.name) for one in Path("/proc").glob("[0-9]*/cmdline")]
    found = []
    for pid in pids:
        try:
            words = Path(f"/proc/{pid}/cmdline").read_text()
        except OSError:
            continue
        if "--remote-debugging" in words and "--type=" not in words:
            found.append(pid)
    assert found, "no browser runs"
    return max(found)


if __name__ == "__main__":
    sys.exit(main())
