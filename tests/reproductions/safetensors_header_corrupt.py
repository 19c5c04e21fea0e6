"""A weights file was cut short, so its header promises more than the file holds."""

import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

path = Path(tempfile.mkdtemp()) / "model.safetensors"
save_file({"weight": torch.zeros(1000)}, path)
path.write_bytes(path.read_bytes()[:-100])
load_file(path)
