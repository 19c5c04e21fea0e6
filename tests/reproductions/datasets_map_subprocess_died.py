"""A worker of datasets.map() is killed with SIGKILL."""

import os
import signal

from datasets import Dataset


def work(row: dict[str, int]) -> dict[str, int]:
    if row["n"] == 50:
        os.kill(os.getpid(), signal.SIGKILL)
    return row


if __name__ == "__main__":
    Dataset.from_dict({"n": list(range(100))}).map(work, num_proc=2)
