"""Answers a browser on this machine: pages, assets, and the state that its script asks for."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from functools import cached_property
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from urllib.parse import unquote, urlsplit

from faultbook.corpus import shown
from faultbook.paths import overrides_dir
from faultbook.preview.pages import Preview, Shown

HOST = "127.0.0.1"
TRIED = 20
"""So many ports, from the first on, are tried when none was asked for."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_OWN = ("preview.js", "preview.css")


class PortTakenError(Exception):
    """Another program listens on the port."""


class Site:
    """Every address of the preview, as bytes."""

    def __init__(self, preview: Preview) -> None:
        self.preview = preview

    def page(self, address: str) -> str | None:
        """Return a page, `None` if there is none at this address."""
        now = self.preview.look()
        if address not in now.pages and not (now.stale and not now.pages):
            return None
        return self._framed(now, address)

    def home(self) -> str:
        """Return the address of the entry, or the empty one while nothing could be read."""
        return f"{now.entry}/" if (now := self.preview.look()).pages else ""

    def state(self) -> str:
        """Return what the page's script compares."""
        now = self.preview.look()
        return json.dumps({"version": now.version, "checked": now.checked})

    def asset(self, address: str) -> bytes | None:
        """Return a file of the theme or of the preview."""
        if address in _OWN:
            return (Path(__file__).parent / address).read_bytes()
        if address == "css/faultbook.css":
            return self._styles
        folder = (overrides_dir() / "assets").resolve()
        path = (folder / address).resolve()
        return path.read_bytes() if path.is_relative_to(folder) and path.is_file() else None

    @cached_property
    def _styles(self) -> bytes:
        sheets = sorted((overrides_dir() / "assets" / "css").glob("*.css"))
        return "\n".join(sheet.read_text("utf-8") for sheet in sheets).encode()

    def _framed(self, now: Shown, address: str) -> str:
        return self.preview.env.get_template("frame.html").render(
            now=now,
            page=now.pages.get(address),
            root="../" * address.count("/") or "./",
            file=shown(self.preview.path),
        )


def preview_server(preview: Preview, port: int | None, first: int = 8010) -> ThreadingHTTPServer:
    """Return a server that listens on this machine only; `serve_forever` runs it.

    Raises:
        PortTakenError: `port` is taken, or, if none was asked for, all that were tried.
    """
    ports = range(first, first + TRIED) if port is None else (port,)
    handler = _handler(Site(preview))
    for number in ports:
        try:
            return ThreadingHTTPServer((HOST, number), handler)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    raise PortTakenError(f"Port {ports[0]} is taken or not allowed: name another with --port.")


def _handler(site: Site) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """One request."""

        def do_GET(self) -> None:
            address = unquote(urlsplit(self.path).path).lstrip("/")
            if address == "state.json":
                self._send(site.state().encode(), "application/json")
            elif address.startswith("assets/"):
                self._file(address.removeprefix("assets/"))
            else:
                self._page(address)

        def _page(self, address: str) -> None:
            html = site.page(address)
            home = site.home()
            if html is None and address in ("", home.rstrip("/")):
                self._go(f"/{home}")
            elif html is None:
                # the id was changed, or the link leads to another entry
                name = address.strip("/").partition("/")[0]
                self._send(_missing(name, home).encode(), "text/html", HTTPStatus.NOT_FOUND)
            else:
                self._send(html.encode(), "text/html")

        def _file(self, address: str) -> None:
            data = site.asset(address)
            if data is None:
                self._send(b"There is no such file.\n", "text/plain", HTTPStatus.NOT_FOUND)
                return
            self._send(data, guess_type(address)[0] or "application/octet-stream")

        def _go(self, address: str) -> None:
            self.send_response(HTTPStatus.FOUND)
            self.send_header("Location", address)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _send(self, data: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
            text = kind.startswith("text/") or kind.endswith(("javascript", "json"))
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8" if text else kind)
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("Content-Security-Policy", POLICY)
            self.end_headers()
            try:
                self.wfile.write(data)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # the reader went on to another page

        log_message: Callable[..., None] = staticmethod(lambda *_: None)

    return Handler


def _missing(name: str, home: str) -> str:
    return (
        '<!doctype html><html lang="en"><title>Not in the preview</title>'
        f"<p>The preview shows one entry. In a terminal: <code>faultbook show {escape(name)}"
        f'</code>. Back to <a href="/{escape(home)}">{escape(home.strip("/"))}</a>.'
    )
