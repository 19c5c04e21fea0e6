"""A distributed checkpoint is loaded into a model that has one more tensor."""

import tempfile

import torch
import torch.distributed.checkpoint as dcp

folder = tempfile.mkdtemp()
dcp.save({"weight": torch.zeros(4)}, checkpoint_id=folder)
dcp.load({"weight": torch.zeros(4), "bias": torch.zeros(4)}, checkpoint_id=folder)
