"""Times as log lines write them, to seconds of the wall clock of the writing host."""

from __future__ import annotations

import re

_STAMP = re.compile(
    r"(?P<year>\d{4})[/-](?P<mon>\d\d)[/-](?P<day>\d\d)[ T_]"
    r"(?P<h>\d\d):(?P<m>\d\d):(?P<s>\d\d)(?:[.,](?P<frac>\d{1,9}))?"
    r"(?:(?P<zone>Z)|(?P<sign>[+-])(?P<zh>\d\d):?(?P<zm>\d\d))?"
)
_CLOCK = re.compile(r"(?P<h>\d\d):(?P<m>\d\d):(?P<s>\d\d)(?:[.,](?P<frac>\d{1,9}))?")
_MONTHS = {
    name: number
    for number, name in enumerate(
        ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"), 1
    )
}
# Days before each month of a leap year: a constant calendar, so that lines that give no year
# stay in order among those that do.
_BEFORE = (0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335)


def of_stamp(text: str) -> float | None:
    """Return the seconds since the start of the year for a date with a time, else None."""
    found = _STAMP.match(text)
    if not found:
        return None
    part = found.groupdict()
    zone = 0
    if part["sign"]:
        zone = (int(part["zh"]) * 3600 + int(part["zm"]) * 60) * (1 if part["sign"] == "+" else -1)
    seconds = _of_day(part["h"], part["m"], part["s"], part["frac"])
    return _of_date(int(part["mon"]), int(part["day"]), seconds - zone)


def of_parts(mon: str | None, day: str | None, clock: str) -> float | None:
    """Return seconds for a month (number or name) and day, if given, and a time of day."""
    found = _CLOCK.match(clock)
    if not found:
        return None
    seconds = _of_day(found["h"], found["m"], found["s"], found["frac"])
    if mon is None or day is None:
        return seconds
    number = _MONTHS.get(mon) or (int(mon) if mon.isdigit() else 0)
    return _of_date(number, int(day), seconds)


def _of_day(hours: str, minutes: str, seconds: str, fraction: str | None) -> float:
    part = int(fraction) / 10 ** len(fraction) if fraction else 0.0
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + part


def _of_date(month: int, day: int, seconds: float) -> float | None:
    if not 1 <= month <= 12:
        return None
    return (_BEFORE[month - 1] + day) * 86400 + seconds
