"""What other sites show of a link to a page: Open Graph, which the others read too."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from faultbook.cards.card import HEIGHT, WIDTH
from faultbook.site.page import SitePage


def shared(page: SitePage, card: str, site_name: str, site_url: str) -> SitePage:
    """Return the page with the elements in its head.

    `card` is the address of its picture below the site's root, empty for none. Readers of these
    elements want whole addresses; without `site_url` the picture's is relative, for want of one.
    """
    content = {
        "og:type": "article" if page.path else "website",
        "og:site_name": site_name,
        "og:title": page.title,
        "og:description": page.description,
    }
    if site_url:
        content["og:url"] = site_url + page.path
    if card:
        content |= {
            "og:image": (site_url or "../" * page.depth) + card,
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": page.title,
        }
    size = "summary_large_image" if card else "summary"
    tags = [f'<meta property="{name}" content="{escape(text)}">' for name, text in content.items()]
    head = "".join((*tags, f'<meta name="twitter:card" content="{size}">'))
    return replace(page, head=head + page.head)
