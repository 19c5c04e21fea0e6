"""Two jobs share one rendezvous endpoint; the one that hosts the store ends, the other falls."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from support import free_port

HOST = """
import pathlib, sys, time
folder = pathlib.Path(sys.argv[1])
(folder / "host").touch()
while not (folder / "guest").exists():
    time.sleep(0.1)
time.sleep(1)
"""
GUEST = """
import pathlib, sys, time
(pathlib.Path(sys.argv[1]) / "guest").touch()
time.sleep(40)
"""


def launch(job: str, source: str, folder: Path, port: int) -> subprocess.Popen[bytes]:
    script = folder / f"{job}.py"
    script.write_text(source)
    command = [sys.executable, "-m", "torch.distributed.run", "--nnodes", "1"]
    command += ["--nproc-per-node", "1", "--rdzv-backend", "c10d", "--rdzv-id", job]
    command += ["--rdzv-endpoint", f"127.0.0.1:{port}", str(script), str(folder)]
    return subprocess.Popen(command)


folder, port = Path(tempfile.mkdtemp()), free_port()
host = launch("job-1", HOST, folder, port)
while not (folder / "host").exists():
    time.sleep(0.1)
guest = launch("job-2", GUEST, folder, port)
host.wait()
sys.exit(guest.wait())
