"""What this machine can do at once."""

from __future__ import annotations

import os
import sys

MOST = 8


def processors() -> int:
    """Return how many processes can run at once, at most `MOST`."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST)
    return min(os.cpu_count() or 1, MOST)


def forks() -> bool:
    """Say whether processes begin as copies of this one, with all that it holds.

    On macOS a process may not go on after a fork without starting anew.
    """
    return sys.platform == "linux"
