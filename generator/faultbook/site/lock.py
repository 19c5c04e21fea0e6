"""One build at a time for each folder: a second one waits for the first.

The lock belongs to the open file, which worker processes inherit: so it is held until the last
of them has left, even if the build itself was killed, and nobody writes into a folder that
another build has begun to look at.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from faultbook.store import digest

_PAUSE = 0.05


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder. Where none can be had (a read-only disk), go on without."""
    owner = os.getuid() if hasattr(os, "getuid") else 0
    name = f"faultbook-{owner}-{digest(str(folder))}.lock"
    handle = -1
    with suppress(OSError):
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        handle = os.open(os.path.join(tempfile.gettempdir(), name), flags, 0o600)  # noqa: PTH118
    try:
        if handle >= 0:
            _lock(handle)
        yield
    finally:
        if handle >= 0:
            os.close(handle)


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - only there

        while True:
            with suppress(OSError):
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
                return
            time.sleep(_PAUSE)
    import fcntl  # noqa: PLC0415 - not on Windows

    fcntl.flock(handle, fcntl.LOCK_EX)
