"""A checkpoint of a classifier with three classes is loaded into one with two."""

import torch


def classifier(classes: int) -> torch.nn.Sequential:
    """A network whose last layer has one row per class."""
    return torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.Linear(4, classes))


classifier(2).load_state_dict(classifier(3).state_dict())
