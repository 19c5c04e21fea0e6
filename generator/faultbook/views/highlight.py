"""Code in three weights: ink, bold ink for keywords, lighter ink for strings and comments."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from pygments.lexer import Lexer

_LEXERS = {
    "bash": "bash",
    "cpp": "cpp",
    "dockerfile": "docker",
    "ini": "ini",
    "json": "json",
    "logql": "promql",
    "promql": "promql",
    "python": "python",
    "sql": "sql",
    "toml": "toml",
    "yaml": "yaml",
}


_INDENT = re.compile(r"^( +)(\w[\w.]{0,30}\(?)")
_OPENED = re.compile(r"\((?=\w)")
_DEEPEST = 12  # columns
_NARROW = 20
_SHORTEST = 4


@cache
def _lexer(language: str) -> Lexer | None:
    from pygments.lexers import get_lexer_by_name  # noqa: PLC0415 - only pages with code need it

    name = _LEXERS.get(language)
    return get_lexer_by_name(name, stripnl=False) if name else None


@cache
def _weight(kind: object) -> str:
    """Return the class of a Pygments token type (`Token.Keyword.Type` and the like)."""
    name = str(kind).removeprefix("Token.")
    if name.startswith(("Keyword", "Name.Tag", "Name.Builtin.Pseudo", "Operator.Word")):
        return "hk"
    if name.startswith("Comment"):
        return "hc"
    if name.startswith(("Literal.String", "String")):
        return "hs"
    return ""


def highlight(code: str, language: str, *, wraps: bool = True) -> Markup:
    """Return the code as HTML; each line stands in a `<span class="l">` that CSS can number.

    `wraps`: say where a line is cut best. A listing scrolls instead, and has no such marks.
    """
    lexer = _lexer(language)
    code = code.rstrip("\n")
    pieces: list[tuple[str, str]] = [("", code)]
    if lexer is not None:
        tokens = lexer.get_tokens_unprocessed(f"{code}\n")
        pieces = [(_weight(kind), text) for _, kind, text in tokens]
    lines: list[list[str]] = [[]]
    held, weight = "", ""

    def flush() -> None:
        if held:
            text = escape(held, quote=False)
            if wraps and not weight and not lines[-1]:
                text = _INDENT.sub(_unbroken, text, count=1)
            if wraps and not weight:  # a call breaks before its arguments rather than within a name
                text = _OPENED.sub("(<wbr>", text)
            lines[-1].append(f'<span class="{weight}">{text}</span>' if weight else text)

    for kind, text in pieces:
        for number, part in enumerate(text.split("\n")):
            if number:
                flush()
                held = ""
                lines.append([])
            if kind != weight and part:
                flush()
                held, weight = "", kind
            held += part
    flush()
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    indents = [len(line) - len(line.lstrip(" ")) for line in code.split("\n")]
    return Markup(
        "\n".join(
            f'<span class="l{_indented(indent)}">{"".join(line)}</span>'
            for line, indent in zip(lines, indents, strict=False)
        )
    )


def _unbroken(head: re.Match[str]) -> str:
    """Keep the indent on the line of its first word: a line that wraps must not begin empty."""
    word = head[2]
    kept = max(_SHORTEST, _NARROW - len(head[1]))  # a longer one is wider than a phone
    whole = f'<span class="in">{head[1]}{word[:kept]}</span>{word[kept:]}'
    return f"{whole}<wbr>" if word.endswith("(") else whole


def _indented(indent: int) -> str:
    """Return the class by which the further rows of a line that wraps stand below its first."""
    return f" i{min(indent // 2 * 2, _DEEPEST)}" if indent > 1 else ""
