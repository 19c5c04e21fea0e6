"""A method other than forward uses the weight of a module that fully_shard has sharded."""

from support import torchrun

torchrun(
    """
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(x)

    def score(self, x):
        return torch.nn.functional.linear(x, self.layer.weight)

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (2,))
model = Model()
fully_shard(model.layer, mesh=mesh)
fully_shard(model, mesh=mesh)
model(torch.ones(1, 4))
model.score(torch.ones(1, 4))
""",
    nproc=2,
)
