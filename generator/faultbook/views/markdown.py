"""Markdown that is more than words, code and references: lists, tables, links, fences."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from faultbook.views.highlight import highlight
from faultbook.views.prose import REFERENCE, code_span, plain, slot


class _Renderer(RendererHTML):
    def text(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        return plain(tokens[idx].content)

    def code_inline(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        return code_span(tokens[idx].content)

    def fence(self, tokens: Sequence[Token], idx: int, *_: object) -> str:
        language = tokens[idx].info.strip() or "text"
        return f'<pre class="cfg"><code>{highlight(tokens[idx].content, language)}</code></pre>\n'

    def code_block(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        del options, env
        return self.fence(tokens, idx)


def _reference_rule(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "[":
        return False
    found = REFERENCE.match(state.src, state.pos)
    if not found:
        return False
    if not silent:
        token = state.push("html_inline", "", 0)
        token.content = slot(found)
    state.pos = found.end()
    return True


def parser() -> MarkdownIt:
    """Return the parser: CommonMark with tables and references, without HTML."""
    made = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer)
    made.disable(["heading", "lheading", "hr", "image", "html_block", "html_inline", "reference"])
    made.enable("table")
    made.inline.ruler.before("link", "reference_or_entry", _reference_rule)
    return made
