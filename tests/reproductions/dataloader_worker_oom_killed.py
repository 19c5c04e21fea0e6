"""A DataLoader worker is killed with SIGKILL while the trainer waits for its first batch.

The kernel's out-of-memory killer ends a worker in the same way.
"""

import os
import signal
import time

import torch
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __len__(self) -> int:
        return 64

    def __getitem__(self, index: int) -> torch.Tensor:
        if index == 0:
            time.sleep(1)
            os.kill(os.getpid(), signal.SIGKILL)
        return torch.zeros(8)


if __name__ == "__main__":
    for _ in DataLoader(Rows(), batch_size=8, num_workers=1):
        pass
