"""A progress bar on standard error, only on a terminal and only for work that takes a while."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click

SHORT = 100
"""Less work than this needs no bar."""


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that is told (done since the last call, total)."""
    with ExitStack() as stack:
        bar: list[Any] = []

        def advance(done: int, total: int) -> None:
            if total < SHORT or not sys.stderr.isatty():
                return
            if not bar:
                made = click.progressbar(length=total, label=label, file=sys.stderr)
                bar.append(stack.enter_context(made))
            bar[0].update(done)

        yield advance
