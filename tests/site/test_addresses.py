""" "5.1" in an entry's own sentences is its first check: a link on the page, never a version."""

from __future__ import annotations

from dataclasses import replace

import pytest

from faultbook.addresses import addresses, checks_named, sections
from faultbook.paths import overrides_dir
from faultbook.views import neighbours_of, render_entry
from faultbook.views.prose import Prose
from faultbook.views.templates import environment
from tests.site import sample

# Two checks (5.1, 5.2) and two steps of the fix (8.1, 8.2).
ENTRY = replace(sample.FULL, confirm=sample.FULL.confirm * 2)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("5.1 shows `1.0G`.", ["5.1"]),
        ("After the reboot 5.1 shows nvidia; 5.2's bytes fit.", ["5.1", "5.2"]),
        ("5.2: other names", ["5.2"]),
        ("5.2 still fails: the library, 8.1.", ["5.2", "8.1"]),
        ("There is no check 5.3, and no 8.9.", []),
        ("The documentation since CANN 8.2 says so", []),
        ("It failed on a Titan X until 5.2 was added to the list", []),
        ("compute capability 8.1 is needed", []),
        ("FlashAttention 8.1", []),
        ("8.2 or newer", []),
        ("8.1 GB of it", []),
        ("NVSHMEM 3.5.1, 5.1.7, v5.1 and 5.1-rc1", []),
    ],
)
def test_an_address_is_told_from_a_version(text: str, found: list[str]) -> None:
    assert [text[one.start : one.end] for one in addresses(text, ENTRY)] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The default. Go to 8, mitigation.", [8]),
        ("Room enough: not this failure. Read 6.", [6]),
        ("Room is left. Look at 6: another signal.", [6]),
        ("Cards in /sys, no file in /dev: 8, mitigation.", [8]),
        ("Go to 8.1.", []),
        ("It read 8 files; GPUs: 8, of which two are gone. Go to step 8", []),
        ("Read 12 bytes; threads read 2, 4, 8 or 16", []),
    ],
)
def test_a_section_that_the_reader_is_sent_to(text: str, found: list[int]) -> None:
    assert [one.section for one in sections(text)] == found


def test_the_checks_that_a_sentence_names() -> None:
    named = checks_named(("5.2 passes, see 8.1", "5.2 and 5.1"), ENTRY)
    assert named == {"5.1": ENTRY.confirm[0], "5.2": ENTRY.confirm[1]}


def test_an_address_on_the_page_leads_there() -> None:
    entry = replace(ENTRY, limits="That it is small: check 5.2 decides, `5.1` in code is code.")
    neighbours = neighbours_of(entry, sample.CORPUS)
    body = render_entry(entry, neighbours, environment([overrides_dir()]), Prose()).engineer.body

    assert '<dt>Verify</dt><dd><a href="#s5-1">5.1</a> shows <code class="nb">1.0G' in body
    assert '<td data-h="Known by"><a href="#s5-1">5.1</a> prints' in body  # how one knows the cause
    assert 'check <a href="#s5-2">5.2</a> decides, <code class="nb">5.1</code>' in body
    assert 'Go to <a href="#s5-2">5.2</a>.' in body  # what a reading means
