"""`all_of` and `unless`: reach, side, scope."""

import pytest

from tests.diagnosis.support import Fault, Line, diagnose_text, found, index_of

Near = tuple[str, int | None, str, str]


def finds(log: str, *, all_of: tuple[Near, ...] = (), unless: tuple[Near, ...] = ()) -> bool:
    index = index_of([Fault("x", (Line("the anchor line of it", all_of=all_of, unless=unless),))])
    return found(diagnose_text(log, index=index)) == ["x"]


ANCHOR = "[rank0]: the anchor line of it\n"
FRIEND = "[rank{}]: a friendly companion\n"
FILLER = "[rank0]: filler\n"


@pytest.mark.parametrize(
    ("log", "near", "held"),
    [
        (FRIEND.format(0) + ANCHOR, (None, "any", "around"), True),
        (ANCHOR + FRIEND.format(0), (None, "any", "around"), True),
        (ANCHOR, (None, "any", "around"), False),
        (FRIEND.format(0) + FILLER * 3 + ANCHOR, (4, "any", "around"), True),
        (FRIEND.format(0) + FILLER * 4 + ANCHOR, (4, "any", "around"), False),
        (ANCHOR + FILLER * 3 + FRIEND.format(0), (4, "any", "around"), True),
        (FRIEND.format(0) + ANCHOR, (4, "any", "after"), False),
        (ANCHOR + FRIEND.format(0), (4, "any", "after"), True),
        (FRIEND.format(0) + ANCHOR, (4, "any", "before"), True),
        (ANCHOR + FRIEND.format(0), (4, "any", "before"), False),
        (FRIEND.format(1) + ANCHOR, (4, "same-rank", "around"), False),
        (FRIEND.format(0) + ANCHOR, (4, "same-rank", "around"), True),
        ("a friendly companion\n" + ANCHOR, (4, "same-rank", "around"), True),
        ("[rank0]: a friendly companion and the anchor line of it\n", (1, "any", "after"), True),
    ],
)
def test_reach(log: str, near: tuple[int | None, str, str], held: bool) -> None:
    companion = ("a friendly companion", *near)

    assert finds(log, all_of=(companion,)) is held
    assert finds(log, unless=(companion,)) is not held


def test_all_of_means_all() -> None:
    both = (
        ("a friendly companion", 5, "any", "around"),
        ("another sort of line", 5, "any", "around"),
    )

    assert not finds(FRIEND.format(0) + ANCHOR, all_of=both)
    assert finds(FRIEND.format(0) + ANCHOR + "another sort of line\n", all_of=both)


def test_another_file_counts_where_no_reach_is_given() -> None:
    companion = ("a friendly companion", None, "any", "before")
    index = index_of([Fault("x", (Line("the anchor line of it", all_of=(companion,)),))])
    assert found(diagnose_text(ANCHOR, FRIEND.format(3), index=index)) == ["x"]


def test_only_the_lines_that_qualify_count() -> None:
    log = ANCHOR + FRIEND.format(0) + FILLER * 50 + ANCHOR * 3
    index = index_of(
        [
            Fault(
                "x",
                (
                    Line(
                        "the anchor line of it",
                        unless=(("a friendly companion", 5, "any", "around"),),
                    ),
                ),
            )
        ]
    )
    (finding,) = diagnose_text(log, index=index).findings
    assert (finding.count, finding.evidence[0].line) == (3, 53)
