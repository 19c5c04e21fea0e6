"""A state dict saved from a wrapped model is loaded into a bare one."""

import torch

wrapped = torch.nn.DataParallel(torch.nn.Linear(4, 4))
torch.nn.Linear(4, 4).load_state_dict(wrapped.state_dict())
