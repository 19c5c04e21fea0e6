"""A store's client looks up the name of an address while no name server can be asked.

Changing the resolver's file needs root, so a seccomp filter refuses datagram sockets to this
process alone, and the resolver has nobody to ask; 127.0.0.2 has no line in /etc/hosts. All else is
real: the store is made, and both ends use it.
"""

import ctypes
import platform
import socket
import struct
from errno import EACCES

SOCKET = {"x86_64": 41, "aarch64": 198}[platform.machine()]  # number of the system call
LOAD, AND, EQUAL, ANSWER = 0x20, 0x54, 0x15, 0x06  # BPF: a word, a mask, jump if equal, return
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2

filters = b"".join(
    struct.pack("HBBI", *step)
    for step in (
        (LOAD, 0, 0, 0),  # the call's number
        (EQUAL, 0, 4, SOCKET),
        (LOAD, 0, 0, 24),  # its second argument: the type, with flags above the low four bits
        (AND, 0, 0, 0xF),
        (EQUAL, 0, 1, socket.SOCK_DGRAM),
        (ANSWER, 0, 0, ERRNO | EACCES),
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

server = TCPStore("127.0.0.2", 0, is_master=True, wait_for_workers=False)
client = TCPStore("127.0.0.2", server.port, is_master=False)
server.set("greeting", "hello")
print(client.get("greeting").decode())
