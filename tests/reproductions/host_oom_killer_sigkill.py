"""A torchrun worker is killed with SIGKILL, as the kernel's out-of-memory killer does it."""

from support import torchrun

torchrun(
    """
import os, signal, time
if os.environ["RANK"] == "1":
    os.kill(os.getpid(), signal.SIGKILL)
time.sleep(30)
""",
    nproc=2,
)
