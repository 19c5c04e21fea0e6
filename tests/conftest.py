"""One Chromium for all browser tests, and none of them may be skipped.

A browser test that is skipped is a browser test that failed: nobody would notice otherwise. A
process can run Playwright's synchronous interface once, so every test takes the browser from here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.tools.chromium import chromium

LONGEST = ("test_every_entry.py", "test_accessibility.py", "test_browser.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first: a worker that takes one last makes all others wait."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and item.get_closest_marker("browser") is not None:
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid}: a browser test was skipped"
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with (
        sync_playwright() as playwright,
        contextlib.closing(
            playwright.chromium.launch(
                executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"]
            )
        ) as found,
    ):
        yield found
