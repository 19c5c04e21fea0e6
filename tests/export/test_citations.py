"""Citations in texts that show no page: no sentence may lose a word that it needs."""

from __future__ import annotations

import pytest
from tests.site.sample import FULL

from faultbook.addresses import with_numbers, without_citations


@pytest.mark.parametrize(
    ("text", "numbered", "without"),
    [
        ("Add room [@report].", "Add room [12.2].", "Add room."),
        ("It runs. [@source] [@report]", "It runs. [12.1] [12.2]", "It runs."),
        ("The ranks connect, as in [@report].", *["The ranks connect, as in [12.2]."] * 2),
        ("The asker of [@source] had it set.", *["The asker of [12.1] had it set."] * 2),
        ("[@source] shows it [@report].", "[12.1] shows it [12.2].", "[12.1] shows it."),
        ("Run here [@reproduction].", "Run here [13].", "Run here."),
        ("`${name[@]}` and [@nowhere]", *["`${name[@]}` and [@nowhere]"] * 2),
    ],
)
def test_a_citation_becomes_a_number_or_goes(text: str, numbered: str, without: str) -> None:
    assert with_numbers(text, FULL) == numbered
    assert without_citations(text, FULL) == without
