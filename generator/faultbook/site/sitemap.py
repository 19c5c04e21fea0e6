"""The site map for search engines."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def sitemap(site_url: str, addresses: Iterable[tuple[str, str]]) -> str:
    """Return the XML for pairs of a path and the ISO date of its last review (or empty)."""
    rows = "\n".join(
        f"<url><loc>{escape(site_url + path)}</loc>"
        + (f"<lastmod>{reviewed}</lastmod>" if reviewed else "")
        + "</url>"
        for path, reviewed in sorted(set(addresses))
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{rows}\n</urlset>\n"
    )
