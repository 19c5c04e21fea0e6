"""A torchrun worker writes past the end of a block; glibc finds out when the block is let go."""

from support import torchrun

WORKER = """
import ctypes

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.memset.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]

block, neighbour = libc.malloc(2000), libc.malloc(2000)
libc.memset(block, 0x41, 2016)  # the last 16 bytes are the neighbour's header
print("nothing is noticed here", flush=True)
libc.free(block)
"""

torchrun(WORKER, nproc=1)
