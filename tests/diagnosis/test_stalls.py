"""Ranks that wait for one another: who is behind, elsewhere, or silent."""

# ruff: noqa: E501 - lines of logs are as long as they are

from tests.diagnosis.support import diagnose_text, found, steps, watchdog


def missing(text: str) -> str:
    return " ".join(diagnose_text(text).missing)


def test_the_rank_with_the_lower_sequence_number() -> None:
    d = diagnose_text(watchdog(0, 96117) + watchdog(1, 96117) + watchdog(7, 64088))

    assert found(d)[0] == "desync"
    assert d.initiating is not None
    assert d.initiating.evidence.rank == 7


def test_the_rank_in_another_collective() -> None:
    d = diagnose_text(watchdog(0) + watchdog(1) + watchdog(3, operation="BROADCAST"))

    assert found(d)[0] == "desync"
    assert d.findings[0].evidence[0].rank == 3


def test_groups_are_compared_by_themselves() -> None:
    log = watchdog(0, 5, group="1") + watchdog(1, 5, group="1") + watchdog(0, 900, group="2")
    assert found(diagnose_text(log)) == ["watchdog"]


def test_the_silent_rank() -> None:
    log = "".join(steps(1, 3, rank) for rank in range(4)) + "".join(watchdog(r) for r in (0, 1, 3))
    text = missing(log)

    assert "rank 2" in text
    assert "reported no timeout" in text


def test_the_number_of_ranks_makes_absent_ones_known() -> None:
    log = (
        "h:1:2 [0] NCCL INFO comm 0x8e rank 0 nranks 4 cudaDev 0 - Init COMPLETE\n"
        + watchdog(0)
        + watchdog(1)
    )
    assert "ranks 2-3" in missing(log)


def test_the_rank_that_enqueued_less() -> None:
    line = (
        "[rank{0}]:[E1206 18:44:12.7 ProcessGroupNCCL.cpp:1664] [PG 1 Rank {0}] Exception (either an error "
        "or timeout) detected by watchdog at work: 7753, last enqueued NCCL work: {1}, last completed "
        "NCCL work: 7752.\n"
    )
    log = watchdog(0) + line.format(0, 7755) + line.format(1, 7755) + line.format(2, 7752)
    assert "rank 2 enqueued only 7752" in missing(log)


def test_the_rank_that_others_name() -> None:
    log = (
        watchdog(2)
        + "[rank2]:[E901 05:20:03.1 ProcessGroupNCCL.cpp:1746] [PG ID 0 PG GUID 0(default_pg) Rank 2] Received a "
        "dump signal due to a collective timeout from  rank 6 and we will try our best to dump\n"
    )
    assert "rank 6" in missing(log)
