"""The resumed optimizer has fewer parameters than the saved one."""

import torch

saved = torch.optim.AdamW(torch.nn.Linear(4, 4).parameters()).state_dict()
resumed = torch.optim.AdamW(torch.nn.Linear(4, 4, bias=False).parameters())
resumed.load_state_dict(saved)
