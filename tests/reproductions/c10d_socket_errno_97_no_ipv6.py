"""A store whose process may open no IPv6 socket, as on a host whose kernel has IPv6 switched off.

Switching IPv6 off needs a reboot, so a seccomp filter answers socket(AF_INET6, ...) with errno 97
in this process alone. All else is real: the store is made, and both ends use it over IPv4.
"""

import ctypes
import platform
import socket
import struct
from errno import EAFNOSUPPORT

SOCKET = {"x86_64": 41, "aarch64": 198}[platform.machine()]  # number of the system call
LOAD, EQUAL, ANSWER = 0x20, 0x15, 0x06  # BPF: word at an offset, jump if equal, return
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2

filters = b"".join(
    struct.pack("HBBI", *step)
    for step in (
        (LOAD, 0, 0, 0),  # the call's number
        (EQUAL, 0, 3, SOCKET),
        (LOAD, 0, 0, 16),  # its first argument
        (EQUAL, 0, 1, socket.AF_INET6),
        (ANSWER, 0, 0, ERRNO | EAFNOSUPPORT),
        (ANSWER, 0, 0, ALLOW),
    )
)


class Program(ctypes.Structure):
    """The kernel's sock_fprog."""

    _fields_ = [("length", ctypes.c_ushort), ("filters", ctypes.c_char_p)]


libc = ctypes.CDLL(None, use_errno=True)
program = Program(len(filters) // 8, filters)
libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
if libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0):
    raise OSError(ctypes.get_errno(), "no seccomp filter could be set")

from torch.distributed import TCPStore  # noqa: E402 - it must be loaded under the filter

server = TCPStore("localhost", 0, is_master=True, wait_for_workers=False)
client = TCPStore("localhost", server.port, is_master=False)
server.set("greeting", "hello")
print(client.get("greeting").decode())
