"""Something outside ends the launcher with SIGTERM."""

import signal

from support import torchrun

torchrun("import time; time.sleep(60)", nproc=2, then=signal.SIGTERM)
