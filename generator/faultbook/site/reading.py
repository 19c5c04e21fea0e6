"""How to read an entry: roles, severity, evidence, the numbers of the sections, the cost."""

from __future__ import annotations

from faultbook.site.maker import Maker
from faultbook.site.page import SitePage


def reading_page(maker: Maker) -> SitePage:
    """Make the page that explains the marks."""
    return SitePage(
        "reading/",
        "list",
        "How to read an entry",
        "Roles of lines, severity, evidence, section numbers, and the cost of an occurrence.",
        maker.render("reading", root="../"),
        tab="failures",
    )
