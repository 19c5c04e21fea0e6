"""Which entries differ from a git revision: the files of a pull request."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import click

from faultbook.checks.exemptions import FILE
from faultbook.corpus import NOT_ENTRIES, SUFFIXES


def changed_files(revision: str, layer: Path, within: Sequence[Path]) -> tuple[Path, ...] | None:
    """Return the entries that were changed or added since a revision, new files included.

    A branch is compared with the commit at which it left `revision`. `within` limits the answer
    to some files and folders. `None` means all entries: the exemptions themselves were changed.
    """
    if revision.startswith("-"):
        raise click.UsageError(f"`{revision}` is not a revision.")
    top = Path(_git(layer, "rev-parse", "--show-toplevel").strip())
    base = _git(layer, "merge-base", revision, "HEAD", revision=revision).strip()
    names = _git(layer, "diff", "--name-only", "-z", "--diff-filter=d", base, "--", ".")
    names += _git(layer, "ls-files", "-z", "--others", "--exclude-standard", "--full-name", ".")
    files = sorted({top / name for name in names.split("\0") if name})
    if not within and any(path.name == FILE for path in files):
        return None
    folders = [path.resolve() for path in within]
    return tuple(
        path
        for path in files
        if path.suffix in SUFFIXES
        and path.name not in NOT_ENTRIES
        and (not folders or any(path == f or f in path.parents for f in folders))
    )


def _git(folder: Path, *args: str, revision: str = "") -> str:
    try:
        done = subprocess.run(
            ["git", *args], cwd=folder, capture_output=True, encoding="utf-8", check=False
        )
    except OSError:
        raise click.UsageError("--since needs git, which is not installed.") from None
    if done.returncode:
        reason = done.stderr.strip().splitlines()
        if revision:
            raise click.UsageError(f"git knows no revision `{revision}` that HEAD comes from.")
        raise click.UsageError(f"git: {reason[0] if reason else 'failed'}")
    return done.stdout
