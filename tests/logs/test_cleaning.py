"""Bytes of any quality become text that can be read and does no harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faultbook.logs import Origin, clean_bytes, clean_text, parse_line, segments


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        (b"\x1b[31mRuntimeError\x1b[0m: x\r\n", "RuntimeError: x"),
        (b"\x1b[1;31m\x1b[48;5;12merror\x1b[K", "error"),
        (b"\x1b]0;title\x07text", "text"),
        (b"\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\", "link"),
        (b"caf\xe9 \xff", "caf\ufffd \ufffd"),
        ("RuntimeError".encode("utf-16-le"), "RuntimeError"),
        ("RuntimeError".encode("utf-16"), "RuntimeError"),
        (b"\xef\xbb\xbffirst", "first"),
        (b"a\x00b\x07c", "abc"),
        (b"[36m(RayWorkerWrapper pid=4009) x", "(RayWorkerWrapper pid=4009) x"),
        (b"tab\tstays", "tab\tstays"),
        (b"^MConverting", "Converting"),
        (b"list[0m]", "list[0m]"),
    ],
)
def test_clean_text(raw: bytes, clean: str) -> None:
    assert clean_text(raw) == clean


def test_lines_are_never_lost_in_cleaning() -> None:
    chunk = b"a\x1b[31m\nb\x1b]0;never closed\nc\x00\n"
    assert clean_bytes(chunk) == b"a\nb\nc\n"


@pytest.mark.parametrize(
    ("text", "parts"),
    [("a\rb\r\rc", ["a", "b", "c"]), ("one", ["one"]), ("\r \r", [""]), ("", [""])],
)
def test_segments(text: str, parts: list[str]) -> None:
    assert segments(text) == parts


@given(st.binary(max_size=400))
def test_no_bytes_fail(raw: bytes) -> None:
    for line in parse_line(raw, 1, Origin("a.log")):
        assert line.number == 1
        assert "\x1b" not in line.text
        assert "\n" not in line.text


@given(st.binary(max_size=2000))
def test_cleaning_keeps_newlines(raw: bytes) -> None:
    assert clean_bytes(raw).count(b"\n") == raw.count(b"\n")
