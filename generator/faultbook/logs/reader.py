"""Reading files of any size in blocks of whole lines, with memory that does not grow."""

from __future__ import annotations

import io
import os
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, cast

from faultbook.logs.clean import clean_bytes, clean_text
from faultbook.logs.origin import origin_of
from faultbook.logs.profile import (
    NO_PROFILE,
    SAMPLE_HEAD,
    SAMPLE_LATER,
    Profile,
    ProfileBuilder,
)
from faultbook.logs.record import LogLine, Origin
from faultbook.logs.split import parse_line
from faultbook.logs.unpack import unpack

BLOCK = 1 << 19  # bytes read at a time: a block and its copies fit a core's cache
MAX_LINE = 1 << 20  # a longer line is handed on in parts that bear the same number
SAMPLED_BLOCKS = 8  # the first blocks of a log are sampled,
SAMPLED_LATER = 32  # then one in so many
PEEK = 4096  # bytes before the end of a block in which a line's end is looked for
OVERLAP = 2048  # so that nothing is lost where such a line is parted
_KEPT_FREE = 24 << 20  # bytes; at most 32 MiB is heeded
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_STDIN = "-"


class UnreadableLogError(Exception):
    """A log that cannot be read (or not to its end): what is wrong, for the user."""


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines of a log.

    `data` is what to search. Where lines are of JSON, it holds the text in them, their inner
    newlines as carriage returns, and `raw_lines` holds the same lines as they were.
    `starts_inside` says that the first line continues the last one of the block before,
    which then had no newline at its end.
    """

    data: bytes
    origin: Origin
    profile: Profile
    raw_lines: list[bytes] | None = None
    starts_inside: bool = False

    def raw_line(self, start: int, end: int, index: int) -> bytes:
        """Return the line of `data[start:end]`, line `index` of the block, as it was."""
        if self.raw_lines is None:
            return self.data[start:end]
        return self.raw_lines[index] if index < len(self.raw_lines) else b""


def is_packed(start: bytes) -> bool:
    """Say whether the first bytes of a file are those of a gzip or zstd archive."""
    return start.startswith((_GZIP, _ZSTD))


@contextmanager
def open_log(path: str) -> Iterator[BinaryIO]:
    """Open a log, unpacking gzip and zstd by their first bytes; `-` is standard input."""
    if path == _STDIN:
        yield _unpacked(sys.stdin.buffer)
        return
    try:
        stream = Path(path).open("rb", buffering=BLOCK)  # noqa: SIM115 - closed below
    except OSError as error:
        raise UnreadableLogError(f"{path}: cannot be opened: {error.strerror or error}") from error
    with stream:
        yield _unpacked(stream)


def _unpacked(stream: BinaryIO) -> BinaryIO:
    buffered = (
        stream if hasattr(stream, "peek") else io.BufferedReader(cast("io.RawIOBase", stream))
    )
    start = buffered.peek(4)[:4]
    if start.startswith(_GZIP):
        import gzip  # noqa: PLC0415 - slow to import, seldom needed

        return cast("BinaryIO", gzip.GzipFile(fileobj=buffered))
    if start.startswith(_ZSTD):
        import zstandard  # noqa: PLC0415 - slow to import, seldom needed

        reader = zstandard.ZstdDecompressor().stream_reader(buffered, read_across_frames=True)
        return cast("BinaryIO", reader)
    return buffered


def read_chunks(stream: BinaryIO, path: str, size: int = BLOCK) -> Iterator[bytes]:
    """Yield the bytes of a stream as they come; a damaged archive raises `UnreadableLogError`."""
    read = getattr(stream, "read1", stream.read)
    while True:
        try:
            chunk = read(size)
        except (OSError, EOFError, zlib.error) as error:
            raise UnreadableLogError(f"{path}: cannot be read to its end: {error}") from error
        except Exception as error:
            if type(error).__name__ != "ZstdError":
                raise
            raise UnreadableLogError(f"{path}: damaged zstd archive: {error}") from error
        if not chunk:
            return
        yield chunk


@dataclass(slots=True)
class BlockMaker:
    """Makes blocks of one log; it learns from each what prefixes the log has."""

    origin: Origin
    _builder: ProfileBuilder = field(default_factory=ProfileBuilder)
    _profile: Profile = NO_PROFILE
    _made: int = 0
    _inside: bool = False

    def make(self, data: bytes, *, ends_line: bool = True) -> Block:
        """Return a block of whole lines; `ends_line` is false where a long line goes on."""
        text = data.replace(b"\r\n", b"\n") if b"\r" in data else data
        if b"\x00" in text[:PEEK]:
            text = text.replace(b"\x00", b"")
        if self._made < SAMPLED_BLOCKS or self._made % SAMPLED_LATER == 0:
            self._builder.add(_sample(text, SAMPLE_LATER if self._made else SAMPLE_HEAD))
            self._profile = self._builder.profile()
        block = _block(text, self.origin, self._profile, self._inside)
        self._made += 1
        self._inside = not ends_line
        return block


def read_blocks(stream: BinaryIO, origin: Origin) -> Iterator[Block]:
    """Yield a stream as blocks of whole lines."""
    maker = BlockMaker(origin)
    parts = (_exact_lines if _is_plain_file(stream) else _whole_lines_of)(stream, origin.file)
    for data, ends_line in parts:
        yield maker.make(data, ends_line=ends_line)


def _is_plain_file(stream: BinaryIO) -> bool:
    return (
        hasattr(os, "pread")
        and isinstance(stream, io.BufferedReader)
        and isinstance(stream.raw, io.FileIO)
        and stream.seekable()
    )


def _whole_lines_of(stream: BinaryIO, path: str) -> Iterator[tuple[bytes, bool]]:
    return _whole_lines(read_chunks(stream, path))


def _exact_lines(stream: BinaryIO, path: str) -> Iterator[tuple[bytes, bool]]:
    """Read a file in parts that end where a line ends, each into place: none is copied.

    The end of a part is looked for before the part is read. Where no line ends near it, the
    rest of the file is read and cut like any stream.
    """
    position = stream.tell()
    file = stream.fileno()
    _keep_freed_memory()
    while True:
        edge = os.pread(file, PEEK, position + BLOCK - PEEK)
        size = BLOCK - PEEK + edge.rfind(b"\n") + 1
        if size == BLOCK - PEEK:
            break
        yield os.pread(file, size, position), True
        position += size
    stream.seek(position)
    yield from _whole_lines_of(stream, path)


def _keep_freed_memory() -> None:
    """Have the C library keep what blocks free, for the next ones.

    glibc gives a freed megabyte back to the kernel and asks for it again with the next block:
    a tenth of the time of a scan. Once it has seen a larger piece freed it keeps that much.
    The piece is never touched, so it takes no memory; other libraries do not mind it.
    """
    bytes(_KEPT_FREE)


def _block(text: bytes, origin: Origin, profile: Profile, inside: bool) -> Block:
    if not profile.is_json:
        return Block(text, origin, profile, starts_inside=inside)
    lines = text.split(b"\n")
    data = b"\n".join(_searchable(line) for line in lines)
    return Block(data, origin, profile, raw_lines=lines, starts_inside=inside)


def _searchable(line: bytes) -> bytes:
    """Return the text inside a JSON line on one line, or the cleaned line if it is none."""
    if not line.lstrip().startswith(b"{"):
        return clean_bytes(line)
    found = unpack(line.decode("utf-8", "replace"))
    if found is None:
        return clean_bytes(line)
    return clean_bytes(found.text.replace("\n", "\r").encode("utf-8", "replace"))


def _sample(data: bytes, count: int) -> list[str]:
    head = data[: count * 256]
    return [clean_text(line[:1024]) for line in head.split(b"\n")[:count]]


def _whole_lines(chunks: Iterator[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Cut a stream of bytes after newlines; say of each part whether it ends with one."""
    rest = b""
    for chunk in chunks:
        cut = chunk.rfind(b"\n") + 1
        if cut:
            yield (rest + memoryview(chunk)[:cut] if rest else chunk[:cut]), True
            rest = chunk[cut:]
        else:
            rest += chunk
        if len(rest) >= MAX_LINE:
            yield rest, False
            rest = rest[-OVERLAP:]
    if rest:
        yield rest, True


def read_lines(path: str) -> Iterator[LogLine]:
    """Yield every logical line of one log. For tests and small logs: scanning is faster."""
    origin = origin_of(path)
    number = 1
    with open_log(path) as stream:
        for block in read_blocks(stream, origin):
            lines = block.raw_lines or block.data.split(b"\n")
            for index, line in enumerate(lines if lines[-1] else lines[:-1]):
                yield from parse_line(line, number + index, origin, block.profile)
            number += len(lines) - 1


def read_logs(paths: Sequence[str]) -> Iterator[LogLine]:
    """Yield every logical line of several logs, one log after the other."""
    for path in paths:
        yield from read_lines(path)
