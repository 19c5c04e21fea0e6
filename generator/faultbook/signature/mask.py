"""From a log line to a signature: what varies from run to run becomes a placeholder.

Masked: absolute paths, URLs, IP addresses, host names, times and dates, UUIDs, device and
bus addresses, hexadecimal and other numbers, quoted strings. Kept on purpose:

- the number after `errno`, `exit code`, `exitcode`, `status`, `signal`, `RC:`, `Xid (...):`,
  `error code`, `CUDA error`, `CUDA failure`, `HTTP`: it is what tells failures apart;
- a quoted text of two or more plain words ('invalid argument'), which is a message;
- digits inside names (`H100`, `int8`, `libcudart.so.12`), but for numbered devices and
  ranks (`rank3`, `GPU0`, `mlx5_1`);
- relative source paths (`misc/shmutils.cc`); the line number after them is masked.
"""

from __future__ import annotations

import re
from functools import cache

from faultbook.signature.pattern import BLANKS, Kind, escape

LIMIT = 1_000
"""Of a longer line only this many characters are used, up to a blank."""

_EDGE = r"(?<![A-Za-z0-9_.-])"
_END = r"(?![A-Za-z0-9_])"
_FILE = r"py|pyx|c|cc|cpp|cxx|cu|cuh|h|hh|hpp|go|rs|java|js|ts|so|inl|log|yaml|json|sh"
_UNIT = r"(?:[KMGTPkmgtp]i?[Bb]?(?:/s|ps)?|[KMG]?bps|[BbsxX]|[mun]s|it/s)"

_NUMBERED = (
    "|".join(
        f"(?<={name})"
        for stem in (
            "rank",
            "node",
            "task",
            "proc",
            "layer",
            "worker",
            "device",
            "cuda",
            "gpu",
            "cpu",
        )
        for name in (stem, stem.capitalize(), stem.upper())
    )
    + "|(?<=mlx5_)|(?<=hfi1_)|(?<=bond)|(?<=nvidia)"
)

# Each rule: its name, where it applies, and what stands for it. At one place the first
# that applies wins; every rule starts at an edge, so no run is scanned from its middle.
_RULES: tuple[tuple[str, str, Kind], ...] = (
    ("uuid", _EDGE + r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}" + _END, Kind.WORD),
    (
        "time",
        r"(?<![A-Za-z0-9_])(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T_])?[0-9]{1,2}:[0-9]{2}:[0-9]{2}"
        r"(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?(?![A-Za-z0-9_:])",
        Kind.WORD,
    ),
    ("date", _EDGE + r"[0-9]{4}(?:-[0-9]{2}-|/[0-9]{2}/)[0-9]{2}" + _END, Kind.WORD),
    ("double", r'"[^"]*"', Kind.QUOTED),
    ("single", r"(?<![A-Za-z0-9_])'[^']*'" + _END, Kind.QUOTED),
    ("grave", r"`[^`]*`", Kind.QUOTED),
    ("url", r"(?<=://)[^ \t\u00a0'\"`<>|(),;]+(?<![.:])", Kind.PATH),
    ("address", _EDGE + r"0[xX][0-9a-fA-F]+" + _END, Kind.HEX),
    ("mac", _EDGE + r"[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5,}(?![A-Za-z0-9_:])", Kind.WORD),
    (
        "bus",
        _EDGE + r"[0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}(?:\.[0-9a-fA-F])?"
        r"(?![A-Za-z0-9_:])",
        Kind.WORD,
    ),
    ("ipv4", _EDGE + r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![A-Za-z0-9_.])", Kind.IP),
    (
        "boxed",
        r"\[[0-9a-fA-F.]*:[0-9a-fA-F.]*:[0-9a-fA-F:.]*(?:%[0-9A-Za-z._-]+)?\]",
        Kind.IP,
    ),
    (
        "ipv6",
        r"(?<![A-Za-z0-9_.:-])(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){7}|"
        r"(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){0,6})?::"
        r"[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){0,6})(?:\.[0-9]{1,3}){0,3}(?![A-Za-z0-9_:])",
        Kind.IP,
    ),
    (
        "path",
        r"(?<![A-Za-z0-9_./\\~-])(?:~?/(?!/)|\.{1,2}/|[A-Za-z]:[\\/])"
        r"[^ \t\u00a0'\"`<>|(),;:=\[\]{}]+(?<!\.)",
        Kind.PATH,
    ),
    (
        "host",
        _EDGE + r"(?:localhost|ip-[0-9]+(?:-[0-9]+){3}(?:\.[A-Za-z0-9-]+)*|"
        r"[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*"
        r"\.(?:com|org|net|io|edu|gov|local|internal|lan|cluster|svc|cloud))(?![A-Za-z0-9_.-])",
        Kind.HOST,
    ),
    (
        "endpoint",
        _EDGE + r"[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*"
        rf"\.(?!(?:{_FILE}):)[A-Za-z0-9_-]+(?=:[0-9]{{2,5}}(?![A-Za-z0-9_:]))",
        Kind.HOST,
    ),
    (
        "version",
        _EDGE + r"[0-9]+(?:\.[0-9]+){2,}(?:[+-][A-Za-z0-9.]*[A-Za-z0-9])?" + _END,
        Kind.WORD,
    ),
    (
        "hash",
        _EDGE + r"(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8,}" + _END,
        Kind.HEX,
    ),
    (
        "num",
        r"(?:(?<![A-Za-z0-9_.)\]+-])[+-])?(?<![A-Za-z0-9_.])[0-9]+"
        rf"(?:\.[0-9]+(?:[eE][+-]?[0-9]+)?|[eE][+-][0-9]+)(?={_UNIT}?(?![A-Za-z0-9_]))",
        Kind.NUM,
    ),
    (
        "int",
        r"(?:(?<![A-Za-z0-9_.)\]+-])[+-])?(?<![A-Za-z0-9_.])[0-9]+"
        rf"(?={_UNIT}?(?![A-Za-z0-9_]))",
        Kind.INT,
    ),
    ("numbered", rf"(?:{_NUMBERED})[0-9]+" + _END, Kind.INT),
)
_KINDS = {name: kind for name, _, kind in _RULES}
_KEPT_BEFORE = re.compile(
    r"(?:errno|exit[ _]?code|exited with|signal|error code|status code|(?<![a-z])status|"
    r"cuda error|cuda failure|(?<![a-z])rc|(?<![a-z])http(?:/[0-9.]{1,3})?|"
    r"(?<![a-z])xid(?: \([^()]{1,40}\))?)"
    r"[^a-z0-9]{0,4}$",
    re.IGNORECASE | re.ASCII,
)
_KEPT_REACH = 64
_PROSE = re.compile(r".[A-Za-z]+(?: [A-Za-z]+)+[.!]?.")
_BLANK_RUN = re.compile(f"[{BLANKS}]+")
_BREAK = re.compile("[\r\n]")


def mask(line: str) -> str:
    """The signature of a cleaned line: it parses (at strength 0) and matches that line.

    Of a text of several lines the first is used; blanks at the ends are dropped. An empty
    line gives an empty text, which is no signature.
    """
    line = line.strip(BLANKS + "\r\n")
    found = _BREAK.search(line)
    if found:
        line = line[: found.start()].rstrip(BLANKS)
    if len(line) > LIMIT:
        return _mask_start(line)
    return _mask(line)


@cache
def _compiled() -> re.Pattern[str]:
    """All rules in one expression; compiling it takes longer than starting does."""
    return re.compile("|".join(f"(?P<{name}>{form})" for name, form, _ in _RULES))


def _mask_start(line: str) -> str:
    """The signature of the first words of a long line."""
    blanks = [found.start() for found in _BLANK_RUN.finditer(line, 0, LIMIT)]
    if blanks:
        return _mask(line[: blanks[-1]])
    return escape(line[:LIMIT]) + "<any>"


def _mask(line: str) -> str:
    rules = _compiled()
    pieces: list[str] = []
    done = 0
    after_slot = False
    for found in rules.finditer(line):
        start, end = found.span()
        if _kept(line, found) or (after_slot and start == done):
            continue
        if start > done:
            pieces.append(_literal(line[done:start]))
        pieces.append(f"<{_KINDS[str(found.lastgroup)]}>")
        done = end
        after_slot = True
    pieces.append(_literal(line[done:]))
    return "".join(pieces)


def _kept(line: str, found: re.Match[str]) -> bool:
    """Whether the text tells failures apart, so that it stays as it is."""
    rule = found.lastgroup
    if rule in ("double", "single", "grave"):
        return _PROSE.fullmatch(found.group()) is not None
    if rule in ("int", "address", "hash"):
        before = line[max(0, found.start() - _KEPT_REACH) : found.start()]
        return _KEPT_BEFORE.search(before) is not None
    return False


def _literal(text: str) -> str:
    return escape(_BLANK_RUN.sub(" ", text))
