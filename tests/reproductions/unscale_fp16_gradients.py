"""The weights themselves are float16, so their gradients cannot be unscaled."""

import torch

layer = torch.nn.Linear(4, 4).half()
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
scaler.scale(layer(torch.ones(2, 4).half()).sum().float()).backward()
scaler.unscale_(optimizer)
