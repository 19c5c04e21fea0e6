"""The site, built once for a run, served with a strict policy, and a real Chromium."""

from __future__ import annotations

import contextlib
import functools
import http.server
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from faultbook.mkdocs_adapter.build import Report, build_site

ROOT = Path(__file__).resolve().parents[2]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
BASE = "/some/base/"
"""The site is served below a path, as on a project page: links must be relative."""


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return build_site(ROOT / "mkdocs.yml", tmp_path_factory.mktemp("site") / "site")


@pytest.fixture(scope="session")
def site(report: Report) -> Path:
    return report.site_dir


class _Handler(http.server.SimpleHTTPRequestHandler):
    base = BASE

    def log_message(self, *_: object) -> None:
        pass

    def translate_path(self, path: str) -> str:
        if not path.startswith(self.base):
            return str(Path(self.directory) / "no such file")
        return super().translate_path("/" + path.removeprefix(self.base))

    def send_error(self, code: int, *_: object) -> None:
        """Answer like a static host: with the site's own page."""
        body = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "max-age=600")  # as static hosts do
        super().end_headers()


class _RootHandler(_Handler):
    base = "/"


@contextlib.contextmanager
def _served(site: Path, handler: type[_Handler]) -> Iterator[str]:
    bound = functools.partial(handler, directory=str(site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), bound)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{handler.base}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def url(site: Path) -> Iterator[str]:
    with _served(site, _Handler) as address:
        yield address


@pytest.fixture(scope="session")
def root_url(site: Path) -> Iterator[str]:
    """The site at the root of a host, where the page for missing addresses works as well."""
    with _served(site, _RootHandler) as address:
        yield address


@dataclass
class Visit:
    """A page and what went wrong on it."""

    page: Page
    url: str
    complaints: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        self.page.goto(self.url + path)
        return self.page


@pytest.fixture
def visit(browser: Browser, url: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A fresh page; parametrise indirectly with options of `new_context`."""
    options = getattr(request, "param", {})
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
    visit = Visit(context.new_page(), url)
    visit.page.on(
        "console",
        lambda message: (
            visit.complaints.append(message.text) if message.type in ("error", "warning") else None
        ),
    )
    visit.page.on("pageerror", lambda error: visit.complaints.append(str(error)))
    visit.page.on(
        "request",
        lambda sent: None if sent.url.startswith(url) else visit.foreign.append(sent.url),
    )
    yield visit
    context.close()


@pytest.fixture(scope="session")
def entry_ids(site: Path) -> list[str]:
    """Every entry of the built site."""
    boards = {"on-call", "executive"}
    return sorted(
        page.parent.parent.name
        for page in site.glob("*/on-call/index.html")
        if page.parent.parent.name not in boards
        and "http-equiv" not in page.read_text(encoding="utf-8")[:600]
    )


@pytest.fixture(scope="session", autouse=True)
def _tools() -> None:
    assert shutil.which("node"), "node is missing: run tests/tools/ensure_tools.sh"
