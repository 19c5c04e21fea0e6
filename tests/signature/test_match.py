"""Matching, on lines as programs print them."""

from __future__ import annotations

import pytest

from faultbook.signature import match, matches, parse

OFI = (
    "NCCL WARN NET/OFI Unable to register memory (type = <int>) for device <int>. "
    "RC: <int:12|-12>, Error: <any>"
)
XID = "NVRM: Xid (<path>): <int:79>, <any>GPU has fallen off the bus"


def values(text: str, line: str, *, whole: bool = False) -> list[str] | None:
    found = match(parse(text, whole_line=whole, minimum=0), line, whole=whole)
    return None if found is None else [line[start:end] for start, end in found.values]


def test_values_are_reported() -> None:
    line = (
        "ip-10-0-0-7:815:864 [0] NCCL WARN NET/OFI Unable to register memory (type = 1) "
        "for device 0. RC: -12, Error: Cannot allocate memory"
    )
    assert values(OFI, line) == ["1", "0", "-12", "Cannot allocate memory"]
    found = match(parse(OFI), line)
    assert found is not None
    assert line[found.start :].startswith("NCCL WARN")
    assert found.end == len(line)


@pytest.mark.parametrize("code", ["-22", "112", "120", "12.5", "--12"])
def test_another_number_is_another_failure(code: str) -> None:
    line = (
        f"NCCL WARN NET/OFI Unable to register memory (type = 1) for device 0. RC: {code}, Error: "
    )
    assert not matches(parse(OFI), line)


def test_case_of_ascii_letters_does_not_matter() -> None:
    assert matches(parse("cuda error: OUT OF MEMORY"), "CUDA ERROR: out of Memory")
    assert not matches(parse("démarrage échoué"), "DÉMARRAGE ÉCHOUÉ")


@pytest.mark.parametrize("gap", ["  ", "\t", "\u00a0", " \t \u00a0"])
def test_a_run_of_blanks_is_any_run_of_blanks(gap: str) -> None:
    line = f"Bus{gap}error (core{gap}dumped)"
    assert matches(parse("Bus error (core dumped)"), line)
    assert matches(parse(f"Bus{gap}error (core dumped)"), "Bus error (core dumped)")
    assert not matches(parse("Bus error (core dumped)"), "Buserror (core dumped)")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off the bus.", True),
        ("NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.", True),
        ("NVRM: Xid (PCI:0000:3b:00): 179, GPU has fallen off the bus.", False),
        ("NVRM: Xid (PCI:0000:3b:00): 794, GPU has fallen off the bus.", False),
        ("NVRM: Xid (PCI 0000:3b:00): 79, GPU has fallen off the bus.", False),
    ],
)
def test_xid(line: str, *, expected: bool) -> None:
    assert matches(parse(XID), line) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Killed", True),
        ("  Killed\t", True),
        ("Killed by signal 9", False),
        ("[rank0]: Killed", False),
    ],
)
def test_whole_line(line: str, *, expected: bool) -> None:
    assert matches(parse("Killed", whole_line=True), line, whole=True) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x error 5 here", True),
        ("(error 5)", True),
        ("myerror 5", False),
        ("my_error 5", False),
        ("error 55", False),
        ("éerror 5", True),
        ("error 5.5", True),
    ],
)
def test_edges_of_a_pattern(line: str, *, expected: bool) -> None:
    assert matches(parse("error 5", minimum=0), line) is expected


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("int", ["0", "-12", "+7"], ["", "-", "1.5", "x"]),
        ("num", ["1", "-1.5", "2.5e-07", "nan", "-inf", "1E5"], ["1.", ".5", "e5", "in"]),
        ("hex", ["0x7f", "deadBEEF", "12"], ["0x", "xyz", ""]),
        ("word", ["mlx5_0", "a.b/c:d", "é\U0001f525"], ["a b", "a,b", "f(x)", "a=b", "'q'"]),
        ("path", ["/dev/shm/nccl-1", "C:\\a=b", "x"], ["a b", "a,b", "(x)", ""]),
        ("host", ["node-a.example.com", "ip_1"], ["a:1", "é", ""]),
        ("ip", ["10.0.0.1", "fe80::1%eth0", "[::1]", "::ffff:10.0.0.1"], ["12", "node", ""]),
        ("quoted", ["'a b'", '"it\'s"', "``"], ["'a", "a'", "'a\""]),
        ("any", ["", "a, b (c)"], []),
    ],
)
def test_what_a_placeholder_stands_for(kind: str, good: list[str], bad: list[str]) -> None:
    pattern = parse(f"before [<{kind}>] behind")
    for value in good:
        assert matches(pattern, f"before [{value}] behind"), value
    for value in bad:
        assert not matches(pattern, f"before [{value}] behind"), value


def test_some_assignment_is_enough() -> None:
    assert values("from <word>:<int> to <word>", "from a:b:12 to c:d") == ["a:b", "12", "c:d"]
    assert values("x<any>z<any>z", "x y z z z") == [" y ", " "]


def test_the_leftmost_match_is_reported_with_long_values() -> None:
    assert values("error <int>", "error 12, error 345") == ["12"]
    assert values("<word> exited", "a b-c exited") == ["b-c"]
    assert values("at <any>: <any>", "at a: b: c") == ["a", "b: c"]


def test_long_lines_are_matched_in_windows() -> None:
    pattern = parse("the needle is <int> here")
    for place in (0, 10_000, 14_000, 16_380, 16_384, 30_000, 99_000):
        line = "x" * place + " the needle is 42 here " + "\U0001f525" * (100_000 - place)
        found = match(pattern, line)
        assert found is not None
        assert line[found.start : found.end] == "the needle is 42 here"


def test_a_match_lies_within_one_window() -> None:
    pattern = parse("begins <any> finishes")
    assert matches(pattern, "begins " + "x" * 16_000 + " finishes")
    assert not matches(pattern, "begins " + "x" * 20_000 + " finishes")


def test_an_edge_looks_beyond_its_window() -> None:
    line = "x " * 8_188 + "needless" + " x" * 9_000
    assert line[16_376:16_384] == "needless"
    assert matches(parse("needless"), line)
    assert not matches(parse("needless"), line.replace("needless", "needlessly"))
    cut = "x " * 8_188 + "12345678901234567890" + " x" * 9_000
    assert values("x <int> x", cut) == ["12345678901234567890"]
    assert values("<int:12345678>", cut) is None
