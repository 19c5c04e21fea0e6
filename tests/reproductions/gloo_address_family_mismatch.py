"""Two gloo ranks, one bound to an IPv4 and one to an IPv6 address of this host."""

from datetime import timedelta

from support import spawned
from torch.distributed import ProcessGroupGloo, TCPStore


def work(rank: int, port: int) -> None:
    store = TCPStore("127.0.0.1", port, 2, rank == 0, timeout=timedelta(seconds=20))
    options = ProcessGroupGloo._Options()
    options._devices = [ProcessGroupGloo.create_device(hostname=["127.0.0.1", "::1"][rank])]
    options._timeout = timedelta(seconds=20)
    ProcessGroupGloo(store, rank, 2, options)


if __name__ == "__main__":
    spawned(work)
