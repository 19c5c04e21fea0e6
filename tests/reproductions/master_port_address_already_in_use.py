"""Two jobs on one host ask for the same rendezvous port; the second cannot listen on it."""

import socket
from datetime import timedelta

from torch.distributed import TCPStore

holder = socket.socket()
holder.bind(("0.0.0.0", 0))
holder.listen()
port = holder.getsockname()[1]
TCPStore("localhost", port, is_master=True, timeout=timedelta(seconds=5))
