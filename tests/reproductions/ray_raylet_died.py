"""The raylet of a local Ray instance is killed; the driver is told, and its next task fails."""

import os
import signal
import time
from pathlib import Path

import ray


@ray.remote(max_retries=0)
def one() -> int:
    return 1


def raylet_of(session: str) -> int:
    """Return the process id of the raylet of a session. Exits if there is none."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue  # it ended meanwhile, or belongs to somebody else
        if "/raylet/raylet\0" in command and session in command:
            return int(entry.name)
    raise SystemExit("no raylet")


ray.init(num_cpus=1, include_dashboard=False)
ray.get(one.remote())
os.kill(raylet_of(Path("/tmp/ray/session_latest").resolve().name), signal.SIGKILL)
time.sleep(10)  # the agents take some seconds to tell the driver
ray.get(one.remote())
