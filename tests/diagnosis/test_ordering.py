"""What failed first: each rule of ordering on a short log as several ranks write it."""

# ruff: noqa: E501 - lines of logs are as long as they are

from tests.diagnosis.support import (
    CORPUS,
    Fault,
    Line,
    diagnose_text,
    explained,
    found,
    index_of,
    steps,
    watchdog,
)

XID = "[74889.644138] NVRM: Xid (PCI:0000:02:00): 79, GPU has fallen off the bus.\n"
OOM = "[rank{}]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU {}\n"
SLURM_OOM = (
    "slurmstepd-node-a: error: Detected 1 oom-kill event(s) in StepId=9411285.0. Some of your "
    "processes may have been killed by the cgroup out-of-memory handler.\n"
)
SIGTERM = "W0731 10:50:07.575000 3247964 torch/distributed/elastic/multiprocessing/api.py:897] Sending process {} closing signal SIGTERM\n"
FAILED = "E0731 10:50:08.043000 3247964 torch/distributed/elastic/multiprocessing/api.py:869] failed (exitcode: {}) local_rank: {} (pid: {}) of binary: /opt/env/bin/python\n"


def test_a_kernel_line_counts_even_when_printed_last() -> None:
    d = diagnose_text(OOM.format(1, 1) + watchdog(0) + XID)

    assert found(d)[0] == "xid"
    assert d.initiating is not None
    assert d.initiating.evidence.line == 3
    assert "machine's own record" in d.findings[0].reasons[0]


def test_an_oom_kill_counts_even_when_printed_last() -> None:
    d = diagnose_text(watchdog(0) + "srun: error: node-a: task 0: Out Of Memory\n" + SLURM_OOM)

    assert found(d)[0] == "oom-kill"
    assert d.initiating is not None
    assert d.initiating.entry == "oom-kill"


def test_an_initiating_line_goes_before_a_collateral_one() -> None:
    d = diagnose_text(
        "h:1:2 [0] misc/socket.cc:49 NCCL WARN socketProgress: Connection closed by remote peer b<5>\n"
        + OOM.format(3, 3)
    )

    assert found(d) == ["oom"]
    assert explained(d) == {"peer": "oom"}
    assert d.initiating is not None
    assert d.initiating.evidence.rank == 3


def test_a_collateral_line_alone_is_a_possible_finding_and_says_what_is_missing() -> None:
    d = diagnose_text(
        "h:1:2 [0] misc/socket.cc:49 NCCL WARN socketProgress: Connection closed by remote peer b<5>\n"
    )

    assert found(d) == ["peer"]
    assert d.findings[0].confidence == "possible"
    assert any("log of the rank that failed first" in text for text in d.missing)


def test_the_earliest_of_several_initiating_lines_is_first() -> None:
    ecc = "[rank2]:[E814 01:57:12.9 x.cpp:5] CUDA error: uncorrectable ECC error encountered\n"
    assert found(diagnose_text(ecc + OOM.format(1, 1))) == ["ecc", "oom"]
    assert found(diagnose_text(OOM.format(1, 1) + ecc)) == ["oom", "ecc"]


def test_times_order_lines_of_one_host_only() -> None:
    def line(host: str, clock: str, text: str) -> str:
        return f"Feb 14 {clock} {host} train[7]: {text}\n"

    ecc = "CUDA error: uncorrectable ECC error encountered"
    oom = "CUDA out of memory. Tried to allocate 2 GiB"
    same = diagnose_text(line("a", "05:03:41", oom) + line("a", "05:03:40", ecc))
    other = diagnose_text(line("a", "05:03:41", oom) + line("b", "05:03:40", ecc))

    assert found(same) == ["ecc", "oom"]
    assert found(other) == ["oom", "ecc"]


def test_a_fault_that_training_outlived_is_no_finding() -> None:
    d = diagnose_text(steps(1, 20) + OOM.format(1, 1) + steps(20, 60))

    assert found(d) == []
    assert [row.entry.id for row in d.survived] == ["oom"]


def test_the_last_failing_episode_counts() -> None:
    ecc = "[rank2]: CUDA error: uncorrectable ECC error encountered\n"
    d = diagnose_text(steps(1, 20) + OOM.format(1, 1) + steps(20, 60) + ecc)

    assert found(d) == ["ecc"]
    assert [row.entry.id for row in d.survived] == ["oom"]
    assert d.initiating is not None
    assert d.initiating.entry == "ecc"


def test_a_fault_that_comes_back_after_progress_is_not_outlived() -> None:
    d = diagnose_text(steps(1, 9) + OOM.format(1, 1) + steps(9, 60) + OOM.format(1, 1))

    assert found(d) == ["oom"]
    assert any("made progress" in reason for reason in d.findings[0].reasons)
    assert d.initiating is not None
    assert d.initiating.evidence.line == 61


def test_one_more_refresh_of_a_bar_is_no_progress() -> None:
    bar = "Epoch 1:  3%|#   | {}/5000 [00:11<15:45:28,  9.46s/it, loss=0.126]\n"
    d = diagnose_text(bar.format(150) + OOM.format(1, 1) + bar.format(151))

    assert found(d) == ["oom"]


def test_what_goes_on_while_training_goes_on_stays_a_finding() -> None:
    lines = "".join(
        f"{{'loss': {v}, 'epoch': {n / 10}}}\n" for n, v in enumerate(["2", "nan", "3", "2", "1"])
    )
    assert found(diagnose_text(lines)) == ["nan"]


def test_declared_relations_explain_the_echo() -> None:
    d = diagnose_text(XID + "".join(watchdog(rank) for rank in range(8)))

    assert found(d) == ["xid"]
    assert explained(d) == {"watchdog": "xid"}
    (row,) = d.explained
    assert (row.count, row.ranks) == (8, tuple(range(8)))


def test_the_match_with_companions_beats_the_bare_one() -> None:
    bare = OOM.format(0, 0)
    held = bare[:-1] + " Process 2086283 has 14.85 GiB memory in use.\n"

    assert found(diagnose_text(bare)) == ["oom"]
    d = diagnose_text(held)
    assert found(d) == ["oom-other"]
    assert explained(d) == {"oom": "oom-other"}


def test_the_match_with_companions_beats_copies_of_its_message() -> None:
    bare = OOM.format(0, 0)
    d = diagnose_text(bare + '  File "torch/optim/adam.py", line 162, in _init_group\n' + bare)

    assert found(d) == ["oom-step"]
    assert explained(d) == {"oom": "oom-step"}


def test_context_and_harmless_lines_are_no_findings() -> None:
    d = diagnose_text(
        "n:1:2 [0] NCCL INFO NET/Plugin : Plugin load (libnccl-net.so) returned 2 : no such file\n"
        "[rank1]:[E ProcessGroupNCCL.cpp:537] Some NCCL operations have failed or timed out. Due\n"
    )

    assert found(d) == []
    assert [row.entry.id for row in d.harmless] == ["plugin"]


def test_a_watchdog_that_ended_with_a_cuda_error_is_a_cuda_fault() -> None:
    d = diagnose_text(
        watchdog(0)
        + "[rank1]:[E810 15:36:05.9 ProcessGroupNCCL.cpp:1899] [PG ID 0 PG GUID 0 Rank 1] Process group "
        "watchdog thread terminated with exception: CUDA error: uncorrectable ECC error encountered\n"
    )

    assert found(d)[0] == "ecc"
    assert d.initiating is not None
    assert d.initiating.evidence.rank == 1


def test_several_files_are_one_run() -> None:
    echo = "h:1:2 [0] misc/socket.cc:49 NCCL WARN socketProgress: Connection closed by remote peer b<5>\n"
    d = diagnose_text(echo, OOM.format(1, 1)[9:], names=("rank_0.log", "rank_1.log"))

    assert found(d) == ["oom"]
    assert d.initiating is not None
    assert (d.initiating.evidence.file, d.initiating.evidence.rank) == ("rank_1.log", 1)
    assert explained(d) == {"peer": "oom"}


def test_repeats_are_folded_and_counted() -> None:
    d = diagnose_text("".join(OOM.format(rank, rank) for rank in range(500)))

    assert found(d) == ["oom"]
    assert d.findings[0].count == 500
    assert d.findings[0].ranks == tuple(range(500))
    assert len(d.findings[0].evidence) <= 5


def test_the_process_that_ended_by_a_signal_is_named() -> None:
    log = "".join(SIGTERM.format(pid) for pid in (24901, 24902, 24904)) + FAILED.format(
        -9, 2, 24903
    )
    d = diagnose_text(log)

    assert found(d) == ["killed"]
    assert d.initiating is not None
    assert d.initiating.evidence.line == 4


def test_an_empty_log_says_nothing() -> None:
    d = diagnose_text("")
    assert (d.findings, d.initiating, d.missing) == ((), None, ())


def test_the_corpus_of_these_tests_is_sound() -> None:
    assert len({entry.id for entry in CORPUS.entries}) == len(CORPUS.entries)


def test_the_kernels_log_has_no_order_against_training() -> None:
    assert found(diagnose_text(XID + steps(1, 30))) == ["xid"]
    d = diagnose_text(XID + steps(1, 30) + OOM.format(1, 1))
    assert found(d) == ["oom"]
    assert [row.entry.id for row in d.survived] == ["xid"]


def test_what_ended_the_job_goes_before_what_spoilt_it() -> None:
    d = diagnose_text("{'loss': nan, 'epoch': 0.2}\n" + OOM.format(1, 1))
    assert found(d) == ["oom", "nan"]


SAVING = Fault("saving", (Line("unexpected pos <int> vs <int>", "either"),))
HANDLED = (
    "MemoryError\n\n"
    "During handling of the above exception, another exception occurred:\n\n"
    "RuntimeError: unexpected pos 64 vs 12\n"
)
"""The smallest log in which an echo was named as what failed: Python says what came of what."""


def test_what_was_raised_while_an_unknown_error_was_handled_is_its_echo() -> None:
    index = index_of([SAVING])
    d = diagnose_text(HANDLED, index=index)

    assert found(d) == []
    assert explained(d) == {"saving": None}
    assert d.initiating is not None
    assert d.initiating.evidence.text == "MemoryError"


def test_what_was_raised_for_itself_stays_a_finding() -> None:
    apart = HANDLED.replace("During handling of the above exception, another", "x")
    assert found(diagnose_text(apart, index=index_of([SAVING]))) == ["saving"]


def test_the_exception_of_another_rank_is_no_echo_of_this_one() -> None:
    apart = "[rank1]: MemoryError\n" + HANDLED.replace("MemoryError", "").replace(
        "RuntimeError", "[rank0]: RuntimeError"
    )
    assert found(diagnose_text(apart, index=index_of([SAVING]))) == ["saving"]
