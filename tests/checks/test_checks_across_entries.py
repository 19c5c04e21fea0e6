"""Checks across entries: what one entry may not do to another."""

from dataclasses import replace
from pathlib import Path

import pytest
from sound_entries import entry, facts, signature, words, world

from faultbook.checks import evidence, links, prose, signatures
from faultbook.checks.facts import shingles
from faultbook.checks.rows import decoder, encode
from faultbook.entry import LookAlike, NearMiss, Question, Relations


def test_causes_in_a_circle_are_shown_as_they_run() -> None:
    circle = [
        facts(id="a", relations=Relations(causes=("b",))),
        facts(id="b", relations=Relations(causes=("c",))),
        facts(id="c", relations=Relations(causes=("a",))),
        facts(id="d", relations=Relations(causes=("a",), caused_by=("e",))),
        facts(id="e"),
    ]

    assert words(links.cycles(world(*circle))) == [
        "The causes run in a circle: `c` → `a` → `b` → `c`."
    ]


def test_one_relation_told_from_both_sides_is_no_circle() -> None:
    one = facts(id="a", relations=Relations(causes=("b",)))
    other = facts(id="b", relations=Relations(caused_by=("a",)))

    assert words(links.cycles(world(one, other))) == []


def test_a_long_chain_of_causes_needs_no_recursion() -> None:
    chain = [facts(id=f"e{n}", relations=Relations(causes=(f"e{n + 1}",))) for n in range(3000)]

    assert words(links.cycles(world(*chain, facts(id="e3000")))) == []


def test_a_link_to_a_file_that_cannot_be_read_is_not_called_dead() -> None:
    one = facts(id="a", relations=Relations(see_also=("b",)))

    assert words(links.dead_links(replace(world(one), broken=frozenset({"b"})))) == []


LINE = "register memory failed"
OTHER = facts(id="b", signatures=(signature("region refused", f"{LINE}\nregion refused"),))


@pytest.mark.parametrize(
    "changes",
    [
        {"relations": Relations(see_also=("b",))},
        {"look_alikes": (LookAlike("b", "Which?", "The other."),)},
        {"signatures": (signature(LINE, LINE, near_misses=(NearMiss("x", "y", "b"),)),)},
    ],
)
def test_a_declared_relation_allows_a_common_line(changes: dict[str, object]) -> None:
    alone = facts(id="a", signatures=(signature(LINE, LINE),))
    related = facts(**{"id": "a", "signatures": (signature(LINE, LINE),), **changes})

    assert words(signatures.foreign_examples(world(alone, OTHER))) == [
        "This signature also matches an example of `b`."
    ]
    assert words(signatures.foreign_examples(world(related, OTHER))) == []


def test_a_signature_for_every_error_is_told_of_once() -> None:
    """`RuntimeError: <any>` gave a hundred lines, each with the advice to relate one more entry."""
    wide = facts(id="a", signatures=(signature(LINE, LINE),))
    others = [replace(OTHER, id=f"b{n}", rules=()) for n in range(6)]
    assert words(signatures.foreign_examples(world(wide, *others))) == [
        "This signature also matches examples of 6 other entries: `b0`, `b1` and 4 more."
    ]
    assert len(words(signatures.foreign_examples(world(wide, *others[:5])))) == 5


def test_a_link_in_prose_declares_no_relation() -> None:
    one = facts(id="a", signatures=(signature(LINE, LINE),), limits="See [[b]].")

    assert len(words(signatures.foreign_examples(world(one, OTHER)))) == 1


def test_a_healthy_log_must_not_match(tmp_path: Path) -> None:
    folder = tmp_path / "tests" / "healthy"
    folder.mkdir(parents=True)
    (folder / "run.log").write_text("step 1\nregister memory failed once, trying again\n")
    loud = facts(id="a", signatures=(signature(LINE, LINE),))
    calm = facts(id="b", signatures=(signature(LINE, LINE, role="harmless"),))

    assert words(signatures.healthy(world(loud, calm, root=tmp_path))) == [
        "This signature matches line 2 of a healthy log, `run.log`."
    ]


def sentences_of(limits: str) -> set[int]:
    """Return the hashes of the sentences in one text."""
    return set(facts(limits=limits).sentences) - set(facts(limits="None.").sentences)


def test_a_sentence_is_the_same_whatever_its_case_marks_and_citations() -> None:
    one = sentences_of("The line alone does not prove which rank failed first [@torch-1].")
    two = sentences_of("Yes. The line, alone,\ndoes not prove *which rank* failed first! So be it.")

    assert one == two
    assert len(one) == 1


def test_a_copied_entry_is_told_of_once() -> None:
    said = " ".join(f"Rank {n} waits for the store in step {n} of it." for n in range(9))
    several = world(facts(id="a", limits=said), facts(id="b", limits=said))
    (told,) = words(prose.repeated_sentences(several))
    assert "sentences that stand in `a` as well" in told


def test_a_sentence_of_six_words_may_be_repeated() -> None:
    assert sentences_of("It is full. The tmpfs of it is full.") == set()


def test_a_stop_inside_a_word_ends_no_sentence() -> None:
    assert (
        len(sentences_of("Set it in /etc/docker/daemon.json on version 2.18.3 of each host.")) == 1
    )


def test_questions_that_share_half_their_words_in_a_row_are_found() -> None:
    answer = "Only if the older run ends in the meantime and gives its port back to the kernel."
    one = facts(id="a", faq=(Question("Does waiting help?", answer, "torch-1"),))
    two = facts(id="b", faq=(Question("Does waiting help here?", answer, "torch-1"),))
    far = facts(id="c", faq=(Question("Does waiting help?", "It does not, ever.", "torch-1"),))

    assert len(words(prose.similar_questions(world(one, two)))) == 1
    assert words(prose.similar_questions(world(one, far))) == []


def test_questions_are_compared_with_few_others_however_large_the_corpus(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All questions share a phrase; only those that share their rarest ones are compared."""
    compared: list[int] = []
    jaccard = prose._jaccard
    monkeypatch.setattr(
        prose, "_jaccard", lambda one, other: compared.append(1) or jaccard(one, other)
    )

    def comparisons(count: int) -> int:
        compared.clear()
        made = [
            replace(
                facts(id=f"e{n}"),
                questions=(shingles(" ".join(f"w{n}x{k}" for k in range(40)) + " how long is it"),),
            )
            for n in range(count)
        ]
        assert words(prose.similar_questions(world(*made))) == []
        return len(compared)

    # Each with each would be 80,000 pairs, and 2 million.
    assert comparisons(400) <= 400
    assert comparisons(2000) <= 2000


def test_dates_in_the_future_and_scripts_that_are_not_there(tmp_path: Path) -> None:
    one = replace(facts(id="a"), added="2026-12-01", script="tests/reproductions/a.py")

    assert words(evidence.future(world(one))) == [
        "2026-12-01 lies in the future; today is 2026-11-30."
    ]
    assert words(evidence.scripts(world(one, root=tmp_path))) == [
        "There is no file `tests/reproductions/a.py`."
    ]
    (tmp_path / "tests" / "reproductions").mkdir(parents=True)
    (tmp_path / "tests" / "reproductions" / "a.py").touch()
    assert words(evidence.scripts(world(one, root=tmp_path))) == []


def test_facts_travel_as_rows_and_come_back_the_same() -> None:
    made = facts(relations=Relations(see_also=("b",)), aliases=("x",))

    assert decoder(type(made))(encode(made)) == made
    assert entry().id == made.id
