"""A browser test that is skipped is a browser test that failed: nobody would notice otherwise."""

from __future__ import annotations

from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and item.get_closest_marker("browser") is not None:
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid}: a browser test was skipped"
    return report
