"""scaler.step() without a backward pass that gave any gradient."""

import torch

weight = torch.nn.Parameter(torch.ones(4))
scaler = torch.amp.GradScaler("cpu")
scaler.scale(torch.ones(1, requires_grad=True).sum()).backward()
scaler.step(torch.optim.SGD([weight], lr=0.1))
