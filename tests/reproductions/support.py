"""What several reproductions need: a free port, ranks without a launcher, torchrun."""

from __future__ import annotations

import multiprocessing
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path


def free_port() -> int:
    """A TCP port of the loopback interface that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def spawned(work: Callable[[int, int], None], *, ranks: int = 2) -> None:
    """Run `work(rank, port)` in a process for each rank, wait for all, exit as rank 0 does.

    There is no launcher: it would stop the other ranks as soon as one fails, before they have
    printed their own errors.
    """
    spawn = multiprocessing.get_context("spawn")
    port = free_port()
    processes = [spawn.Process(target=work, args=(rank, port)) for rank in range(ranks)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    sys.exit(processes[0].exitcode)


def torchrun(
    worker: str, *, nproc: int, then: int | None = None, module: str = "torch.distributed.run"
) -> None:
    """Run `worker` (Python source) under a launcher, and exit as it does.

    Args:
        worker: source of the script that each rank runs.
        nproc: ranks on this host.
        then: a signal to send to the launcher after eight seconds, or None.
        module: the launcher's module.
    """
    script = Path(tempfile.mkdtemp()) / "train.py"
    script.write_text(worker)
    command = [sys.executable, "-m", module, "--nproc-per-node", str(nproc)]
    command += ["--master-port", str(free_port()), str(script)]
    launcher = subprocess.Popen(command)
    if then is not None:
        time.sleep(8)
        launcher.send_signal(then)
    sys.exit(launcher.wait(timeout=60))
