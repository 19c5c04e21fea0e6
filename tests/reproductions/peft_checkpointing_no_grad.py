"""Reentrant checkpointing over frozen layers: the input asks for no gradient."""

import torch
from torch.utils.checkpoint import checkpoint

frozen = torch.nn.Linear(4, 4).requires_grad_(False)
checkpoint(frozen, torch.ones(2, 4), use_reentrant=True).sum().backward()
