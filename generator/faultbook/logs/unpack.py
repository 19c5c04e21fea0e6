"""Lines that a collector wrapped in JSON, taken out of it again."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from faultbook.logs import clock

_MESSAGE = ("log", "message", "msg", "textPayload", "MESSAGE", "@message", "line", "event", "body")
_TIME = ("timestamp", "time", "ts", "@timestamp", "asctime", "__REALTIME_TIMESTAMP")
_LEVEL = ("level", "severity", "levelname", "log.level", "lvl")
_RANK = ("rank", "global_rank", "RANK")
_HOST = ("host", "hostname", "_HOSTNAME", "node", "node_name", "pod", "pod_name")
# One line of a pretty-printed export.
_PAYLOAD = re.compile(r'\s{0,32}"(?:textPayload|message|msg|log)": {0,4}("(?:.*)"),?$')
MAX_JSON = 1 << 20  # a longer line is read as plain text


@dataclass(frozen=True, slots=True)
class Unpacked:
    """The text of a JSON line (it may hold several lines), and its own fields."""

    text: str
    rank: int | None = None
    host: str | None = None
    time: float | None = None
    level: str | None = None


def unpack(line: str) -> Unpacked | None:
    """Return the message inside a JSON line, or None when the line is none (or has none)."""
    start = line.lstrip()[:1]
    if len(line) > MAX_JSON or start not in ("{", '"'):
        return None
    if start == '"':
        return _unpack_payload(line)
    if not line.rstrip().endswith(("}", "},")):
        return None
    try:
        value = json.loads(line.strip().rstrip(","))
    except (ValueError, RecursionError):
        return None
    return _of_object(value) if isinstance(value, dict) else None


def _unpack_payload(line: str) -> Unpacked | None:
    found = _PAYLOAD.match(line)
    if not found:
        return None
    try:
        return Unpacked(str(json.loads(found[1])).rstrip("\n"))
    except ValueError:
        return None


def _of_object(value: dict[str, object]) -> Unpacked | None:
    payload = value.get("jsonPayload")
    inner = payload if isinstance(payload, dict) else {}
    text = _first(value, _MESSAGE) or _first(inner, _MESSAGE)
    if text is None:
        return None
    level = _first(value, _LEVEL)
    rank = _first(value, _RANK)
    stamp = _first(value, _TIME)
    return Unpacked(
        text=text.rstrip("\n"),
        rank=int(rank) if rank and rank.isdigit() and len(rank) < 7 else None,
        host=_first(value, _HOST) or _host_of_labels(value),
        time=clock.of_stamp(stamp) if stamp else None,
        level=level.upper() if level else None,
    )


def _first(value: dict[str, object], names: tuple[str, ...]) -> str | None:
    for name in names:
        found = value.get(name)
        if isinstance(found, str) and found:
            return found
        if isinstance(found, int) and not isinstance(found, bool):
            return str(found)
    return None


def _host_of_labels(value: dict[str, object]) -> str | None:
    resource = value.get("resource")
    labels = resource.get("labels") if isinstance(resource, dict) else None
    return (
        _first(labels, ("pod_name", "instance_id", "node_name"))
        if isinstance(labels, dict)
        else None
    )
