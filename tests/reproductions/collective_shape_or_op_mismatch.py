"""Rank 0 calls all_reduce, rank 1 broadcast; the debug wrapper compares the calls."""

import os
from datetime import timedelta

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from support import free_port


def work(rank: int, port: int) -> None:
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    dist.init_process_group("gloo", rank=rank, world_size=2, timeout=timedelta(seconds=10))
    if rank == 0:
        dist.all_reduce(torch.ones(25))
    else:
        dist.broadcast(torch.ones(1), src=0)


if __name__ == "__main__":
    os.environ["TORCH_DISTRIBUTED_DEBUG"] = "DETAIL"  # the workers read it as they import torch
    mp.spawn(work, (free_port(),), nprocs=2)
