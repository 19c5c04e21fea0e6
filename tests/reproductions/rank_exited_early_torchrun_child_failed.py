"""One of two torchrun workers raises; the launcher stops the other and prints its table."""

from support import torchrun

torchrun(
    """
import os, time
if os.environ["RANK"] == "1":
    raise KeyError("tokens")
time.sleep(30)
""",
    nproc=2,
)
