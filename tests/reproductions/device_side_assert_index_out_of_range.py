"""A token id beyond the embedding table, on the CPU, where the message is plain."""

import torch

torch.nn.Embedding(100, 8)(torch.tensor([100]))
