"""Work over several processes, which leave when the process that started them does."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import TypeVar

from faultbook.machine import forks, processors

T = TypeVar("T")


def nothing() -> None:
    """Prepare a worker that needs no preparation."""


@contextmanager
def workers(
    prepare: Callable[..., None] = nothing, *values: object, count: int | None = None
) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of `count` processes; `prepare(*values)` is called once in each.

    Without a count there are as many as processors.

    When this process is killed, its workers leave at once: what they were about to write could
    be older than what the next run writes.
    """
    context = multiprocessing.get_context("fork" if forks() else "spawn")
    pool = ProcessPoolExecutor(
        count or processors(), mp_context=context, initializer=_begin, initargs=(prepare, values)
    )
    try:
        with pool:
            yield pool
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise


@contextmanager
def meanwhile(work: Callable[[], T]) -> Iterator[Callable[[], T]]:
    """Do something in another process; yield a function that waits for what it returns."""
    with workers(count=1) as pool:
        yield pool.submit(work).result


def _begin(prepare: Callable[..., None], values: tuple[object, ...]) -> None:
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    prepare(*values)


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
