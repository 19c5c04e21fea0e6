"""Read logs and diagnose them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from faultbook.diagnosis.answer import Diagnosis
from faultbook.diagnosis.conclude import conclude
from faultbook.diagnosis.phrases import PhraseFinder
from faultbook.diagnosis.scan import CONTEXT, Scan
from faultbook.logs.origin import origin_of
from faultbook.logs.reader import InputProblem, open_log, read_blocks
from faultbook.signature.index import SignatureIndex


def diagnose(
    index: SignatureIndex, paths: Sequence[str], finder: PhraseFinder | None = None
) -> Diagnosis:
    """Diagnose several logs of one run as one.

    Raises:
        InputProblem: a log cannot be opened. One that breaks off is diagnosed up to there.
    """
    scan = Scan.start(index, finder)
    problems: list[str] = []
    for path in paths:
        with open_log(path) as stream:
            scan.begin_file(path)
            try:
                for block in read_blocks(stream, origin_of(path)):
                    scan.add_block(block)
            except InputProblem as problem:
                problems.append(str(problem))
    return conclude(scan, problems)


def diagnose_each(index: SignatureIndex, paths: Sequence[str]) -> Iterator[tuple[str, Diagnosis]]:
    """Diagnose logs one by one; each yields its name and its diagnosis."""
    finder = PhraseFinder.of(index, CONTEXT)
    for path in paths:
        yield path, diagnose(index, [path], finder)
