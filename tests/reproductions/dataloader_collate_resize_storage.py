"""Samples have different lengths, so the default collation cannot stack them."""

import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __len__(self) -> int:
        return 8

    def __getitem__(self, index: int) -> torch.Tensor:
        return torch.zeros(4 + index)


if __name__ == "__main__":
    next(iter(DataLoader(Rows(), batch_size=4, num_workers=1)))
