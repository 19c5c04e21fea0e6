"""Runs the command line as a user does."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
CORPUS = REPOSITORY / "tests" / "data" / "corpus" / "entries"
BROKEN = REPOSITORY / "tests" / "broken"


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


def faultbook(*args: str | Path, cwd: Path = REPOSITORY, **env: str) -> Done:
    """Run one command. The cache is off unless `FAULTBOOK_CACHE` says otherwise."""
    done = subprocess.run(
        [sys.executable, "-m", "faultbook", *map(str, args)],
        cwd=cwd,
        env={**os.environ, "FAULTBOOK_CACHE": "", "SOURCE_DATE_EPOCH": "1796040000", **env},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)
