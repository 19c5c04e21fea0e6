"""The recomputed forward pass saves fewer tensors than the first one did."""

import torch
from torch.utils.checkpoint import checkpoint

calls = []


def forward(x: torch.Tensor) -> torch.Tensor:
    calls.append(1)
    return x.sin().exp() if len(calls) == 1 else x.sin()


checkpoint(forward, torch.ones(4, requires_grad=True), use_reentrant=False).sum().backward()
