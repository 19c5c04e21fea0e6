"""Process 0 of 2 waits for process 1, which nobody started."""

import jax
from support import free_port

jax.distributed.initialize(
    f"127.0.0.1:{free_port()}", num_processes=2, process_id=0, initialization_timeout=5
)
