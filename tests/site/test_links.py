"""Every internal link and anchor of the built site leads somewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest

from faultbook.mkdocs_adapter.build import Report

ORIGIN, BASE = "http://site.test", "/some/base"


class _Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.inline: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if "id" in given:
            self.ids.append(given["id"] or "")
        for name in ("href", "src"):
            if given.get(name):
                self.links.append(str(given[name]))
        if "style" in given or any(name.startswith("on") for name in given):
            self.inline.append(f"<{tag}> carries a style or a script")
        # Structured data is no script: a Content-Security-Policy does not touch it.
        data = given.get("type") == "application/ld+json"
        if tag == "style" or (tag == "script" and not given.get("src") and not data):
            self.inline.append(f"<{tag}> is inline")


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, _Page]:
    return {
        "/" + file.relative_to(site).as_posix().removesuffix("index.html"): _Page(
            file.read_text(encoding="utf-8")
        )
        for file in site.rglob("*.html")
    }


def test_every_link_and_anchor_resolves(pages: dict[str, _Page], site: Path) -> None:
    dead = []
    for path, page in pages.items():
        # the page for missing addresses looks at several depths: it does not know its own
        base = "" if path == "/404.html" else BASE
        for link in page.links:
            full, anchor = urldefrag(urljoin(ORIGIN + base + path, link))
            parts = urlsplit(full)
            if f"{parts.scheme}://{parts.netloc}" != ORIGIN:
                continue
            inside = parts.path.startswith(f"{base}/")
            place = unquote(parts.path).removeprefix(base)
            target = pages.get(place)
            if not inside or (target is None and not (site / place.lstrip("/")).is_file()):
                dead.append(f"{path}: {link} leads nowhere")
            elif anchor and target is not None and unquote(anchor) not in target.ids:
                dead.append(f"{path}: {link} has no such anchor")
    assert not dead, "\n".join(dead[:40])


def test_ids_are_unique_on_a_page(pages: dict[str, _Page]) -> None:
    twice = [
        f"{path}: {name}"
        for path, page in pages.items()
        for name in {i for i in page.ids if page.ids.count(i) > 1}
    ]
    assert not twice, "\n".join(twice[:40])


def test_links_within_the_site_are_relative(pages: dict[str, _Page]) -> None:
    absolute = [
        f"{path}: {link}"
        for path, page in pages.items()
        if path != "/404.html"
        for link in page.links
        if link.startswith("/")
    ]
    assert not absolute


def test_no_inline_script_or_style(pages: dict[str, _Page]) -> None:
    inline = [f"{path}: {what}" for path, page in pages.items() for what in page.inline]
    assert not inline, "\n".join(inline[:40])


def test_only_references_leave_the_site(pages: dict[str, _Page]) -> None:
    """Assets come from the site itself, so that no third party learns who reads what."""
    for path, page in pages.items():
        for link in page.links:
            if link.endswith((".js", ".css", ".woff2", ".svg", ".png")) and "//" in link:
                assert link.startswith("https://github.com/"), f"{path}: {link}"


def test_the_site_has_its_pages(report: Report, entry_ids: list[str]) -> None:
    assert len(entry_ids) >= 15
    for entry in entry_ids:
        for view in ("", "on-call/", "executive/"):
            assert (report.site_dir / entry / view / "index.html").is_file()
    for name in ("index.html", "404.html", "failures/index.html", "tags/index.html"):
        assert (report.site_dir / name).is_file()


@pytest.mark.parametrize(
    ("page", "json"),
    [
        ("nccl-shm-no-space-docker/", "api/v1/entries/nccl-shm-no-space-docker.json"),
        ("nccl-shm-no-space-docker/on-call/", "api/v1/entries/nccl-shm-no-space-docker.json"),
        ("nccl-shm-no-space-docker/executive/", "api/v1/entries/nccl-shm-no-space-docker.json"),
        ("tags/nccl/", "api/v1/tags/nccl.json"),
        ("failures/communication/", "api/v1/categories/communication.json"),
        ("failures/", "api/v1/index.json"),
    ],
)
def test_a_page_names_its_json(site: Path, page: str, json: str) -> None:
    file = site / page / "index.html"
    found = re.search(
        r'<link rel="alternate" type="application/json" href="([^"]+)">', file.read_text("utf-8")
    )
    assert found is not None
    assert (file.parent / found[1]).resolve() == (site / json).resolve()
    assert (site / json).is_file()
