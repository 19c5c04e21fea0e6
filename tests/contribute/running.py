"""Runs `faultbook` as a user does, in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


def faultbook(
    *args: str | Path, cwd: Path, python: str = sys.executable, stdin: str = "", **env: str
) -> Done:
    done = subprocess.run(
        [python, "-m", "faultbook", *map(str, args)],
        cwd=cwd,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1796040000", **env},
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)
