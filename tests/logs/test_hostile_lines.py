"""No line costs more than its length, whatever is in it."""

import time

import pytest

from faultbook.logs import Origin, parse_line
from faultbook.logs.formats import BAR, FORMATS, MIDDLE

SIZE = 200_000
HOSTILE = [
    "[rank1]:" * (SIZE // 8),
    "-1" * (SIZE // 2),
    "a.b-c_1" * (SIZE // 7),
    "1%|" * (SIZE // 3),
    "[" * SIZE,
    "((" * (SIZE // 2),
    "host:1:2 [0] " * (SIZE // 13),
    " " * SIZE,
    "\t" * SIZE + "x",
    "2024-01-01 00:00:00" * (SIZE // 19),
    "ERROR " * (SIZE // 6),
    "\r" * SIZE,
    "[36m" * (SIZE // 4),
    "{" * SIZE,
    '{"log":' * (SIZE // 7) + "}",
    '{"log":"' + "\\u001b" * (SIZE // 6) + '"}',
    "pid=1)" * (SIZE // 6),
    "a" * SIZE + ":",
    "0: " * (SIZE // 3),
    "x | " * (SIZE // 4),
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:8]))
def test_time_is_linear(text: str) -> None:
    def seconds(part: str) -> float:
        start = time.process_time()
        parse_line(part, 1, Origin("a.log"))
        return time.process_time() - start

    seconds(text[:1000])
    short, long = seconds(text[: SIZE // 8]), seconds(text)
    assert long < 40 * max(short, 0.002)
    assert long < 1.0


def test_expressions_have_bounds_only() -> None:
    for fmt in FORMATS:
        assert "*" not in fmt.expression.replace(r"\*", "")
        unbounded = fmt.expression.replace(r"\+", "").replace("[+-]", "").replace("+]", "")
        assert "+" not in unbounded, fmt.name
    for expression in (MIDDLE.pattern, BAR.pattern):
        assert "*" not in expression
