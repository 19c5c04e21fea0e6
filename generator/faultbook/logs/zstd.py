"""Reading zstd archives, with a word when one ends in the middle.

The stream reader of the library takes an archive that was cut short for a whole one; its
decompressor of single frames says whether a frame came to its end.
"""

from __future__ import annotations

from typing import BinaryIO

import zstandard

# Packed bytes taken at a time. A block of zstd unpacks to 128 KiB at most and takes four bytes
# at least, so that nobody can make us hold more than 32 MiB.
_TAKEN = 1024


class ZstdReader:
    """The unpacked bytes of a stream of zstd frames."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._frame = self._fresh()
        self._packed = b""
        self._inside = False

    @staticmethod
    def _fresh() -> zstandard.ZstdDecompressionObj:
        return zstandard.ZstdDecompressor().decompressobj()

    def read1(self, size: int) -> bytes:
        """Return about `size` bytes, or none at the end.

        Raises:
            EOFError: the archive ends inside a frame.
            zstandard.ZstdError: it is damaged.
        """
        parts: list[bytes] = []
        length = 0
        while length < size:
            packed = self._packed or self._stream.read(_TAKEN)
            if not packed:
                if self._inside and not parts:
                    raise EOFError("the archive was cut short")
                break
            self._packed = b""
            self._inside = True
            part = self._frame.decompress(packed)
            if self._frame.eof:
                self._packed, self._frame = self._frame.unused_data, self._fresh()
                self._inside = bool(self._packed)
            parts.append(part)
            length += len(part)
        return b"".join(parts)

    read = read1
