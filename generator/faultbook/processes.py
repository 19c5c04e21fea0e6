"""Work over several processes, which leave when the process that started them does."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait

from faultbook.machine import forks, processors


@contextmanager
def workers(prepare: Callable[..., None], *values: object) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool; `prepare(*values)` is called once in each process.

    When this process is killed, its workers leave at once: what they were about to write could
    be older than what the next run writes.
    """
    context = multiprocessing.get_context("fork" if forks() else "spawn")
    pool = ProcessPoolExecutor(
        processors(), mp_context=context, initializer=_begin, initargs=(prepare, values)
    )
    try:
        with pool:
            yield pool
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise


def _begin(prepare: Callable[..., None], values: tuple[object, ...]) -> None:
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    prepare(*values)


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
