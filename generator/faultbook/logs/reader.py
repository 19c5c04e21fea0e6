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
from faultbook.logs.doubt import LOOKED_AT, Doubt, doubt
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


def is_plain(path: str) -> bool:
    """Say whether a path is that of a file which other programs can read as text."""
    try:
        with Path(path).open("rb") as stream:
            return Path(path).is_file() and not is_packed(stream.read(4))
    except OSError:
        return False


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
        from faultbook.logs.zstd import ZstdReader  # noqa: PLC0415 - likewise

        return io.BufferedReader(ZstdReader(buffered), BLOCK)
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


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a plain file that ends where a line ends: its first byte, and its length."""

    start: int
    size: int


@dataclass(slots=True)
class BlockMaker:
    """Makes blocks of one log; it learns from some of them what prefixes the log has.

    `head` is the start of the log, once its first block is made.
    """

    origin: Origin
    _builder: ProfileBuilder = field(default_factory=ProfileBuilder)
    _profile: Profile = NO_PROFILE
    head: bytes = b""
    _made: int = 0
    _inside: bool = False

    def make(self, data: bytes, *, ends_line: bool = True) -> Block:
        """Return a block of whole lines; `ends_line` is false where a long line goes on."""
        text = plain(data)
        if not self._made:
            self.head = data[:LOOKED_AT]
        if self.wants_next:
            self._builder.add(_sample(text, SAMPLE_LATER if self._made else SAMPLE_HEAD))
            self._profile = self._builder.profile()
        block = _block(text, self.origin, self._profile, self._inside)
        self._made += 1
        self._inside = not ends_line
        return block

    @property
    def wants_next(self) -> bool:
        """Whether there is something to learn from the next block."""
        return self._made < SAMPLED_BLOCKS or self._made % SAMPLED_LATER == 0

    @property
    def sees_json(self) -> bool:
        """Whether the log is one of JSON lines, as far as is known."""
        return self._profile.is_json

    def pass_over(self) -> None:
        """Count the next block without making it: it is not wanted."""
        self._made += 1

    def make_passed(self, data: bytes) -> Block:
        """Return a block that was passed over."""
        return _block(plain(data), self.origin, self._profile, inside=False)


def plain(data: bytes) -> bytes:
    """Return the lines of a log with plain line breaks, and without the NULs of UTF-16."""
    text = data.replace(b"\r\n", b"\n") if b"\r" in data else data
    return text.replace(b"\x00", b"") if b"\x00" in text[:PEEK] else text


class BlockReader(Iterator[Block]):
    """The blocks of a stream. Those of a plain file may be planned ahead and read elsewhere."""

    def __init__(self, stream: BinaryIO, origin: Origin) -> None:
        self.maker = BlockMaker(origin)
        self._stream = stream
        self._file = stream.fileno() if _is_plain_file(stream) else -1
        self._position = stream.tell() if self._file >= 0 else 0
        self._rest: Iterator[tuple[bytes, bool]] | None = None
        if self._file >= 0:
            _keep_freed_memory()

    def doubt(self) -> Doubt | None:
        """Say what is wrong with the log as such (see `faultbook.logs.doubt`), once it is read."""
        unpacked = self._file < 0
        return doubt(self.maker.origin.file, self.maker.head, unpacked=unpacked)

    def __next__(self) -> Block:
        planned = self.plan(1)
        if planned:
            return self.maker.make(self.read(planned[0]))
        if self._rest is None:
            if self._file >= 0:
                self._stream.seek(self._position)
            self._rest = _whole_lines(read_chunks(self._stream, self.maker.origin.file))
        data, ends_line = next(self._rest)
        return self.maker.make(data, ends_line=ends_line)

    def plan(self, count: int) -> list[Stretch]:
        """Take the next stretches of a plain file, at most so many; they count as handed on.

        The end of one is looked for before it is read, so none has to be copied. Where no
        line ends near it, none is planned any more: the rest is cut like any stream.
        """
        stretches: list[Stretch] = []
        while self._file >= 0 and self._rest is None and len(stretches) < count:
            edge = os.pread(self._file, PEEK, self._position + BLOCK - PEEK)
            last = edge.rfind(b"\n") + 1
            if not last:
                break
            size = BLOCK - PEEK + last
            stretches.append(Stretch(self._position, size))
            self._position += size
        return stretches

    def read(self, stretch: Stretch) -> bytes:
        """Return the bytes of a stretch; fewer when the file was cut in the meantime."""
        return os.pread(self._file, stretch.size, stretch.start)


def read_blocks(stream: BinaryIO, origin: Origin) -> BlockReader:
    """Return the blocks of whole lines of a stream."""
    return BlockReader(stream, origin)


def _is_plain_file(stream: BinaryIO) -> bool:
    return (
        hasattr(os, "pread")
        and isinstance(stream, io.BufferedReader)
        and isinstance(stream.raw, io.FileIO)
        and stream.seekable()
    )


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
