"""Rank 1 of a gloo group dies between two collectives; rank 0 sees its socket close."""

import os

import torch
import torch.distributed as dist
from support import spawned


def work(rank: int, port: int) -> None:
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    dist.init_process_group("gloo", rank=rank, world_size=2)
    dist.all_reduce(torch.ones(4))
    if rank == 1:
        os._exit(7)
    dist.all_reduce(torch.ones(4))


if __name__ == "__main__":
    spawned(work)
