"""GLOO_SOCKET_IFNAME names an interface that this host does not have."""

import os

import torch.distributed as dist
from support import free_port

os.environ.update(
    MASTER_ADDR="127.0.0.1", MASTER_PORT=str(free_port()), GLOO_SOCKET_IFNAME="ens99f9"
)
dist.init_process_group("gloo", rank=0, world_size=1)
