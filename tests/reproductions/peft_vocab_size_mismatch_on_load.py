"""A checkpoint with a longer vocabulary is loaded into a model with a shorter one."""

import torch


class Model(torch.nn.Module):
    """The two matrices that have one row per token, with the names that transformers uses."""

    def __init__(self, tokens: int) -> None:
        super().__init__()
        self.embed_tokens = torch.nn.Embedding(tokens, 8)
        self.lm_head = torch.nn.Linear(8, tokens, bias=False)


class Wrapped(torch.nn.Module):
    """A model below another module, as in transformers."""

    def __init__(self, tokens: int) -> None:
        super().__init__()
        self.model = Model(tokens)


Wrapped(32000).load_state_dict(Wrapped(32001).state_dict())
