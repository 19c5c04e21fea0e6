"""The weekly check of links: what is dead, what is only unclear, and exceptions that expire."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.tools import check_links
from tests.tools.check_links import Answer, Excused, State, ask, cited, judge, read_exceptions


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        code = int(self.path.rpartition("/")[2])
        self.send_response(code)
        if code == 301:
            self.send_header("Location", "/moved/200")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(check_links, "PAUSE", 0.01)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("code", "state"),
    [
        (200, State.ALIVE),
        (404, State.DEAD),
        (410, State.DEAD),
        (403, State.UNCLEAR),
        (429, State.UNCLEAR),
        (503, State.UNCLEAR),
        (301, State.MOVED),
    ],
)
def test_what_an_answer_means(server: str, code: int, state: State) -> None:
    assert ask(f"{server}/{code}").state is state


def test_a_host_that_does_not_answer_is_unclear(server: str) -> None:
    port = int(server.rpartition(":")[2])
    assert ask(f"http://127.0.0.1:{port - 1}/200").state in (State.UNCLEAR, State.DEAD)


DEAD = Answer("https://a.test/x", State.DEAD, "answers 404")
ALIVE = Answer("https://b.test/y", State.ALIVE, "")


def test_a_dead_link_fails_and_names_who_cites_it() -> None:
    failed, _ = judge([DEAD, ALIVE], {DEAD.url: ["one.yaml", "two.yaml"]}, [])

    assert len(failed) == 1
    assert "one.yaml, two.yaml" in failed[0]


def test_an_exception_excuses_a_dead_link_and_expires() -> None:
    assert judge([DEAD, ALIVE], {}, [Excused(DEAD.url, "gone")]) == ([], [])
    failed, _ = judge([ALIVE], {}, [Excused(ALIVE.url, "was gone"), Excused("https://c", "")])
    assert [line.partition(":")[0] for line in failed] == ["exception no longer needed"] * 2


def test_an_exception_needs_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "exceptions.yaml"
    path.write_text("- url: https://a.test/x\n", "utf-8")

    with pytest.raises(ValueError, match="reason"):
        read_exceptions(path)


def test_the_exceptions_of_the_repository_can_be_read() -> None:
    read_exceptions(check_links.EXCEPTIONS)


def test_every_reference_is_asked_and_nothing_made_up() -> None:
    found = cited(check_links.ROOT / "entries", check_links.ROOT / "docs")

    assert len(found) > 300
    assert all(url.startswith("https://") and "#" not in url for url in found)
    assert not [url for url in found if "example.org" in url]


def test_a_run_from_end_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {DEAD.url: DEAD, ALIVE.url: ALIVE}
    monkeypatch.setattr(check_links, "ask", lambda url: answers[url])
    monkeypatch.setattr(check_links, "cited", lambda *_: {url: ["x.yaml"] for url in answers})
    empty = tmp_path / "none.yaml"
    empty.write_text("[]\n", "utf-8")
    summary = tmp_path / "summary.md"

    assert check_links.main(["--exceptions", str(empty), "--summary", str(summary)]) == 1
    assert "a.test/x" in summary.read_text("utf-8")
