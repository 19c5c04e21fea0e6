"""The frames of our pages: Material's template, rendered by MkDocs once for each kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mkdocs.commands.build import get_context
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import TableOfContents

from faultbook.site.navigation import TABS, Link
from faultbook.site.page import Shell, slot

if TYPE_CHECKING:
    import jinja2
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation


@dataclass(frozen=True, slots=True)
class FrameValues:
    """What the templates of the theme find under the name `faultbook`.

    `toc` and `footer` are HTML, or `None` for the theme's own.
    """

    title: str
    stylesheets: Sequence[str]
    tabs: Sequence[Link]
    tab: str = ""
    kind: str = ""
    head: str = ""
    toc: str | None = None
    footer: str | None = None
    footer_links: Sequence[Link] = ()


def tabs_of(nav: Navigation) -> tuple[Link, ...]:
    """Return the site's own tabs and one for each top item of the configured `nav`."""
    found = list(TABS)
    for item in nav.items:
        first = item
        while first.children:
            first = next(iter(first.children))
        url = getattr(first, "url", None)
        if url:
            found.append(Link(f"nav:{item.title}", str(item.title), url))
    return tuple(found)


def tab_of(page: Page) -> str:
    """Return the key of the tab that a hand-written page belongs to.

    A page at the address of one of the site's own tabs belongs there, in the `nav` or not.
    """
    for tab in TABS:
        if page.url.startswith(tab.path):
            return tab.key
    top = [page, *page.ancestors][-1]
    return f"nav:{top.title}"


@dataclass
class ThemeChrome:
    """Renders frames on demand and keeps them."""

    env: jinja2.Environment
    config: MkDocsConfig
    files: Files
    nav: Navigation
    values: FrameValues
    _made: dict[tuple[int, str, bool], Shell] = field(default_factory=dict)

    def shell(self, depth: int, tab: str, *, own_footer: bool) -> Shell:
        """Return the frame for pages `depth` folders below the root."""
        key = (depth, tab, own_footer)
        if key not in self._made:
            self._made[key] = self._render(depth, tab, own_footer=own_footer)
        return self._made[key]

    def _render(self, depth: int, tab: str, *, own_footer: bool) -> Shell:
        folders = "".join(f"frame{n}/" for n in range(depth))
        file = File.generated(self.config, f"{folders}index.md", content="")
        page = Page(slot("title"), file, self.config)
        page.canonical_url = None
        page.edit_url = None
        page.meta = {"description": slot("description")}
        page.content = slot("body")
        page.toc = TableOfContents([])
        context = get_context(self.nav, self.files, self.config, page)
        context["faultbook"] = FrameValues(  # type: ignore[typeddict-unknown-key]
            title=slot("title"),
            stylesheets=self.values.stylesheets,
            tabs=self.values.tabs,
            tab=tab,
            kind=slot("kind"),
            head=slot("head"),
            toc=slot("toc"),
            footer=None if own_footer else slot("footer"),
            footer_links=self.values.footer_links,
        )
        html = self.env.get_template("main.html").render(context)
        return Shell.cut(html, str(self.config.site_name), _site_url(self.config))


def _site_url(config: MkDocsConfig) -> str:
    url = str(config.site_url or "")
    return url if not url or url.endswith("/") else f"{url}/"
