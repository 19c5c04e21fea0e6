"""A picture of sixteen colours as PNG (ISO/IEC 15948), written by hand: nothing else is needed.

A picture is made of bands, which are packed one by one, so that those which all pictures share
are packed once.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
NO_FILTER = b"\0"
"""What a row of pixels begins with."""

_QUICK, _RAW, _MEMORY = 1, -15, 8
_ADLER = 65521
_END = b"\x03\x00"
"""An empty last block, which ends a deflated stream."""


@dataclass(frozen=True, slots=True)
class Band:
    """Some rows of a picture, deflated, without an end.

    `size` counts their bytes before, of which `check` is the Adler-32 sum.
    """

    height: int
    size: int
    check: int
    packed: bytes


def band(pixels: bytes, row: int) -> Band:
    """Return rows as a band. A row is `row` bytes: `NO_FILTER`, then two pixels a byte."""
    # Unfiltered, since the rows hold little but flat colour, which deflate likes.
    packer = zlib.compressobj(_QUICK, zlib.DEFLATED, _RAW, _MEMORY)
    packed = packer.compress(pixels) + packer.flush(zlib.Z_SYNC_FLUSH)
    return Band(len(pixels) // row, len(pixels), zlib.adler32(pixels), packed)


def png(bands: Sequence[Band], width: int, palette: Sequence[str]) -> bytes:
    """Return the file. `palette` holds colours such as `#16202a`."""
    height = sum(band.height for band in bands)
    header = struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0)
    colours = b"".join(bytes.fromhex(colour[1:]) for colour in palette)
    check = _joined(bands)
    packed = b"".join(each.packed for each in bands)
    stream = b"".join((b"\x78\x01", packed, _END, struct.pack(">I", check)))
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", stream), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, content) for name, content in chunks)


def _joined(bands: Sequence[Band]) -> int:
    """Return the Adler-32 sum of all bands (RFC 1950, 8.2) from the sums of each."""
    low, high = 1, 0
    for each in bands:
        high = (high + (each.check >> 16) + each.size * (low - 1)) % _ADLER
        low = (low + (each.check & 0xFFFF) - 1) % _ADLER
    return high << 16 | low


def _chunk(name: bytes, content: bytes) -> bytes:
    check = zlib.crc32(name + content)
    return b"".join((struct.pack(">I", len(content)), name, content, struct.pack(">I", check)))
