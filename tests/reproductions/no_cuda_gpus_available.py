"""A CPU build of PyTorch is asked for a GPU."""

import torch

torch.ones(1).cuda()
