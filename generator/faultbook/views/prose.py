"""Markdown of an entry to HTML: citations, links to entries, safe links, no HTML.

Rendering is done once for each text; what depends on the page (the number of a citation, the
path of a link) is filled in afterwards. Most sentences of an entry use no Markdown but code
spans, so these go a short way that gives the same HTML as the parser (a test compares them).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape as escape_html
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from faultbook.entry import REPRODUCTION
from faultbook.views.neighbours import Neighbour

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

CITE, LINK, END = "\ue000", "\ue001", "\ue002"
_SLOT = re.compile(f"([{CITE}{LINK}])([a-z0-9-]+){END}")
REFERENCE = re.compile(r"\[@([a-z0-9-]+)\]|\[\[([a-z0-9-]+)\]\]")
_UNIT = re.compile(r"(?<=\d) (?=(?:[KMGTP]i?B|[kMG]bit/s|GB/s|GiB/s|ms|µs|GHz|W)\b)")
_OURS = re.compile(f"[{CITE}{LINK}{END}]")
_SIMPLE = re.compile(r"[^\\*_`\[\]<&!~|\x00\ue000-\ue002]*")
_MARKED = re.compile(r"[^ A-Za-z0-9,.;:()'\"/=+%$?-]|[0-9] ")
"""What makes a text more than words: Markdown, HTML, a number with its unit."""
_BLOCK_START = re.compile(r"[-+*#>=:]|```|\d{1,9}[.)]|[ \t]", re.ASCII)
_RAGGED = re.compile(r"[ \t\r]\n|\n[ \t]")
_CODE = re.compile(r"`([^`\n\ue000-\ue002]+)`(?!`)")
_BEFORE_CITATION = re.compile(r"(?<=[^\]\s]) \[@")
_SHORT_CODE = 26


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a text stands: what its citations and links become.

    `sources` numbers the references by id; `sources_at` is put before `#s12-n`; `root` leads
    to the site's root and `view` is the folder of the view to stay in (`on-call/` or empty).
    `titles` is given away from the entry, where a number says nothing: the titles of its sources.
    """

    sources: Mapping[str, int] = field(default_factory=dict)
    sources_at: str = ""
    cards: Mapping[str, Neighbour] = field(default_factory=dict)
    root: str = ""
    view: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)

    def link(self, name: str) -> Markup:
        """Return a link to an entry in the same view; the bare name if there is none."""
        known = self.cards.get(name)
        if known is None:
            return Markup("<code>{}</code>").format(name)
        title = known.headline if self.view == "executive/" else known.title
        return Markup(f'<a href="{self.root}{known.id}/{self.view}">{escape(title)}</a>')

    def citation(self, name: str) -> str:
        """Return the boxed number of a reference, or its title away from the entry."""
        if name in self.titles:
            at = f"{self.sources_at}#s12-{self.sources[name]}"
            return f'<a href="{at}">{escape(self.titles[name])}</a>'
        if name == REPRODUCTION:
            return f'<a class="src" href="{self.sources_at}#s13">13</a>'
        number = self.sources.get(name)
        if number is None:
            return ""
        return f'<a class="src" href="{self.sources_at}#s12-{number}">12.{number}</a>'

    def fill(self, html: str) -> Markup:
        """Put numbers and paths into rendered prose."""
        if CITE not in html and LINK not in html:
            return Markup(html)
        return Markup(
            _SLOT.sub(lambda m: self.citation(m[2]) if m[1] == CITE else str(self.link(m[2])), html)
        )


def code_span(text: str) -> str:
    """Return an inline code element; short ones do not break over lines."""
    kind = ' class="nb"' if len(text) <= _SHORT_CODE else ""
    return f"<code{kind}>{escape_html(text, quote=False)}</code>"


def plain(text: str) -> str:
    """Return escaped text in which a number and its unit stay together."""
    return _UNIT.sub("\u00a0", escape_html(text, quote=False))


def slot(found: re.Match[str]) -> str:
    """Return what stands for a reference until it is filled in."""
    return f"{CITE}{found[1]}{END}" if found[1] else f"{LINK}{found[2]}{END}"


def _clean(text: str) -> str:
    """Take our own marks out, and keep a citation on the line of the word before it."""
    clean = (_OURS.sub("", text) if _OURS.search(text) else text).strip()
    return _BEFORE_CITATION.sub("\u00a0[@", clean) if " [@" in clean else clean


def _fast_inline(text: str) -> str | None:
    """Render text of plain words, code spans and references; `None` if it holds more."""
    if "\n" in text and _RAGGED.search(text):
        return None
    whole = _SIMPLE.match(text)
    if whole and whole.end() == len(text):
        return plain(text)
    parts: list[str] = []
    at = 0
    while at < len(text):
        run = _SIMPLE.match(text, at)
        assert run  # it matches the empty string
        if run.end() > at:
            parts.append(plain(run[0]))
            at = run.end()
            continue
        if code := _CODE.match(text, at):
            if text[at - 1 : at] == "`" or code[1] != code[1].strip():
                return None
            parts.append(code_span(code[1]))
            at = code.end()
        elif reference := REFERENCE.match(text, at):
            parts.append(slot(reference))
            at = reference.end()
        else:
            return None
    return "".join(parts)


_CODE_BLOCK = re.compile(r"\t|\n\s*\n {4}")  # a paragraph that is code; with tabs it may be one


def _fast_block(text: str) -> str | None:
    if any(_BLOCK_START.match(line) for line in text.split("\n")):
        return None
    inline = _fast_inline(text)
    return None if inline is None else f"<p>{inline}</p>\n"


class Prose:
    """The Markdown parser, built once, and what it has rendered so far (by text)."""

    def __init__(self) -> None:
        self._parser: MarkdownIt | None = None
        self._inline: dict[str, str] = {}
        self._blocks: dict[str, str] = {}

    def _slow(self) -> MarkdownIt:
        if self._parser is None:
            from faultbook.views.markdown import parser  # noqa: PLC0415 - slow, rarely needed

            self._parser = parser()
        return self._parser

    def inline(self, text: str, scope: Scope) -> Markup:
        """Render one paragraph without its `<p>`."""
        if not _MARKED.search(text):
            return Markup(text.strip())  # most sentences
        html = self._inline.get(text)
        if html is None:
            source = _clean(text)
            html = _fast_inline(source)
            if html is None:
                html = self._slow().renderInline(source)
            self._inline[text] = html
        return scope.fill(html)

    def block(self, text: str, scope: Scope) -> Markup:
        """Render paragraphs, lists, tables and fenced code."""
        html = self._blocks.get(text)
        if html is None:
            parts = re.split(r"\n\s*\n", _clean(text))
            fast = [_fast_block(part.strip(" ")) for part in parts]
            quick = [part for part in fast if part is not None]
            short_way = len(quick) == len(parts) and not _CODE_BLOCK.search(text)
            html = "".join(quick) if short_way else self._slow().render(_clean(text))
            self._blocks[text] = html
        return scope.fill(html)
