"""The terminal that started the launcher goes away."""

import signal

from support import torchrun

torchrun("import time; time.sleep(60)", nproc=2, then=signal.SIGHUP)
