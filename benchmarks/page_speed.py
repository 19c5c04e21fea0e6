"""How fast each kind of page shows on a slow phone, and how heavy it is, as a Markdown table.

    python benchmarks/page_speed.py SITE [--check]

SITE is a built site. A phone is emulated as Lighthouse does it: 1.6 Mbit/s, 150 ms for a round
trip, a processor four times slower, an empty cache. The site is served gzipped, as static hosts
do. Largest paint: when the largest thing in view was painted; shift: how much moved while the page
loaded (CLS); bytes: all that was fetched, as it came over the wire. `--check` fails if a page
misses a budget.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gzip
import http.server
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(REPOSITORY)]

from tests.site.page_kinds import MISSING, PAGE_KINDS  # noqa: E402
from tests.tools.chromium import chromium  # noqa: E402

PAGES = {**PAGE_KINDS, "missing page": MISSING}
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER = 4
LARGEST_PAINT, SHIFT, ENTRY_BYTES = 1500, 0.05, 250_000
SETTLED = 1.5  # seconds after `load` in which late paints and shifts still count
OBSERVE = """
window.__seen = { paint: 0, shift: 0 };
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.__seen.paint = one.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.__seen.shift += one.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@dataclass(frozen=True, slots=True)
class Speed:
    """Milliseconds to the first and the largest paint, the shift, bytes and requests."""

    first: float
    largest: float
    shift: float
    size: int
    requests: int


@functools.cache
def _body(path: Path, packed: bool) -> bytes:
    """What is sent for a file: a host packs it once, not for every reader."""
    return gzip.compress(path.read_bytes(), 6) if packed else path.read_bytes()


class _Host(http.server.SimpleHTTPRequestHandler):
    """A static host: keeps connections open, sends text gzipped, has a page for what is missing."""

    protocol_version = "HTTP/1.1"

    def guess_type(self, path: str) -> str:  # type: ignore[override]
        return "font/woff2" if path.endswith(".woff2") else super().guess_type(path)

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        status = 200 if path.is_file() else 404
        path = path if path.is_file() else Path(self.directory) / "404.html"
        kind = self.guess_type(str(path))
        packed = not kind.startswith(("font/", "image/png"))
        body = _body(path, packed)
        self.send_response(status)
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class _Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Say nothing of browsers that leave."""


@contextlib.contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a site; yield its address."""
    host = functools.partial(_Host, directory=str(site))
    server = _Server(("127.0.0.1", 0), host)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def measure(browser: Browser, address: str) -> Speed:
    """Load one page on a slow phone that has never seen the site."""
    context = browser.new_context(
        viewport={"width": 412, "height": 823}, device_scale_factor=1.75, is_mobile=True
    )
    page = context.new_page()
    page.add_init_script(OBSERVE)
    client = context.new_cdp_session(page)
    sizes: list[int] = []
    client.on("Network.loadingFinished", lambda done: sizes.append(int(done["encodedDataLength"])))
    client.send("Network.enable")
    client.send("Network.emulateNetworkConditions", NETWORK)
    client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="load", timeout=120_000)
    page.wait_for_timeout(SETTLED * 1000)
    seen = page.evaluate("window.__seen")
    first = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    context.close()
    return Speed(first, seen["paint"], seen["shift"], sum(sizes), len(sizes))


def misses(name: str, speed: Speed) -> list[str]:
    """Return the budgets that a page misses."""
    found = []
    if speed.largest > LARGEST_PAINT:
        found.append(f"{name}: largest paint after {speed.largest:,.0f} ms")
    if speed.shift > SHIFT:
        found.append(f"{name}: shift of {speed.shift:.3f}")
    if name.startswith("entry") and speed.size > ENTRY_BYTES:
        found.append(f"{name}: {speed.size / 1000:,.0f} kB")
    return found


def main() -> int:
    """Measure every kind of page; print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("site", type=Path)
    parser.add_argument("--check", action="store_true", help="fail if a budget is missed")
    parser.add_argument("--times", type=int, default=3, help="runs of a page; the best counts")
    options = parser.parse_args()
    missed: list[str] = []
    with sync_playwright() as playwright, served(options.site) as url:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        print("| Page | First paint | Largest paint | Shift | Bytes, gzipped | Requests |")
        print("|---|---|---|---|---|---|")
        for name, path in PAGES.items():
            runs = (measure(browser, url + path) for _ in range(options.times))
            best = min(runs, key=lambda speed: speed.largest)
            missed += misses(name, best)
            print(
                f"| {name} | {best.first:,.0f} ms | {best.largest:,.0f} ms | {best.shift:.3f} "
                f"| {best.size / 1000:,.0f} kB | {best.requests} |",
                flush=True,
            )
        print(f"\n{time.strftime('%Y-%m-%d')}, Chromium {browser.version}.")
        browser.close()
    print(*missed, sep="\n")
    return bool(options.check and missed)


if __name__ == "__main__":
    sys.exit(main())
