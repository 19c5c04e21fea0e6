"""YAML's own complaints, said so that a writer knows what to type."""

from __future__ import annotations

from typing import Any

import yaml

MAX_DEPTH = 32
"""Levels of nesting. The schema needs 8."""

TOO_DEEP = f"The nesting is deeper than {MAX_DEPTH} levels."

_ADVICE: tuple[tuple[str, str, str], ...] = (
    (
        "mapping values are not allowed",
        "A colon followed by a blank stands inside unquoted text.",
        "Put the text in quotes, or write it below as a block that begins with `|` or `>-`.",
    ),
    (
        "cannot start any token",
        "The character {char} cannot begin unquoted text.",
        "Put the text in quotes.",
    ),
    (
        "maximum nesting depth",  # libyaml's own limit, for brackets it must look ahead over
        TOO_DEEP,
        "An entry needs 8; check the indentation or the brackets.",
    ),
    (
        "tab character",
        "A tab stands where the indentation should be.",
        "Indent with spaces.",
    ),
    (
        "did not find expected key",
        "This line does not fit the indentation or the quoting above it.",
        "Line its key up with its neighbours, and look for a quote inside quoted text.",
    ),
    (
        "did not find expected '-' indicator",
        "This line does not fit the list above it.",
        "Indent it as the other lines of its item, or begin an item with `- ` where the others "
        "begin.",
    ),
    (
        "expected ',' or",
        "A list or mapping in brackets is not closed, or an item in it needs quotes.",
        "Close the bracket, or put text that holds `,`, `[`, `]`, `{` or `}` in quotes.",
    ),
    (
        "could not find expected ':'",
        "This line is neither `key: value` nor part of the text above.",
        "Indent it below its key, or add the colon.",
    ),
    (
        "unknown escape character",
        "A backslash in double quotes starts an escape, and this one does not exist.",
        "Use single quotes, where a backslash is a backslash.",
    ),
    (
        "unexpected end of stream",
        "A quoted text has no closing quote.",
        "Close it, or use a block that begins with `|`.",
    ),
    (
        "unexpected document indicator",
        "A quoted text has no closing quote.",
        "Close it, or use a block that begins with `|`.",
    ),
    (
        "alphabetic or numeric character",
        "The characters * and & cannot begin unquoted text.",
        "Put the text in quotes.",
    ),
    (
        "undefined tag handle",
        "Unquoted text cannot begin with `!`.",
        "Put the text in quotes.",
    ),
    (
        "block sequence entries are not allowed",
        "A list item stands on the line of its key.",
        "Begin the list on the next line.",
    ),
    (
        "chomping or indentation",
        "Text stands behind the `|` or `>` that opens a block.",
        "Begin the text on the next line.",
    ),
)


def explain_yaml_error(
    error: yaml.YAMLError, text: str, quoted: Any = None
) -> tuple[int, int, str, str]:
    """Return line and column (from 1), what is wrong and what to write instead.

    `quoted` is the event of the last quoted text before the error, if any.
    """
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = str(getattr(error, "problem", None) or "not valid YAML")
    if mark is None:
        return 1, 1, f"This is not valid YAML: {problem}.", "Check indentation and quotes."
    if quoted is not None and _runs_on(quoted, mark):
        start = quoted.start_mark
        message = f"The quoted text that begins here ends in line {mark.line + 1}, amid other text."
        return start.line + 1, start.column + 1, message, "Close the quote where it should end."
    char = _char_at(text, mark.line, mark.column)
    if char == "\t":
        problem = "tab character"
    message, hint = next(
        ((m, h) for words, m, h in _ADVICE if words in problem),
        (f"This is not valid YAML: {problem}.", "Check indentation and quotes."),
    )
    context = getattr(error, "context_mark", None)
    if context is not None and ("closing quote" in message or "* and &" in message):
        mark = context
    return mark.line + 1, mark.column + 1, message.format(char=char), hint


def _runs_on(quoted: Any, mark: Any) -> bool:
    """Say whether a quoted text goes over several lines and ends just before `mark`."""
    end = quoted.end_mark
    return bool(quoted.start_mark.line < end.line == mark.line and end.column <= mark.column)


def _char_at(text: str, line: int, column: int) -> str:
    lines = text.split("\n", line + 1)
    return lines[line][column : column + 1] if line < len(lines) else ""
