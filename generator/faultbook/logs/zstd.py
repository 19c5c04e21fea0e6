"""Reading zstd archives, with a word when one ends in the middle.

The stream reader of the library takes an archive that was cut short for a whole one; its
decompressor of single frames says whether a frame came to its end.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, BinaryIO

import zstandard

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

# Packed bytes taken at a time. A block of zstd unpacks to 128 KiB at most and takes four bytes
# at least, so that nobody can make us hold more than 32 MiB.
_TAKEN = 1024


class ZstdReader(io.RawIOBase):
    """The unpacked bytes of a stream of zstd frames.

    Reading raises EOFError where the archive ends inside a frame, and `zstandard.ZstdError`
    where it is damaged.
    """

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._stream = stream
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._packed = b""
        self._unpacked = memoryview(b"")
        self._inside = False

    def readable(self) -> bool:  # noqa: D102
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:  # noqa: D102
        while not self._unpacked:
            packed = self._packed or self._stream.read(_TAKEN)
            if not packed:
                if self._inside:
                    raise EOFError("the archive was cut short")
                return 0
            self._unpack(packed)
        view = memoryview(buffer).cast("B")
        taken = self._unpacked[: len(view)]
        view[: len(taken)] = taken
        self._unpacked = self._unpacked[len(taken) :]
        return len(taken)

    def _unpack(self, packed: bytes) -> None:
        self._packed, self._inside = b"", True
        self._unpacked = memoryview(self._frame.decompress(packed))
        if self._frame.eof:
            self._packed = self._frame.unused_data
            self._frame = zstandard.ZstdDecompressor().decompressobj()
            self._inside = bool(self._packed)
