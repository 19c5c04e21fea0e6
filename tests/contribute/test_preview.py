"""`faultbook preview`: the pages, the report above them, and that they follow the file."""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from faultbook.corpus import load_corpus
from faultbook.preview import PortTakenError, Preview, preview_server
from faultbook.signature import SignatureIndex, compile_index
from tests.contribute.running import faultbook

ID = "nccl-shm-no-space-docker"


@dataclass
class Running:
    url: str
    file: Path

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.url + path, timeout=20) as answer:
            return str(answer.read().decode())

    def state(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.get("state.json"))
        return found

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + 30
        while not condition():
            assert time.monotonic() < end
            time.sleep(0.05)


def retitle(file: Path, title: str) -> None:
    text = file.read_text("utf-8")
    before = next(row for row in text.splitlines() if row.startswith("title:"))
    file.write_text(text.replace(before, f"title: {title}"), "utf-8")


@pytest.fixture
def preview(project: Path) -> Iterator[Running]:
    entries = project / "entries"
    [file] = entries.glob(f"*/{ID}.yaml")
    index = compile_index(load_corpus([entries]))
    server = preview_server(Preview(file, (entries,), lambda: index, "2026-11-30"), 0)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield Running(f"http://127.0.0.1:{server.server_address[1]}/", file)
    server.shutdown()
    server.server_close()


def test_the_three_pages(preview: Running) -> None:
    assert "<h1>" in preview.get(f"{ID}/")
    assert "First five minutes" in preview.get(f"{ID}/on-call/")
    assert "p-executive" in preview.get(f"{ID}/executive/")
    assert "<h1>" in preview.get("")  # leads to the entry


def test_nothing_inline_and_nothing_from_elsewhere(preview: Running) -> None:
    page = preview.get(f"{ID}/")

    assert "<script>" not in page
    assert "<style" not in page
    with urllib.request.urlopen(f"{preview.url}{ID}/", timeout=20) as answer:
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    for asset in ("css/faultbook.css", "preview.css", "preview.js", "js/main.js"):
        assert preview.get(f"assets/{asset}")


@pytest.mark.parametrize("path", ["assets/../../pyproject.toml", "assets/%2e%2e/main.html", "x/"])
def test_nothing_else_is_served(preview: Running, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as error:
        preview.get(path)

    assert error.value.code == 404
    error.value.close()


def test_the_checks_stand_on_top(preview: Running) -> None:
    retitle(preview.file, "TODO what fails here")

    preview.until(lambda: "FB301" in preview.get(f"{ID}/"))


def test_a_broken_file_is_told_and_the_last_pages_stay(preview: Running) -> None:
    preview.get(f"{ID}/")
    before = preview.state()["version"]
    text = preview.file.read_text("utf-8")
    preview.file.write_text(text.replace("severity:", "severty:", 1), "utf-8")

    page = preview.get(f"{ID}/")
    assert "severty" in page
    assert "below is how it was" in page
    assert "<h1>" in page
    assert preview.state()["version"] != before

    preview.file.write_text(text, "utf-8")
    assert "severty" not in preview.get(f"{ID}/") or preview.state()["checked"] is False
    preview.until(lambda: "severty" not in preview.get(f"{ID}/"))


def test_a_file_that_never_could_be_read_is_shown_as_its_problems(project: Path) -> None:
    file = project / "entries" / "broken.yaml"
    file.write_text("id: [\n", "utf-8")
    index = compile_index(load_corpus([project / "entries"]))
    server = preview_server(Preview(file, (project / "entries",), lambda: index, "2026-11-30"), 0)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    page = Running(f"http://127.0.0.1:{server.server_address[1]}/", file).get("")
    server.shutdown()
    server.server_close()

    assert "there is nothing to show yet" in page
    assert "FB0" in page


def test_a_file_that_vanishes_for_a_moment(preview: Running) -> None:
    text = preview.file.read_text("utf-8")
    assert "<h1>" in preview.get(f"{ID}/")
    preview.file.unlink()
    assert "<h1>" in preview.get(f"{ID}/")

    preview.file.write_text(text, "utf-8")
    preview.until(lambda: "cannot be read" not in preview.get(f"{ID}/"))


def test_a_port_that_is_taken(preview: Running, project: Path) -> None:
    port = int(preview.url.rstrip("/").rpartition(":")[2])
    index = compile_index([])

    with pytest.raises(PortTakenError):
        preview_server(
            Preview(preview.file, (project / "entries",), lambda: index, "2026-11-30"), port
        )


def test_the_pages_do_not_wait_for_a_slow_index(project: Path) -> None:
    """Links to other entries come when they are known."""
    entries = project / "entries"
    [file] = entries.glob(f"*/{ID}.yaml")
    corpus = load_corpus([entries])
    other = next(entry for entry in corpus if entry.id != ID)
    ready = threading.Event()

    def slow() -> SignatureIndex:
        ready.wait(30)
        return compile_index(corpus)

    preview = Preview(file, (entries,), slow, "2026-11-30")
    start = time.monotonic()
    first = preview.look()
    assert time.monotonic() - start < 10
    assert f"{ID}/" in first.pages
    ready.set()
    end = time.monotonic() + 30
    title = other.title.partition("'")[0]
    assert title not in first.pages[f"{ID}/"].body
    while title not in str(preview.look().pages[f"{ID}/"].body):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_file_that_is_not_there(project: Path) -> None:
    done = faultbook("preview", "missing.yaml", cwd=project)

    assert done.code == 2
    assert "There is no file `missing.yaml`" in done.err


@pytest.mark.browser
def test_the_browser_follows_the_file(preview: Running, browser: Browser) -> None:
    errors: list[str] = []
    page = browser.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    page.goto(f"{preview.url}{ID}/")
    text = preview.file.read_text("utf-8")
    title = next(row for row in text.splitlines() if row.startswith("title:"))
    preview.file.write_text(text.replace(title, "title: A title that was just written"), "utf-8")
    page.locator("h1", has_text="A title that was just written").wait_for(timeout=15_000)
    page.get_by_role("link", name="On-call").first.click()
    page.get_by_text("First five minutes").first.wait_for()
    page.close()
    assert errors == []
