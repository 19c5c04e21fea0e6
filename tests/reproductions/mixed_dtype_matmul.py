"""A float32 input meets a bfloat16 weight."""

import torch

torch.nn.Linear(4, 4, dtype=torch.bfloat16)(torch.ones(2, 4))
