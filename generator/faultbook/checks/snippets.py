"""Checks of code: what is printed for copying must at least parse."""

from __future__ import annotations

import ast
import builtins
import json
import re
import symtable
import tomllib
from collections.abc import Iterator, Sequence

import yaml

from faultbook.checks.model import Check, Finding, Subject
from faultbook.checks.shell import bash_errors, shellcheck_errors
from faultbook.checks.texts import COMMAND, Text

_ALWAYS = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__", "__path__"}

_BLANK = re.compile(r"<[A-Za-z](?:(?:[^<>\n|;&$\"'`]|(?<=\w)'(?=\w)){0,80}[^<>\n|;&$\"'`\s])?>")

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def fill_blanks(text: str) -> str:
    """Put words of the same length in place of `<parts to fill in>`."""
    return _BLANK.sub(lambda found: "x" * len(found.group()), text)


def python_snippets(subject: Subject) -> Iterator[Finding]:
    """Python must compile, and import or define every name it uses."""
    for text in _in_language(subject, "python"):
        try:
            tree = ast.parse(text.value)
            compile(text.value, "<entry>", "exec", dont_inherit=True)
            table = symtable.symtable(text.value, "<entry>", "exec")
        except (SyntaxError, ValueError) as error:
            yield _python_error(text, error)
            continue
        if text.pointer[0] != "code":
            continue  # a command may be a fragment for a program that the reader has
        for name, node in _undefined(tree, table):
            yield Finding(
                text.pointer,
                f"`{name}` is used, but neither imported nor defined.",
                f"Import it, or define `{name}`: a reader copies the snippet as it stands.",
                _offset(text.value, node.lineno, node.col_offset),
            )


def _python_error(text: Text, error: SyntaxError | ValueError) -> Finding:
    if isinstance(error, SyntaxError):
        column = max(0, (error.offset or 1) - 1)
        offset = _char_offset(text.value, error.lineno or 1, column)
        return Finding(
            text.pointer,
            f"This is not Python: {error.msg}.",
            "Correct it, or change `language`.",
            offset,
        )
    return Finding(text.pointer, f"This is not Python: {error}.", "Correct it.")


def _undefined(tree: ast.Module, table: symtable.SymbolTable) -> list[tuple[str, ast.Name]]:
    if any(isinstance(n, ast.ImportFrom) and n.names[0].name == "*" for n in ast.walk(tree)):
        return []
    defined = {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}
    used: set[str] = set()
    tables = [table]
    for scope in tables:
        tables.extend(scope.get_children())
        for symbol in scope.get_symbols():
            at_top = scope is table
            if symbol.is_declared_global() and symbol.is_assigned():
                defined.add(symbol.get_name())
            if symbol.is_referenced() and (symbol.is_global() or at_top):
                used.add(symbol.get_name())
    missing = used - defined - _ALWAYS
    first: dict[str, ast.Name] = {}
    names = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id in missing]
    for node in sorted(names, key=lambda n: (n.lineno, n.col_offset)):
        first.setdefault(node.id, node)
    return list(first.items())


def bash_snippets(subjects: Sequence[Subject]) -> Iterator[tuple[int, Finding]]:
    """Shell must parse."""
    yield from _shell(subjects, "bash")


def shellcheck_snippets(subjects: Sequence[Subject]) -> Iterator[tuple[int, Finding]]:
    """Shell must pass shellcheck at the severity error."""
    yield from _shell(subjects, "shellcheck")


def _shell(subjects: Sequence[Subject], tool: str) -> Iterator[tuple[int, Finding]]:
    places = [
        (number, text)
        for number, subject in enumerate(subjects)
        for text in _in_language(subject, "bash")
    ]
    snippets = [fill_blanks(text.value) for _, text in places]
    errors = bash_errors(snippets)
    if tool == "shellcheck":
        unparsed = {index for index, _ in errors}  # said already, and more plainly
        errors = ((n, e) for n, e in shellcheck_errors(snippets) if n not in unparsed)
    for index, error in errors:
        number, text = places[index]
        offset = _char_offset(text.value, error.line, error.column)
        hint = "Correct it. A part to fill in is written `<like-this>`."
        if error.code:
            hint = f"See https://www.shellcheck.net/wiki/{error.code}."
        yield number, Finding(text.pointer, f"{tool}: {error.message}.", hint, offset)


def data_snippets(subject: Subject) -> Iterator[Finding]:
    """YAML, JSON and TOML must parse."""
    for text in _in_language(subject, "yaml", "json", "toml"):
        problem = _data_error(text)
        if problem is not None:
            message, offset = problem
            name = text.language.upper()
            yield Finding(text.pointer, f"This is not {name}: {message}.", "Correct it.", offset)


def _data_error(text: Text) -> tuple[str, int] | None:
    try:
        if text.language == "json":
            json.loads(text.value)
        elif text.language == "toml":
            tomllib.loads(text.value)
        else:
            for _ in yaml.parse(fill_blanks(text.value), Loader=_Loader):
                pass
    except json.JSONDecodeError as error:
        return error.msg[0].lower() + error.msg[1:], error.pos
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+), column (\d+)", str(error))
        words = str(error).split(" (at")[0]
        place = (int(line[1]), int(line[2]) - 1) if line else (1, 0)
        return words[0].lower() + words[1:], _char_offset(text.value, *place)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        words = str(getattr(error, "problem", None) or "it cannot be read")
        return words, _char_offset(text.value, mark.line + 1, mark.column) if mark else 0
    return None


def _in_language(subject: Subject, *languages: str) -> Iterator[Text]:
    return (text for text in subject.of_kind(COMMAND) if text.language in languages)


def _char_offset(text: str, line: int, column: int) -> int:
    """Return the offset of a line (from 1) and column (from 0), kept inside the text."""
    lines = text.split("\n")
    line = min(max(line, 1), len(lines))
    start = sum(len(part) + 1 for part in lines[: line - 1])
    return min(start + min(column, len(lines[line - 1])), max(0, len(text) - 1))


def _offset(text: str, line: int, byte_column: int) -> int:
    """As `_char_offset`, for a column that counts bytes of UTF-8 (as `ast` does)."""
    row = text.split("\n")[line - 1]
    return _char_offset(text, line, len(row.encode()[:byte_column].decode("utf-8", "ignore")))


CHECKS = (
    Check(
        "FB401",
        "python-broken",
        "Python compiles; the snippets of `code` import or define every name that they use.",
        "A snippet is copied as it stands, by somebody without the time to guess the imports.",
        "Add the import, or define the name.",
        "code:\n  - language: python\n    code: print(torch.__version__)",
        "code:\n  - language: python\n    code: |\n      import torch\n\n"
        "      print(torch.__version__)",
        on_entry=python_snippets,
    ),
    Check(
        "FB402",
        "bash-broken",
        "Shell commands pass `bash -n`; parts to fill in stand in angle brackets.",
        "A command that does not parse fails before it tells anything.",
        "Close the quote or the bracket. Write a part to fill in as `<container>`.",
        "command: if [ -e /dev/shm ]; then df -h",
        "command: if [ -e /dev/shm ]; then df -h /dev/shm; fi",
        on_batch=bash_snippets,
    ),
    Check(
        "FB403",
        "shellcheck-error",
        "Shell commands have no error in shellcheck. Checked for files named on the command "
        "line, and with `--thorough`, where shellcheck is installed.",
        "Shellcheck knows the mistakes that parse and still do something else.",
        "Follow the link in the message.",
        "command: '[ -e /dev/shm && df -h'",
        "command: '[ -e /dev/shm ] && df -h'",
        on_batch=shellcheck_snippets,
    ),
    Check(
        "FB404",
        "data-broken",
        "Snippets in YAML, JSON and TOML parse.",
        "A daemon that does not start because of a missing brace makes the night longer.",
        "Correct it, or change `language`.",
        'language: json\nconfig: \'{ "default-shm-size": "1G" \'',
        'language: json\nconfig: \'{ "default-shm-size": "1G" }\'',
        on_entry=data_snippets,
    ),
)
