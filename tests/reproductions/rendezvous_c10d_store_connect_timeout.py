"""A worker looks for the rendezvous store on a port where nobody listens."""

import socket
from datetime import timedelta

from torch.distributed import TCPStore

free = socket.socket()
free.bind(("127.0.0.1", 0))
port = free.getsockname()[1]
free.close()
TCPStore("127.0.0.1", port, is_master=False, timeout=timedelta(seconds=3))
