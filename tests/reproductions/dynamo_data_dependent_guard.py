"""A compiled function branches on a value that only the data decide."""

import torch


@torch.compile(backend="eager", fullgraph=True)
def keep(x: torch.Tensor) -> torch.Tensor:
    n = x.sum().item()
    return x if n > 3 else -x


torch._dynamo.config.capture_scalar_outputs = True
keep(torch.ones(4))
