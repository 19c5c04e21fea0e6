"""The small parts that stand on every page, each with one look: glyphs, lines, commands.

They are plain functions, not template macros, because a page has hundreds of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from markupsafe import Markup, escape

from faultbook.entry import Reading, Role, Severity
from faultbook.views.command import command_text, output_text
from faultbook.views.line import line_text
from faultbook.views.words import ROLES, SEVERITIES, Mark

_NOTHING: frozenset[str] = frozenset()
_READINGS = {"bad": ("bad", "Bad"), "good": ("harm", "Good"), "other": ("unk", "Otherwise")}


@cache
def icon(name: str, tint: str = "") -> Markup:
    """Return a glyph of the sprite. It says nothing to a screen reader: a word stands by it."""
    kind = f"ic {tint}" if tint else "ic"
    return Markup(f'<svg class="{kind}" aria-hidden="true"><use href="#i-{name}"/></svg>')


def mark(of: Mark) -> Markup:
    """Return the glyph of a role or severity in its colour."""
    return icon(of.icon, of.tint)


@cache
def alone(of: Mark) -> Markup:
    """Return a glyph in its colour that is read out by its word."""
    return Markup(
        f'<svg class="ic {of.tint}" role="img" aria-label="{of.word}"><use href="#i-{of.icon}"/>'
        "</svg>"
    )


@cache
def spoken_mark(of: Mark) -> Markup:
    """Return a glyph that stands alone and is read out by its word."""
    return Markup(
        f'<span class="{of.tint}" role="img" aria-label="{of.word}">{icon(of.icon)}</span>'
    )


@cache
def role(of: Role) -> Markup:
    """Return glyph and word of a role."""
    found = ROLES[of]
    return Markup(f'<span class="role {found.tint}">{icon(found.icon)}{found.word}</span>')


@cache
def severity(of: Severity) -> Markup:
    """Return glyph and word of a severity."""
    found = SEVERITIES[of]
    return Markup(f'<span class="sev">{mark(found)}{found.word}</span>')


@cache
def copy(what: str) -> Markup:
    """Return a copy button; the script copies the code element beside it."""
    return Markup(
        '<button class="btn btn--copy needs-js" type="button" data-copy '
        f'aria-label="Copy {what}">{icon("copy")}<span>Copy</span></button>'
    )


def line(pattern: str, of: Role, bold: frozenset[str] = _NOTHING) -> Markup:
    """Return an error line: its role, the text with marked placeholders, the copy button."""
    found = ROLES[of]
    return Markup(
        f'<div class="line is-{found.icon}"><span class="line__g {found.tint}" role="img" '
        f'aria-label="{found.word}">{icon(found.icon)}</span>'
        f'<code class="line__t" data-text="{escape(pattern)}">{line_text(pattern, bold)}</code>'
        f"{copy('line')}</div>"
    )


def cmd(command: str, language: str = "bash") -> Markup:
    """Return a command: the only dark block of a page."""
    prompt = "$" if language == "bash" else "›"
    return Markup(
        f'<div class="cmd"><span class="p" aria-hidden="true">{prompt}</span>'
        f"<code>{command_text(command)}</code>{copy('command')}</div>"
    )


def reading(of: Reading, other: str, kind: str, md: Callable[[str], Markup]) -> Markup:
    """Return what a check prints in one case and what it means.

    `kind` is bad, good or other; `other` is the output of the opposite case.
    """
    glyph, word = _READINGS[kind]
    return Markup(
        f'<div class="read {kind}"><div>{icon(glyph)}{word}</div>'
        f"<pre>{output_text(of.output, other)}</pre><p>{md(of.means)}</p></div>"
    )
