"""What to look for next, and where."""

from tests.diagnosis.support import diagnose_text, watchdog

TABLE = """\
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
train.py FAILED
Failures:
[1]:
  time      : 2023-05-19_16:39:58
  host      : node-a
  rank      : 5 (local_rank: 1)
  exitcode  : {second} (pid: 78971)
Root Cause (first observed failure):
[0]:
  time      : 2023-05-19_16:39:58
  host      : node-a
  rank      : 4 (local_rank: 0)
  exitcode  : {first} (pid: 78970)
"""


def missing(text: str) -> str:
    return " ".join(diagnose_text(text).missing)


def test_the_root_cause_row_of_the_table() -> None:
    text = missing(TABLE.format(first=1, second=1))
    assert "Rank 4 (pid 78970) exited with code 1" in text
    assert diagnose_text(TABLE.format(first=1, second=1)).findings == ()


def test_a_process_that_the_launcher_ended_is_not_the_first() -> None:
    assert "Rank 5 (pid 78971) ended by SIGABRT" in missing(TABLE.format(first=-15, second=-6))


def test_nothing_is_missing_where_the_cause_stands() -> None:
    assert missing("KeyError: 'x'\n" + TABLE.format(first=1, second=1)) == ""


def test_closing_lines_alone() -> None:
    assert "Only echoes here" in missing("srun: error: c002: task 0: Killed\n")


def test_harmless_lines_are_no_echoes() -> None:
    """Nothing failed, it said, and beside it: the log of the rank that failed first is needed."""
    left = "[rank0]:[W515 x.cpp:1117] WARNING: process group has NOT been destroyed before it is\n"
    assert missing(left) == ""
    assert "Only echoes here" in missing(left + "srun: error: c002: task 0: Killed\n")


def test_ranks_below_the_highest_one_exist() -> None:
    assert "rank 0" in missing(watchdog(1) + watchdog(2) + watchdog(3))


def test_a_healthy_log_misses_nothing() -> None:
    assert missing("all is well\n") == ""
