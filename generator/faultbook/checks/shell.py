"""Many shell snippets through `bash -n` and shellcheck with few calls.

Each snippet becomes the body of a function of one long script. If the script has no error,
none of them has; if it has, the half that holds it is found by halving.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from faultbook.checks.store import Store

BATCH = 60
"""Snippets a call of shellcheck: enough to hide its start, few enough to share the work."""

_BASH_LINE = re.compile(r"line (\d+): (.*)")
_Failed = (OSError, subprocess.SubprocessError, ValueError)


@dataclass(frozen=True, slots=True)
class ShellError:
    """An error in a snippet. `line` counts from 1, `column` from 0; `code` as in SC1073."""

    line: int
    column: int
    message: str
    code: str = ""


def bash_errors(snippets: Sequence[str]) -> Iterator[tuple[int, ShellError]]:
    """Yield the first syntax error of each snippet with its index."""
    if not _tool("bash"):
        return
    alone = [n for n, snippet in enumerate(snippets) if not _can_be_wrapped(snippet)]
    together = [n for n, snippet in enumerate(snippets) if _can_be_wrapped(snippet)]
    for number in sorted([*alone, *_suspects(snippets, together)]):
        error = _bash(snippets[number])
        if error:
            yield number, error


def _can_be_wrapped(snippet: str) -> bool:
    """A snippet that closes our function itself must be looked at alone."""
    return not re.search(r"^\s*\}|\}\s*$|<<", snippet, re.MULTILINE)


def _suspects(snippets: Sequence[str], numbers: list[int]) -> Iterator[int]:
    """Yield the snippets that break the script they are put into."""
    if not numbers:
        return
    script = "".join(f"f() {{\n:\n{snippets[n]}\n}}\n" for n in numbers)
    if _bash(script) is None:
        return
    if len(numbers) == 1:
        yield numbers[0]
        return
    middle = len(numbers) // 2
    yield from _suspects(snippets, numbers[:middle])
    yield from _suspects(snippets, numbers[middle:])


def _bash(script: str) -> ShellError | None:
    try:
        done = subprocess.run(
            ["bash", "-O", "extglob", "-n"],
            input=script.encode(),
            capture_output=True,
            timeout=60,
            check=False,
        )
    except _Failed:
        return None
    if done.returncode == 0:
        return None
    found = _BASH_LINE.search(done.stderr.decode("utf-8", "replace"))
    if not found:
        return ShellError(1, 0, "it does not parse")
    message = found[2].strip().replace("`", "'")
    return ShellError(min(int(found[1]), script.count("\n") + 1), 0, message.rstrip("."))


def shellcheck_errors(snippets: Sequence[str]) -> Iterator[tuple[int, ShellError]]:
    """Yield what shellcheck calls an error in each snippet, with the snippet's index."""
    if not _tool("shellcheck"):
        return
    store = Store.open("shellcheck")
    keys = [hashlib.blake2b(s.encode(), digest_size=12).hexdigest() for s in snippets]
    found = {n: errors for n, key in enumerate(keys) if (errors := _recalled(store.get(key)))}
    fresh = [n for n, key in enumerate(keys) if store.get(key) is None]
    for start in range(0, len(fresh), BATCH):
        for number, errors in _shellcheck(snippets, fresh[start : start + BATCH]).items():
            found[number] = errors
            store.put(keys[number], [[e.line, e.column, e.message, e.code] for e in errors])
    if fresh:
        store.save()
    for number in sorted(found):
        for error in found[number]:
            yield number, error


def _recalled(rows: Any) -> list[ShellError]:
    try:
        return [ShellError(int(r[0]), int(r[1]), str(r[2]), str(r[3])) for r in rows or ()]
    except (TypeError, ValueError, IndexError):
        return []


def _shellcheck(snippets: Sequence[str], numbers: list[int]) -> dict[int, list[ShellError]]:
    """Check snippets together; when one of them cannot be parsed, each alone."""
    found: dict[int, list[ShellError]] = {n: [] for n in numbers}
    lines: list[tuple[int, int]] = []  # for each line of the script: snippet, line in it
    script: list[str] = []
    for number in numbers:
        body = snippets[number].split("\n")
        script += ["f() {", ":", *body, "}"]
        lines += [(number, 1), (number, 1), *((number, n + 1) for n in range(len(body)))]
        lines.append((number, len(body)))
    comments = _run_shellcheck("\n".join(script) + "\n")
    if len(numbers) > 1 and any(1000 <= c["code"] < 2000 for c in comments):
        return {n: _shellcheck(snippets, [n])[n] for n in numbers}
    for comment in comments:
        number, line = lines[min(comment["line"], len(lines)) - 1]
        message = str(comment["message"]).rstrip(".").replace("`", "'")
        error = ShellError(line, comment["column"] - 1, message, f"SC{comment['code']}")
        found[number].append(error)
    return found


def _run_shellcheck(script: str) -> list[dict[str, Any]]:
    try:
        done = subprocess.run(
            ["shellcheck", "-s", "bash", "-S", "error", "-f", "json1", "-"],
            input=script.encode(),
            capture_output=True,
            timeout=120,
            check=False,
        )
        comments = json.loads(done.stdout)["comments"]
    except (*_Failed, KeyError):
        return []
    # SC1089 and its kin only say where parsing stopped because of an error named beside them
    named = [c for c in comments if c["code"] not in (1072, 1073)]
    return named or comments


@cache
def _tool(name: str) -> bool:
    return shutil.which(name) is not None
