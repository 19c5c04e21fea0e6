"""YAML's own complaints, said so that a writer knows what to type."""

from __future__ import annotations

import yaml

_ADVICE: tuple[tuple[str, str, str], ...] = (
    (
        "mapping values are not allowed",
        "A colon followed by a blank stands inside unquoted text.",
        "Put the text in quotes, or write it below as a block that begins with `|` or `>-`.",
    ),
    (
        "cannot start any token",
        "Unquoted text cannot begin with this character.",
        "Put the text in quotes; indent with spaces, not with tabs.",
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
        "Begin each item with `- ` in the same column.",
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
        "Unquoted text cannot begin with `*` or `&`.",
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


def explain_yaml_error(error: yaml.YAMLError) -> tuple[int, int, str, str]:
    """Return line and column (from 1), what is wrong and what to write instead."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = str(getattr(error, "problem", None) or "not valid YAML")
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    for words, message, hint in _ADVICE:
        if words in problem:
            context = getattr(error, "context_mark", None)
            if "closing quote" in message and context is not None:
                line, column = context.line + 1, context.column + 1
            return line, column, message, hint
    return line, column, f"This is not valid YAML: {problem}.", "Check indentation and quotes."
