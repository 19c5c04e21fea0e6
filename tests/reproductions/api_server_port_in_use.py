"""A second server is started on a port that is taken."""

import asyncio
import socket

holder = socket.socket()
holder.bind(("127.0.0.1", 0))
holder.listen()
asyncio.run(asyncio.start_server(lambda reader, writer: None, "127.0.0.1", holder.getsockname()[1]))
