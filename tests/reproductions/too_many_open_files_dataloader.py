"""Workers send each tensor as a file descriptor, and the process may open only 96."""

import resource

import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __len__(self) -> int:
        return 4096

    def __getitem__(self, index: int) -> torch.Tensor:
        return torch.zeros(8)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (96, 96))
    kept = list(DataLoader(Rows(), batch_size=None, num_workers=2))
    print(len(kept))
