"""Rank 1 never reaches the monitored barrier."""

import os
import time
from datetime import timedelta

import torch.distributed as dist
import torch.multiprocessing as mp
from support import free_port


def work(rank: int, port: int) -> None:
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    dist.init_process_group("gloo", rank=rank, world_size=2)
    if rank == 1:
        time.sleep(8)
        return
    dist.monitored_barrier(timeout=timedelta(seconds=3))


if __name__ == "__main__":
    mp.spawn(work, (free_port(),), nprocs=2)
