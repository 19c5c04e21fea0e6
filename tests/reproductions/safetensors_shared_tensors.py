"""Two names of one state dict share the same memory."""

import tempfile
from pathlib import Path

import torch
from safetensors.torch import save_file

tied = torch.zeros(4, 4)
save_file({"embed": tied, "head": tied}, Path(tempfile.mkdtemp()) / "model.safetensors")
