"""A parameter takes no part in the loss, so its gradient is never reduced."""

import os

import torch
import torch.distributed as dist
from support import free_port
from torch.nn.parallel import DistributedDataParallel


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.used = torch.nn.Linear(4, 4)
        self.unused = torch.nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.used(x)


os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(free_port()))
dist.init_process_group("gloo", rank=0, world_size=1)
model = DistributedDataParallel(Net())
for _ in range(2):
    model(torch.ones(2, 4)).sum().backward()
