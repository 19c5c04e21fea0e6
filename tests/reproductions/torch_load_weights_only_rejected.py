"""A checkpoint holds an object of a class that the safe unpickler does not know."""

import argparse
import tempfile
from pathlib import Path

import torch

path = Path(tempfile.mkdtemp()) / "checkpoint.pt"
torch.save({"args": argparse.Namespace(lr=1e-4)}, path)
torch.load(path)
