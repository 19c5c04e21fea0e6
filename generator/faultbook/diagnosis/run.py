"""Read logs and diagnose them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from faultbook.diagnosis.answer import Diagnosis
from faultbook.diagnosis.conclude import conclude
from faultbook.diagnosis.phrases import PhraseTable
from faultbook.diagnosis.scan import CONTEXT, Scan
from faultbook.logs.doubt import Doubt
from faultbook.logs.origin import origin_of
from faultbook.logs.reader import UnreadableLogError, open_log, read_blocks
from faultbook.signature.index import SignatureIndex


def scan_logs(
    index: SignatureIndex, paths: Sequence[str], table: PhraseTable | None = None
) -> tuple[Scan, list[Doubt]]:
    """Read several logs of one run; return the scan, and what is wrong with a log as such.

    Raises:
        UnreadableLogError: a log cannot be opened.
    """
    scan = Scan.start(index, table)
    problems: list[Doubt] = []
    for path in paths:
        with open_log(path) as stream:
            blocks = read_blocks(stream, origin_of(path))
            try:
                scan.read(path, blocks)
            except UnreadableLogError as problem:
                problems.append(Doubt(str(problem), unread=not blocks.maker.head))
            else:
                problems.extend(filter(None, [blocks.doubt()]))
    return scan, problems


def diagnose(
    index: SignatureIndex, paths: Sequence[str], table: PhraseTable | None = None
) -> Diagnosis:
    """Diagnose several logs of one run as one.

    Raises:
        UnreadableLogError: a log cannot be opened. One that breaks off is diagnosed up to there.
    """
    scan, problems = scan_logs(index, paths, table)
    return conclude(scan, problems)


def diagnose_each(
    index: SignatureIndex, paths: Sequence[str], table: PhraseTable | None = None
) -> Iterator[tuple[str, Diagnosis]]:
    """Diagnose logs one by one; each yields its name and its diagnosis."""
    table = table or PhraseTable.of(index, CONTEXT)
    for path in paths:
        yield path, diagnose(index, [path], table)
