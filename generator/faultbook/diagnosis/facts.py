"""Facts that lines of torch's launcher and watchdog state, read out of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from faultbook.logs.record import LogLine

_TIMEOUT = re.compile(
    r"WorkNCCL\(SeqNum=(?P<seq>\d{1,18}), OpType=(?P<op>\w{1,64})"
    r"(?:, NumelIn=(?P<numel>\d{1,18}))?[^)]{0,200}Timeout\(ms\)=(?P<limit>\d{1,12})\)"
)
_GROUP = re.compile(
    r"\[PG (?:ID )?(?P<pg>\w{1,32})(?: PG GUID (?P<guid>\w{1,32}))?[^\]]{0,64}"
    r"Rank (?P<rank>\d{1,6})\]"
)
_LAST = re.compile(
    r"last enqueued (?:NCCL )?work: (?P<enqueued>-?\d{1,18}), last completed (?:NCCL )?work: "
    r"(?P<completed>-?\d{1,18})",
    re.I,
)
_FROM_RANK = re.compile(r"dump signal due to a collective timeout from {1,4}rank (\d{1,6})")
_RANK = re.compile(r"\[Rank (\d{1,6})\]")
_CLOSING = re.compile(r"Sending process (\d{1,10}) (?:the )?closing signal (SIG[A-Z]{2,6})")
_FAILED = re.compile(
    r"failed \(exitcode: (?P<code>-?\d{1,6})\) local_rank: (?P<local>\d{1,6}) "
    r"\(pid: (?P<pid>\d{1,10})\)"
)
_ROW = re.compile(
    r"^\s{0,4}(?P<key>time|host|rank|exitcode|error_file|traceback) {0,8}: {0,2}(?P<value>.{0,300})"
)
_ROW_RANK = re.compile(r"(\d{1,6}) \(local_rank: (\d{1,6})\)")
_ROW_CODE = re.compile(r"(-?\d{1,6}) {0,2}\(pid: (\d{1,10})\)")
_WORLD = re.compile(
    r"\bnranks (\d{1,6})\b|world[ _]size[=: ]{1,3}(\d{1,6})\b|MEMBER: \d{1,6}/(\d{1,6})"
)
_NCCL_RANK = re.compile(r"\brank (\d{1,6}) nranks (\d{1,6})\b")


@dataclass(frozen=True, slots=True)
class WatchdogReport:
    """What one watchdog line says of a collective. `group` is "" when the line names none."""

    rank: int
    group: str
    sequence: int | None
    operation: str | None
    numel: int | None
    enqueued: int | None
    completed: int | None
    line: LogLine


def watchdog_report(line: LogLine) -> WatchdogReport | None:
    """Read a line of c10d's watchdog; None if it is none or names no rank."""
    message = line.message
    timeout = _TIMEOUT.search(message)
    last = _LAST.search(message)
    if not timeout and not last:
        return None
    group = _GROUP.search(message)
    stated = _RANK.search(message)
    rank = line.rank
    if rank is None and group:
        rank = int(group["rank"])
    if rank is None and stated:
        rank = int(stated[1])
    if rank is None:
        return None
    return WatchdogReport(
        rank=rank,
        group=(group["guid"] or group["pg"]) if group else "",
        sequence=int(timeout["seq"]) if timeout else None,
        operation=timeout["op"] if timeout else None,
        numel=int(timeout["numel"]) if timeout and timeout["numel"] else None,
        enqueued=int(last["enqueued"]) if last else None,
        completed=int(last["completed"]) if last else None,
        line=line,
    )


def timeout_origin(line: LogLine) -> int | None:
    """Return the rank that a line names as the one whose collective timed out."""
    found = _FROM_RANK.search(line.message)
    return int(found[1]) if found else None


@dataclass(frozen=True, slots=True)
class Exit:
    """The end of one process, as the launcher saw it. A negative code is a signal."""

    code: int
    pid: int | None
    local_rank: int | None
    rank: int | None
    line: LogLine


def closed_process(line: LogLine) -> tuple[int, str] | None:
    """Return pid and signal of a process that the launcher itself ends, being healthy."""
    found = _CLOSING.search(line.message)
    return (int(found[1]), found[2]) if found else None


def failed_process(line: LogLine) -> Exit | None:
    """Read torchrun's line about the process that failed."""
    found = _FAILED.search(line.message)
    if not found:
        return None
    return Exit(int(found["code"]), int(found["pid"]), int(found["local"]), None, line)


def table_row(line: LogLine) -> tuple[str, str] | None:
    """Return key and value of a row of the ChildFailedError table."""
    found = _ROW.match(line.message)
    return (found["key"], found["value"].strip()) if found else None


def exit_of_rows(rows: dict[str, tuple[str, LogLine]]) -> Exit | None:
    """Read one process out of the rows of the table that belong to it."""
    code = _ROW_CODE.match(rows["exitcode"][0]) if "exitcode" in rows else None
    if not code:
        return None
    rank = _ROW_RANK.match(rows["rank"][0]) if "rank" in rows else None
    return Exit(
        code=int(code[1]),
        pid=int(code[2]),
        local_rank=int(rank[2]) if rank else None,
        rank=int(rank[1]) if rank else None,
        line=rows["exitcode"][1],
    )


def world_size(text: str) -> int | None:
    """Return the number of ranks that a line states, if it states one."""
    found = _WORLD.search(text)
    if not found:
        return None
    return int(found[1] or found[2] or found[3])


def nccl_rank(line: LogLine) -> tuple[int, int] | None:
    """Return rank and number of ranks from NCCL's own line about a communicator."""
    found = _NCCL_RANK.search(line.message)
    return (int(found[1]), int(found[2])) if found else None
