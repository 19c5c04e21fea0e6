"""MASTER_ADDR is a name that no resolver knows."""

from datetime import timedelta

from torch.distributed import TCPStore

TCPStore("trainer-0.invalid", 29500, is_master=False, timeout=timedelta(seconds=3))
