"""No signature fires as a failure on the logs of runs that were healthy.

The logs lie beside this file: small trainings on CPU (torchrun with gloo, DataLoader workers,
accelerate, the transformers Trainer, distributed checkpoints, progress bars), and `benign.log`,
which gathers the lines that frighten people and mean nothing.
"""

from pathlib import Path

import pytest

from faultbook.cli.logs_argument import open_index
from faultbook.diagnosis.run import diagnose
from faultbook.paths import public_entries_dir
from faultbook.signature import SignatureIndex

LOGS = sorted(Path(__file__).parent.glob("*.log"))


@pytest.fixture(scope="module")
def index() -> SignatureIndex:
    return open_index([public_entries_dir()])


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
def test_no_finding(index: SignatureIndex, log: Path) -> None:
    found = diagnose(index, [str(log)])
    assert [(f.entry.id, f.evidence[0].text) for f in found.findings] == []


def test_each_benign_line_by_itself(index: SignatureIndex, tmp_path: Path) -> None:
    frightening: list[tuple[str, str]] = []
    log = tmp_path / "one.log"
    for line in (Path(__file__).parent / "benign.log").read_text(encoding="utf-8").splitlines():
        log.write_text(line + "\n", encoding="utf-8")
        frightening += [(f.entry.id, line) for f in diagnose(index, [str(log)]).findings]
    assert frightening == []


def test_there_are_logs() -> None:
    assert len(LOGS) >= 8
