"""What the name of a log file says: launchers put rank and node into it."""

from __future__ import annotations

import re
from pathlib import PurePath

from faultbook.logs.record import Origin

_RANK = re.compile(r"(?:^|[^a-z])(?:global[-_.]?)?rank[-_.=]?(\d{1,6})(?:[^\d]|$)")
_LOCAL = re.compile(r"local[-_.]?rank[-_.=]?(\d{1,6})(?:[^\d]|$)")
_TASK = re.compile(
    r"^(?:slurm[-_])?(?:out|err|log|task|job)?[-_.]?\d{0,12}[-_.](?:t|task[-_.]?)(\d{1,6})\."
)
_NODE = re.compile(
    r"(?:^|[-_.])((?:node|host|worker|gpu|ip(?=[-_]?\d)|hgx|dgx|algo|pod|master|launcher)[-_]?[a-z0-9]*\d[a-z0-9-]*)(?:[-_.]|$)"
)
# torchrun --log-dir: <run>/attempt_<n>/<local rank>/stderr.log
_ATTEMPT = re.compile(r"attempt_\d{1,6}/(\d{1,6})/std(?:out|err)\.log$")


def origin_of(file: str) -> Origin:
    """Read rank, local rank and host from a file's name; what it does not say is None."""
    path = file.replace("\\", "/")
    name = PurePath(path).name.lower()
    attempt = _ATTEMPT.search(path.lower())
    if attempt:
        return Origin(file, local_rank=int(attempt[1]))
    local = _LOCAL.search(name)
    if local:
        return Origin(file, local_rank=int(local[1]), host=_host(name))
    rank = _RANK.search(name) or _TASK.search(name)
    return Origin(file, rank=int(rank[1]) if rank else None, host=_host(name))


def _host(name: str) -> str | None:
    stem = re.sub(r"\.(?:log|txt|out|err|gz|zst|json|jsonl)(?=\.|$)", "", name)
    found = _NODE.search(stem)
    if not found:
        return None
    return re.sub(r"[-_.]?rank[-_.=]?\d+.*$", "", found[1]) or None
