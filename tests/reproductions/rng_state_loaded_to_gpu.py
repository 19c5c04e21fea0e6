"""The saved random state was moved or cast together with the weights."""

import torch

state = torch.get_rng_state().to(torch.float32)
torch.set_rng_state(state)
