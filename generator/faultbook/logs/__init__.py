"""Reading logs: cleaning, peeling of prefixes, unpacking, and lines with their origin.

Everything here works on plain data and never fails on a line, whatever its bytes.
"""

from faultbook.logs.clean import clean_bytes, clean_text, count_breaks, segments
from faultbook.logs.peel import Peeled, peel
from faultbook.logs.profile import Profile, ProfileBuilder
from faultbook.logs.reader import Block, UnreadableLogError, read_blocks, read_logs
from faultbook.logs.record import LogLine, Origin
from faultbook.logs.split import parse_line

__all__ = [
    "Block",
    "LogLine",
    "Origin",
    "Peeled",
    "Profile",
    "ProfileBuilder",
    "UnreadableLogError",
    "clean_bytes",
    "clean_text",
    "count_breaks",
    "parse_line",
    "peel",
    "read_blocks",
    "read_logs",
    "segments",
]
