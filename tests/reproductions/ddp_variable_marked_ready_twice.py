"""Reentrant checkpointing runs the same layer twice, so its gradients arrive twice."""

import os

import torch
import torch.distributed as dist
from support import free_port
from torch.nn.parallel import DistributedDataParallel
from torch.utils.checkpoint import checkpoint


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = checkpoint(self.layer, x, use_reentrant=True)
        return checkpoint(self.layer, x, use_reentrant=True)


os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(free_port()))
dist.init_process_group("gloo", rank=0, world_size=1)
model = DistributedDataParallel(Net(), find_unused_parameters=True)
model(torch.ones(2, 4, requires_grad=True)).sum().backward()
