"""Rank 1 computes for longer than the group's time-out; rank 0 waits in a collective."""

import os
import time
from datetime import timedelta

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from support import free_port


def work(rank: int, port: int) -> None:
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    dist.init_process_group("gloo", rank=rank, world_size=2, timeout=timedelta(seconds=3))
    dist.all_reduce(torch.ones(4))
    if rank == 1:
        time.sleep(8)
        return
    dist.all_reduce(torch.ones(4))


if __name__ == "__main__":
    mp.spawn(work, (free_port(),), nprocs=2)
