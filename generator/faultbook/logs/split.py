"""One physical line to the logical lines in it."""

from __future__ import annotations

import re

from faultbook.logs.clean import clean_text, segments
from faultbook.logs.formats import BAR, MIDDLE
from faultbook.logs.peel import peel, prefix_end
from faultbook.logs.profile import NO_PROFILE, Profile
from faultbook.logs.record import LogLine, Origin
from faultbook.logs.unpack import Unpacked, unpack

MAX_PIECES = 64  # more pieces on one line than this are noise
_LOOK = 65536  # glued prefixes are looked for in so many characters of a line


def parse_line(
    raw: bytes | str, number: int, origin: Origin, profile: Profile = NO_PROFILE
) -> list[LogLine]:
    """Return the logical lines of one physical line, at least one, in order.

    Several come out where carriage returns, a progress bar or another process's prefix stand
    in the middle, or where a JSON string holds several lines.
    """
    text = clean_text(raw)
    wrapped = unpack(text)
    lines = wrapped.text.split("\n") if wrapped else [text]
    out: list[LogLine] = []
    for line in lines:
        if len(out) >= MAX_PIECES:
            break
        for segment in segments(clean_text(line) if wrapped else line):
            out.extend(
                _record(piece, number, origin, profile, wrapped) for piece in pieces(segment)
            )
    return out


def parse_plain(raw: bytes, number: int, origin: Origin, profile: Profile) -> LogLine:
    """Return a line that is known to be one logical line and no JSON."""
    return _record(clean_text(raw), number, origin, profile, None)


def pieces(text: str) -> list[str]:
    """Split a segment where a progress bar ends or another line's prefix begins."""
    cuts: list[int] = []
    if "%|" in text[:_LOOK]:
        cuts += [bar.end() for bar in _bars(text)]
    cuts += [found.start() for found in MIDDLE.finditer(text, 1, _LOOK)]
    if not cuts:
        return [text]
    cuts = _real_cuts(text, sorted(set(cuts)))[:MAX_PIECES]
    starts = [0, *cuts]
    parts = [text[a:b] for a, b in zip(starts, [*cuts, len(text)], strict=True)]
    return [part for part in parts if part.strip()] or [text]


def _bars(text: str) -> list[re.Match[str]]:
    return list(BAR.finditer(text, 0, _LOOK))


def _real_cuts(text: str, cuts: list[int]) -> list[int]:
    """Drop cuts inside the prefixes that a line starts with: those belong together."""
    real: list[int] = []
    last = 0
    beyond = prefix_end(text, 0)
    for cut in cuts:
        if beyond < cut < len(text) and text[last:cut].strip():
            real.append(cut)
            last = cut
            beyond = prefix_end(text, cut)
    return real


def _record(
    text: str, number: int, origin: Origin, profile: Profile, wrapped: Unpacked | None
) -> LogLine:
    found = peel(text, profile.accepted)
    rank = found.rank if found.rank is not None else (wrapped.rank if wrapped else None)
    return LogLine(
        number=number,
        file=origin.file,
        text=text,
        message=found.message,
        rank=rank if rank is not None else origin.rank,
        local_rank=found.local_rank if found.local_rank is not None else origin.local_rank,
        host=found.host or (wrapped.host if wrapped else None) or origin.host,
        pid=found.pid,
        time=found.time if found.time is not None else (wrapped.time if wrapped else None),
        level=found.level or (wrapped.level if wrapped else None),
        source=found.source,
    )
