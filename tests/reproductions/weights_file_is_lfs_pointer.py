"""The repository was cloned without Git LFS: the weights file is a short text."""

import tempfile
from pathlib import Path

import torch

path = Path(tempfile.mkdtemp()) / "pytorch_model.bin"
path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 438007537\n")
torch.load(path, weights_only=False)
