"""A page of the site before it gets its frame, and the frame it is stamped into."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SitePage:
    """One page.

    `path` is the address below the site's root: empty for the home page, else ending in a
    slash. `kind` becomes a class of the content; `tab` names the active tab. `toc` and
    `footer` are HTML, empty for none (the footer then is the site's own); `head` holds more
    elements for the head. `description` and `title` are plain text.
    """

    path: str
    kind: str
    title: str
    description: str
    body: str
    tab: str = ""
    toc: str = ""
    footer: str = ""
    head: str = ""
    reviewed: str = ""

    @property
    def depth(self) -> int:
        """Return how many folders deep the page lies."""
        return self.path.count("/")

    @property
    def file(self) -> str:
        """Return the file of the page below the site's folder."""
        return f"{self.path}index.html"


SLOTS = ("title", "description", "kind", "head", "toc", "body")
_TOKEN = re.compile(r"\[\[\[faultbook:(\w+)\]\]\]")


def slot(name: str) -> str:
    """Return the text that stands for a part of the page in a rendered frame."""
    return f"[[[faultbook:{name}]]]"


@dataclass(frozen=True, slots=True)
class Shell:
    """A page of the theme, rendered once, cut at the places where the pages differ.

    `parts` alternates literal HTML and names of slots, beginning and ending with HTML.
    """

    parts: tuple[str, ...]
    site_name: str = ""
    site_url: str = ""

    @classmethod
    def cut(cls, html: str, site_name: str = "", site_url: str = "") -> Shell:
        """Cut a rendered theme page. Raises `ValueError` if a slot is missing."""
        parts = tuple(_TOKEN.split(html))
        missing = set(SLOTS) - set(parts[1::2])
        if missing:
            raise ValueError(f"the theme's main.html has no place for {sorted(missing)}")
        return cls(parts, site_name, site_url)

    def stamp(self, page: SitePage) -> str:
        """Return the whole page."""
        title = f"{page.title} | {self.site_name}" if page.path else self.site_name
        canonical = ""
        if self.site_url:
            canonical = f'<link rel="canonical" href="{escape(self.site_url)}{page.path}">'
        values: Mapping[str, str] = {
            "title": escape(title),
            "description": escape(page.description),
            "kind": f"p-{page.kind}",
            "head": canonical + page.head,
            "toc": page.toc,
            "body": page.body,
            "footer": page.footer,
        }
        parts = list(self.parts)
        for index in range(1, len(parts), 2):
            parts[index] = values[parts[index]]
        return "".join(parts)


class Chrome(Protocol):
    """What gives the frames: one for each depth, tab and kind of footer."""

    def shell(self, depth: int, tab: str, *, own_footer: bool) -> Shell:
        """Return the frame for pages `depth` folders below the root."""
