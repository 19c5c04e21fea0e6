"""Rank 1 builds a layer of another width than rank 0."""

import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from support import free_port
from torch.nn.parallel import DistributedDataParallel


def work(rank: int, port: int) -> None:
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    dist.init_process_group("gloo", rank=rank, world_size=2)
    DistributedDataParallel(torch.nn.Linear(4, 4 + rank))


if __name__ == "__main__":
    mp.spawn(work, (free_port(),), nprocs=2)
