"""Which error lines of many logs no entry knows: what to write an entry for next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from faultbook.diagnosis.answer import Evidence
from faultbook.diagnosis.conclude import as_evidence, conclude
from faultbook.diagnosis.kinds import Kind
from faultbook.diagnosis.phrases import PhraseTable
from faultbook.diagnosis.run import scan_logs
from faultbook.diagnosis.scan import CONTEXT
from faultbook.signature.index import SignatureIndex
from faultbook.signature.mask import mask

KEPT = 100_000  # different lines


@dataclass(slots=True)
class Unknown:
    """A line that no entry knows, with what varies masked."""

    signature: str
    example: Evidence
    count: int = 0
    files: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a corpus knows of a set of logs."""

    logs: int
    found: int
    unknown: tuple[Unknown, ...]
    problems: tuple[str, ...]


def cover(index: SignatureIndex, paths: Sequence[str]) -> Coverage:
    """Scan each log by itself and gather the error lines that no rule matched."""
    table = PhraseTable.of(index, CONTEXT)
    rows: dict[str, Unknown] = {}
    found = 0
    problems: list[str] = []
    for path in paths:
        scan, trouble = scan_logs(index, [path], table)
        problems += (problem.text for problem in trouble)
        found += bool(conclude(scan).findings)
        for note in scan.notables.rows.values():
            if note.known or note.kind >= Kind.ECHO:
                continue
            signature = mask(note.line.message)
            if not signature or (signature not in rows and len(rows) >= KEPT):
                continue
            row = rows.setdefault(signature, Unknown(signature, as_evidence(scan, note.line)))
            row.count += note.count
            row.files.add(path)
    ordered = sorted(rows.values(), key=lambda r: (-r.count, -len(r.files), r.signature))
    return Coverage(len(paths), found, tuple(ordered), tuple(problems))
