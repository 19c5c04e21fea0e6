"""A torchrun worker reads address zero."""

from support import torchrun

torchrun("import ctypes; ctypes.string_at(0)", nproc=1)
