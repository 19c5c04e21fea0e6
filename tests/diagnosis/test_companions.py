"""`all_of` and `unless`: reach, side, scope."""

from pathlib import Path

import pytest

from faultbook.diagnosis.run import diagnose
from faultbook.logs.reader import BLOCK, PEEK
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


@pytest.mark.parametrize("near", [True, False])
def test_a_companion_that_every_line_could_be_is_looked_for_where_it_counts(
    tmp_path: Path, near: bool
) -> None:
    companion = ("<int>%|<any>it/s", 3, "any", "before")
    index = index_of([Fault("x", (Line("the anchor line of it", all_of=(companion,)),))])
    bar = "Loading: 50%|#####     | 5/10 [00:01<00:01, 3.00it/s, loss=0.25, lr=0.001]\n"
    log = tmp_path / "a.log"
    log.write_text(bar * 60_000 + ("" if near else "pause\n" * 5) + ANCHOR)
    diagnosis = diagnose(index, [str(log)])

    assert found(diagnosis) == (["x"] if near else [])


def test_a_companion_may_stand_in_the_next_block(tmp_path: Path) -> None:
    companion = ("<int>%|<any>it/s", 3, "any", "after")
    index = index_of([Fault("x", (Line("the anchor line of it", all_of=(companion,)),))])
    bar = "Loading: 50%|#####     | 5/10 [00:01<00:01, 3.00it/s, loss=0.25, lr=0.001]\n"
    log = tmp_path / "a.log"
    whole = (bar * (5 * BLOCK // len(bar))).encode()
    edge = whole.rfind(b"\n", 0, 4 * BLOCK - PEEK) + 1
    log.write_bytes(
        whole[:edge] + b"-" * (4 * BLOCK - 40 - edge) + b"\n" + ANCHOR.encode() + whole[:2000]
    )

    assert found(diagnose(index, [str(log)])) == ["x"]
