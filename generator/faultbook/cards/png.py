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
_QUICK, _RAW, _MEMORY = 2, -15, 9
_END = b"\x03\x00"
"""An empty last block, which ends a deflated stream."""


@dataclass(frozen=True, slots=True)
class Band:
    """Some rows of a picture: their bytes, and the same deflated, without an end."""

    height: int
    pixels: bytes
    packed: bytes


def band(rows: Sequence[bytes]) -> Band:
    """Return rows as a band. A row holds two pixels a byte."""
    # A zero before each row: no filter. They hold little but flat colour, which deflate likes.
    pixels = b"\0" + b"\0".join(rows)
    packer = zlib.compressobj(_QUICK, zlib.DEFLATED, _RAW, _MEMORY)
    return Band(len(rows), pixels, packer.compress(pixels) + packer.flush(zlib.Z_SYNC_FLUSH))


def png(bands: Sequence[Band], width: int, palette: Sequence[str]) -> bytes:
    """Return the file. `palette` holds colours such as `#16202a`."""
    height = sum(band.height for band in bands)
    header = struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0)
    colours = b"".join(bytes.fromhex(colour[1:]) for colour in palette)
    check = 1
    for each in bands:
        check = zlib.adler32(each.pixels, check)
    packed = b"".join(each.packed for each in bands)
    stream = b"".join((b"\x78\x01", packed, _END, struct.pack(">I", check)))
    chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", stream), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, content) for name, content in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    check = zlib.crc32(name + content)
    return b"".join((struct.pack(">I", len(content)), name, content, struct.pack(">I", check)))
