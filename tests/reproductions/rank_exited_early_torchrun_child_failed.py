"""One of two torchrun workers aborts without a word; the launcher stops the other one."""

from support import torchrun

torchrun(
    """
import os, time
if os.environ["RANK"] == "1":
    os.abort()
time.sleep(30)
""",
    nproc=2,
)
