"""A compiled function sees a new integer at each call and gives up."""

import torch


class Counter(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.mode = ""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + len(self.mode) if self.mode != "off" else x


module = Counter()
compiled = torch.compile(module, backend="eager", dynamic=False)
for n in range(12):
    module.mode = "m" * n
    compiled(torch.ones(4))
