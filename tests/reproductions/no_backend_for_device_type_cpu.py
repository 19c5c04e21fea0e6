"""A tensor in host memory is reduced over a group whose only backend is for the GPU."""

import os

import torch
import torch.distributed as dist
from support import free_port

os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(free_port()), RANK="0", WORLD_SIZE="1")
dist.init_process_group("cuda:gloo")  # gloo in place of nccl, which a host without GPU lacks
dist.all_reduce(torch.ones(2))
