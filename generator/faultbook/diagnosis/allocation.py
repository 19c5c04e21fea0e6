"""Why PyTorch ran out of GPU memory, from the numbers in its own message."""

from __future__ import annotations

import re
from dataclasses import dataclass

from faultbook.logs.record import LogLine

_UNITS = {"bytes": 2.0**-30, "KiB": 2.0**-20, "MiB": 2.0**-10, "GiB": 1.0, "TiB": 2.0**10}
_SIZE = r"(\d{1,9}(?:\.\d{1,4})?) (bytes|KiB|MiB|GiB|TiB)"
_TRIED = re.compile(rf"Tried to allocate {_SIZE}")
_TOTAL = re.compile(rf"(?:total capac?i?ty of {_SIZE}|{_SIZE} total capacity)")
_FREE = re.compile(rf"(?:of which {_SIZE} is free|{_SIZE} free)")
_THIS = re.compile(rf"this process has {_SIZE} memory in use")
_PROCESS = re.compile(rf"Process \d{{1,10}} has {_SIZE} memory in use")
_ALLOCATED = re.compile(rf"(?:allocated memory {_SIZE} is allocated|{_SIZE} already allocated)")
_UNUSED = re.compile(rf"{_SIZE} is reserved by PyTorch but unallocated")
_CACHED = re.compile(rf"{_SIZE} cached")  # before 1.4: the unused part alone
_RESERVED = re.compile(rf"{_SIZE} reserved in total by PyTorch")
_OWN_OVERHEAD = 2.5  # GiB that a process holds besides PyTorch's: context, libraries, NCCL
LARGE_SHARE = 0.1  # of the card: less, held by others or unused, decides nothing


@dataclass(frozen=True, slots=True)
class Allocation:
    """The numbers of one out-of-memory message, in GiB; what it does not say is None."""

    tried: float
    total: float
    free: float
    own: float | None
    others: float
    unused: float
    line: LogLine


def allocation(line: LogLine) -> Allocation | None:
    """Read an out-of-memory message; None if it is none, or says too little."""
    text = line.message
    tried, total = _size(_TRIED, text), _size(_TOTAL, text)
    if tried is None or total is None:
        return None
    allocated = _size(_ALLOCATED, text)
    unused = _unused(text, allocated)
    own = _size(_THIS, text)
    processes = [_gib(found) for found in _PROCESS.finditer(text)]
    if own is None and allocated is not None:
        # In a container PyTorch cannot tell which process is this one; its numbers can.
        held = allocated + (unused or 0.0)
        fitting = [size for size in processes if held <= size + 0.1 <= held + _OWN_OVERHEAD]
        if fitting:
            own = min(fitting)
            processes.remove(own)
    return Allocation(
        tried=tried,
        total=total,
        free=_size(_FREE, text) or 0.0,
        own=own if own is not None else allocated,
        others=sum(processes),
        unused=unused or 0.0,
        line=line,
    )


def reason(found: Allocation) -> str:
    """Return, as one sentence, what the numbers show: unused memory, others, or too much."""
    tried, total = found.tried, found.total
    if found.unused >= tried and found.unused >= LARGE_SHARE * total:
        return (
            f"CUDA out of memory: {found.unused:.2f} GiB reserved by PyTorch lie unused, "
            f"more than the {tried:.2f} GiB asked for"
        )
    if found.others >= LARGE_SHARE * total and tried <= found.free + found.others:
        return (
            f"CUDA out of memory: other processes hold {found.others:.2f} GiB "
            f"of the card's {total:.2f} GiB"
        )
    if found.unused + found.free >= tried and found.unused >= LARGE_SHARE * total:
        return (
            f"CUDA out of memory: {found.unused:.2f} GiB reserved by PyTorch lie unused, "
            f"with the {found.free:.2f} GiB free enough for the {tried:.2f} GiB asked for"
        )
    held = found.own if found.own is not None else total - found.free
    return (
        f"CUDA out of memory: this process holds {held:.2f} GiB of the card's {total:.2f} GiB "
        f"and asked for {tried:.2f} GiB more"
    )


def _unused(text: str, allocated: float | None) -> float | None:
    unused = _size(_UNUSED, text)
    if unused is None:
        unused = _size(_CACHED, text)
    reserved = _size(_RESERVED, text)
    if unused is None and reserved is not None and allocated is not None:
        return max(0.0, reserved - allocated)
    return unused


def _size(expression: re.Pattern[str], text: str) -> float | None:
    found = expression.search(text)
    return _gib(found) if found else None


def _gib(found: re.Match[str]) -> float:
    number, unit = (group for group in found.groups() if group is not None)
    return float(number) * _UNITS[unit]
