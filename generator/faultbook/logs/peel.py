"""Take prefixes off a line, one after the other, until none is left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from faultbook.logs import clock
from faultbook.logs.formats import (
    AMBIGUOUS,
    FORMATS,
    HOSTS_IN_WORDS,
    NOT_HOST_ENDINGS,
    NOT_HOSTS,
    PrefixFormat,
)

ALL_AMBIGUOUS = frozenset(f.name for f in AMBIGUOUS)
MAX_PREFIXES = 12  # nobody nests more; a hostile line must not cost more
_LEVELS = {
    "E": "ERROR",
    "W": "WARNING",
    "I": "INFO",
    "F": "FATAL",
    "D": "DEBUG",
    "V": "DEBUG",
    "C": "CRITICAL",
    "WARN": "WARNING",
}
_GROUP_RANK = re.compile(
    r"\[(?:PG (?:ID )?0(?: PG GUID [^\]\s]{0,64}| \([^)\]]{0,64}\))? )?Rank (\d{1,6})\]"
)
_PARALLEL = re.compile(r"(DP|PP|TP|EP)(\d{1,5})")
_WORKER = re.compile(r"VllmWorker-(\d{1,5})$")
_REPEATED = re.compile(r" ?\[repeated \d{1,9}x across cluster\](?: \([^)]{0,300}\))?$")


@dataclass(frozen=True, slots=True)
class Peeled:
    """What the prefixes of one line said, and the message that is left."""

    message: str
    rank: int | None = None
    local_rank: int | None = None
    host: str | None = None
    pid: int | None = None
    time: float | None = None
    level: str | None = None
    source: str | None = None


def _by_first_character() -> dict[str, tuple[PrefixFormat, ...]]:
    table = {
        chr(code): tuple(f for f in FORMATS if not f.first or chr(code) in f.first)
        for code in range(33, 127)
    }
    table[" "] = tuple(f for f in FORMATS if f.ambiguous and " " in f.first)
    return table


_TABLE: Mapping[str, tuple[PrefixFormat, ...]] = _by_first_character()
_NO_FORMATS: tuple[PrefixFormat, ...] = ()


def next_prefix(
    text: str, at: int, accepted: frozenset[str]
) -> tuple[PrefixFormat, re.Match[str]] | None:
    """Return the prefix that stands at `at`, if any. `accepted` names the ambiguous ones."""
    if at >= len(text):
        return None
    for fmt in _TABLE.get(text[at], _NO_FORMATS):
        if fmt.ambiguous and (at or fmt.name not in accepted):
            continue  # such a label is the outermost thing on its line
        found = fmt.regex.match(text, at)
        if found and not (fmt.name == "pdsh_host" and not may_be_host(found["host"])):
            return fmt, found
    return None


def may_be_host(token: str) -> bool:
    """Say whether a word before a colon may be a host, and not `ValueError` or `Reason`."""
    if token.endswith(NOT_HOST_ENDINGS) or token.lower() in NOT_HOSTS:
        return False
    return token in HOSTS_IN_WORDS or any(c in "0123456789-." for c in token)


def peel(text: str, accepted: frozenset[str] = frozenset()) -> Peeled:
    """Peel every prefix off a clean line."""
    groups: list[tuple[PrefixFormat, dict[str, str | None]]] = []
    at = 0
    for fmt, match in prefixes(text, 0, accepted):
        groups.append((fmt, match.groupdict()))
        at = match.end()
    message = text[at:]
    if message.endswith((")", "]")) and "[repeated " in message:
        message = _REPEATED.sub("", message)
    return _fields(groups, message)


def prefixes(
    text: str, at: int, accepted: frozenset[str]
) -> Iterator[tuple[PrefixFormat, re.Match[str]]]:
    """Yield the prefixes that follow one another from `at` on."""
    for _ in range(MAX_PREFIXES):
        found = next_prefix(text, at, accepted) or _indented(text, at, accepted)
        if found is None or found[1].end() == at:
            return
        yield found
        at = found[1].end()


def prefix_end(text: str, at: int) -> int:
    """Return where the prefixes that start at `at` end, the ambiguous ones included."""
    for _, match in prefixes(text, at, ALL_AMBIGUOUS):
        at = match.end()
    return at


def _indented(
    text: str, at: int, accepted: frozenset[str]
) -> tuple[PrefixFormat, re.Match[str]] | None:
    """Find a prefix behind blanks. Blanks before anything else belong to the message."""
    start = at
    while start < len(text) and start < at + 16 and text[start] in " \t":
        start += 1
    if start == at or start >= len(text):
        return None
    found = next_prefix(text, start, accepted)
    # A bare level word, or prose, keeps its indentation: it may be code in a traceback.
    if found is None or found[0].name in {"level", "logger_level", "pdsh_host", "milabench"}:
        return None
    return found


def _fields(groups: list[tuple[PrefixFormat, dict[str, str | None]]], message: str) -> Peeled:
    rank: int | None = None
    task: int | None = None
    local_rank: int | None = None
    host: str | None = None
    pid: int | None = None
    time: float | None = None
    level: str | None = None
    source: str | None = None
    for fmt, group in groups:
        if group.get("rank") is not None and (rank is None or fmt.name == "torch_rank"):
            rank = int(group["rank"] or 0)
        if group.get("task") is not None:
            task = int(group["task"] or 0)
        if local_rank is None and group.get("local_rank") is not None:
            local_rank = int(group["local_rank"] or 0)
        host = host or group.get("host")
        if group.get("pid"):
            pid = int(group["pid"] or 0)
        if time is None:
            time = _time(group)
        level = level or _level(group)
        named = fmt.source or group.get("source") or group.get("source2")
        if source is None or fmt.source == "kernel" or named == "kernel":
            source = named or source
    if rank is None and message.startswith("["):
        inside = _GROUP_RANK.match(message)
        rank = int(inside[1]) if inside else None
    if rank is None and source:
        rank = _rank_of_source(source)
    return Peeled(
        message=message,
        rank=rank if rank is not None else task,
        local_rank=local_rank,
        host=host,
        pid=pid,
        time=time,
        level=level,
        source=source.strip() if source else None,
    )


def _time(group: Mapping[str, str | None]) -> float | None:
    stamp = group.get("ts")
    wall = group.get("clock")
    if stamp and len(stamp) > 10:
        return clock.of_stamp(stamp)
    if stamp and wall:
        return clock.of_parts(stamp[5:7], stamp[8:10], wall)
    if wall:
        return clock.of_parts(group.get("mon") or group.get("monname"), group.get("day"), wall)
    return None


def _level(group: Mapping[str, str | None]) -> str | None:
    level = group.get("level") or group.get("level2")
    if not level:
        return None
    return _LEVELS.get(level, level.upper())


def _rank_of_source(source: str) -> int | None:
    """Return the rank that a serving worker's name gives, when one dimension alone is in it."""
    worker = _WORKER.search(source)
    if worker:
        return int(worker[1])
    parts = _PARALLEL.findall(source)
    if len(parts) == 1 and parts[0][0] == "TP" and not source.startswith("EngineCore"):
        return int(parts[0][1])
    return None
