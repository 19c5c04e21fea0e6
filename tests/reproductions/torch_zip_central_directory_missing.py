"""A checkpoint was cut short while it was written."""

import tempfile
from pathlib import Path

import torch

path = Path(tempfile.mkdtemp()) / "checkpoint.pt"
torch.save({"weight": torch.zeros(1 << 20)}, path)
path.write_bytes(path.read_bytes()[:-500])
torch.load(path)
