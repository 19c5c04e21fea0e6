"""Follow a log that is still being written."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from faultbook.diagnosis.answer import Diagnosis
from faultbook.diagnosis.conclude import conclude
from faultbook.diagnosis.phrases import PhraseTable
from faultbook.diagnosis.scan import CONTEXT, Scan
from faultbook.logs.origin import origin_of
from faultbook.logs.reader import BLOCK, MAX_LINE, BlockMaker, UnreadableLogError, is_packed
from faultbook.signature.index import SignatureIndex

PAUSE = 0.5  # seconds between looks


def follow(
    index: SignatureIndex,
    path: str,
    idle: float | None = None,
    sleep: Callable[[float], None] = time.sleep,
    *,
    table: PhraseTable | None = None,
) -> Iterator[Diagnosis]:
    """Yield a diagnosis whenever it has changed; end after `idle` seconds without new text.

    A file that became shorter, or was replaced, is read anew.

    Raises:
        UnreadableLogError: the file cannot be opened.
    """
    scan = Scan.start(index, table or PhraseTable.of(index, CONTEXT))
    said: tuple[object, ...] | None = None
    for chunks in _growth(path, idle, sleep):
        if chunks.fresh:
            scan = Scan.start(index, scan.table)
            scan.begin_file(path)
            maker = BlockMaker(origin_of(path))
        for data in chunks.parts:
            scan.add_block(maker.make(data))
        diagnosis = conclude(scan)
        now = _essence(diagnosis)
        if now != said and (diagnosis.findings or diagnosis.initiating or said):
            yield diagnosis
            said = now


def _essence(diagnosis: Diagnosis) -> tuple[object, ...]:
    first = diagnosis.initiating
    return (
        tuple((f.entry.id, f.confidence) for f in diagnosis.findings),
        (first.evidence.line, first.entry) if first else None,
        len(diagnosis.survived),
    )


@dataclass(frozen=True, slots=True)
class _Growth:
    parts: list[bytes]
    fresh: bool


def _growth(path: str, idle: float | None, sleep: Callable[[float], None]) -> Iterator[_Growth]:
    """Yield whole lines as they are appended to a file, and once at the end what is left."""
    position, rest, identity, waited, fresh = 0, b"", 0, 0.0, True
    while True:
        try:
            with Path(path).open("rb") as stream:
                state = os.fstat(stream.fileno())
                if state.st_size < position or (identity and state.st_ino != identity):
                    position, rest, fresh = 0, b"", True
                identity = state.st_ino
                stream.seek(position)
                data = stream.read(BLOCK)
        except OSError as error:
            raise UnreadableLogError(
                f"{path}: cannot be read: {error.strerror or error}"
            ) from error
        if fresh and is_packed(data):
            raise UnreadableLogError(f"{path}: a packed log cannot be followed.")
        position += len(data)
        if data:
            waited = 0.0
            cut = data.rfind(b"\n") + 1
            whole, rest = (rest + data[:cut], data[cut:]) if cut else (b"", rest + data)
            if len(rest) > MAX_LINE:
                whole, rest = whole + rest, b""
            if whole:
                yield _Growth([whole], fresh)
                fresh = False
            continue
        if idle is not None and waited >= idle:
            if rest:
                yield _Growth([rest], fresh)
            return
        sleep(PAUSE)
        waited += PAUSE
