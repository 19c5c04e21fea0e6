"""Prefixes of real lines: what is peeled off, and what they say."""

# ruff: noqa: E501 - lines of logs are as long as they are

from pathlib import Path

import pytest
import yaml

from faultbook.logs import LogLine, Origin, ProfileBuilder, clean_text, parse_line, peel

SAMPLES: dict[str, list[str]] = yaml.safe_load(
    Path(__file__).with_name("samples.yaml").read_text(encoding="utf-8")
)


def parsed(*texts: str) -> list[LogLine]:
    """Parse lines as one file, its ambiguous prefixes judged by majority."""
    builder = ProfileBuilder()
    builder.add(map(clean_text, texts))
    lines: list[LogLine] = []
    for number, text in enumerate(texts, 1):
        lines += parse_line(text, number, Origin("a.log"), builder.profile())
    return lines


def said(line: LogLine) -> dict[str, object]:
    names = ("rank", "local_rank", "host", "pid", "level", "source")
    return {name: value for name in names if (value := getattr(line, name)) is not None}


ONE_LINE = [
    # format, sample, what it says, how the message starts
    ("torch_rank_prefix", 0, {"rank": 3}, "torch.OutOfMemoryError: CUDA out"),
    (
        "torch_rank_prefix",
        1,
        {"rank": 7, "level": "ERROR", "source": "ProcessGroupNCCL.cpp"},
        "[Rank 7] Collective WorkNCCL(",
    ),
    (
        "c10d_glog_new",
        2,
        {"rank": 1, "level": "ERROR", "source": "ProcessGroupNCCL.cpp"},
        "Some NCCL operations have failed",
    ),
    (
        "torch_elastic_glog_py",
        2,
        {
            "pid": 2606,
            "level": "ERROR",
            "source": "site-packages/torch/distributed/elastic/multiprocessing/api.py",
        },
        "failed (exitcode: -9) local_rank: 5 (pid: 2630)",
    ),
    (
        "torch_elastic_plain",
        0,
        {"level": "WARNING", "source": "torch.distributed.elastic"},
        "Sending process 1167",
    ),
    (
        "torch_elastic_plain",
        2,
        {"level": "ERROR", "source": "torch.distributed.elastic"},
        "failed (exitcode: 1) local_rank: 0",
    ),
    ("torch_elastic_plain", 3, {"level": "WARNING"}, "Sending process 197"),
    ("torchrun_tee_default", 0, {"local_rank": 3}, "terminate called after"),
    (
        "torchrun_tee_default",
        1,
        {"rank": 12, "local_rank": 0, "level": "ERROR", "source": "ProcessGroupNCCL.cpp"},
        "[PG 0 (default_pg) Rank 12] Process group watchdog",
    ),
    ("torchrun_tee_default", 2, {"rank": 0, "local_rank": 0}, "RuntimeError: world_size"),
    (
        "host_rank_bracket",
        0,
        {
            "rank": 5,
            "local_rank": 5,
            "host": "node12",
            "level": "ERROR",
            "source": "ProcessGroupNCCL.cpp",
        },
        "[Rank 5] Watchdog",
    ),
    (
        "slurm_daemon",
        0,
        {"host": "node-a", "level": "ERROR", "source": "slurmstepd"},
        "Detected 1 oom-kill event(s)",
    ),
    ("slurm_daemon", 2, {"level": "ERROR", "source": "srun"}, "Node failure on node-b"),
    (
        "mpirun_tag_output",
        0,
        {"rank": 2, "host": "node-a", "pid": 29880, "level": "WARNING", "source": "nccl"},
        "Duplicate GPU detected",
    ),
    ("mpirun_tag_output", 1, {"rank": 1}, "RuntimeError: ncclCommInitRank failed"),
    ("mpirun_tag_output", 2, {"rank": 9, "level": "ERROR"}, "Got wrong received message 4"),
    ("deepspeed_log", 0, {"level": "INFO", "source": "launch.py"}, "Killing subprocess 13266"),
    ("deepspeed_log", 2, {"rank": 0, "level": "INFO", "source": "logging.py"}, "step=80000"),
    (
        "ray_actor_prefix",
        0,
        {"host": "192.0.2.24", "pid": 92234, "source": "RayWorkerWrapper"},
        "mlx5: host_unknown: got completion with error:",
    ),
    ("ray_actor_prefix", 2, {"source": "raylet"}, "A worker died or was killed"),
    ("ray_actor_prefix", 3, {"pid": 20331, "source": "model_worker/7"}, "socketStartConnect"),
    (
        "ray_actor_prefix",
        4,
        {"pid": 586112, "level": "ERROR", "source": "LLMRayActor"},
        "Invocation of collective_rpc",
    ),
    (
        "ray_core_log",
        0,
        {"host": "192.0.2.24", "pid": 92234, "level": "ERROR", "source": "RayWorkerWrapper"},
        "*** SIGABRT received",
    ),
    (
        "vllm_worker_prefix",
        0,
        {"rank": 11, "pid": 113, "level": "ERROR", "source": "Worker_TP11"},
        "zmq.error.ZMQError: Address already in use",
    ),
    ("vllm_worker_prefix", 1, {"pid": 837, "source": "EngineCore"}, "Exception: WorkerProc"),
    ("vllm_worker_prefix", 2, {"rank": 1, "pid": 2445156, "source": "VllmWorker"}, "    torch."),
    (
        "vllm_worker_prefix",
        3,
        {"pid": 88241, "level": "ERROR", "source": "Worker_PP0_TP0"},
        "[EDGE-DEQUEUE]",
    ),
    ("vllm_log", 0, {"level": "ERROR", "source": "core.py"}, "    engine_core = EngineCoreProc("),
    ("sglang_log", 1, {}, "Child process unexpectedly failed"),
    (
        "nccl_native",
        0,
        {"host": "ubuntu", "pid": 9621, "level": "WARNING", "source": "nccl"},
        "Error: failed to extend /dev/shm/nccl-",
    ),
    (
        "nccl_native",
        1,
        {"host": "worker-0", "pid": 202016, "level": "WARNING", "source": "nccl"},
        "Socket recv failed",
    ),
    ("kubernetes_docker_json", 0, {}, "stderr-1"),
    (
        "kubernetes_docker_json",
        1,
        {"pid": 1, "level": "INFO", "source": "httplog.go"},
        "POST /apis/apps/v1/",
    ),
    (
        "rfc3339_prefixed",
        0,
        {"pid": 469, "level": "ERROR", "source": "EngineCore_DP0"},
        "WorkerProc failed to start.",
    ),
    ("toolkit_worker_suffix", 0, {"rank": 7}, "Traceback (most recent call last):"),
    ("simpletuner_rank_caps", 0, {"rank": 0, "level": "INFO"}, "Model components unloaded"),
    (
        "milabench_stream",
        0,
        {"rank": 3, "host": "node-3", "level": "ERROR", "source": "ProcessGroupNCCL.cpp"},
        "[PG 0 (default_pg) Rank 3] Timeout at NCCL work",
    ),
    (
        "dlc_master_bracket",
        0,
        {"host": "job-master-0", "level": "WARNING", "source": "torch.distributed.elastic"},
        "Sending process 73",
    ),
    ("kernel_dmesg_journal", 0, {"source": "kernel"}, "NVRM: Xid (PCI:0000:02:00): 79"),
    ("kernel_dmesg_journal", 1, {"source": "kernel"}, "NVRM: Xid (PCI:0000:dc:00): 45"),
    ("kernel_dmesg_journal", 3, {"host": "node-a", "source": "kernel"}, "mlx5_core 0000:ab:00.0"),
    (
        "glog_classic",
        0,
        {"rank": 2, "pid": 1822062, "level": "INFO", "source": "ProcessGroupNCCL.cpp"},
        "[Rank 2] NCCL watchdog thread started!",
    ),
    (
        "glog_classic",
        1,
        {"level": "WARNING", "source": "tensorflow/core/framework/op_kernel.cc"},
        "OP_REQUIRES failed",
    ),
    ("kaggle_notebook", 0, {}, "Root Cause (first observed failure):"),
    ("pid_prefix", 0, {"pid": 280058}, "After clip"),
    (
        "ansi_colour",
        0,
        {
            "rank": 1,
            "pid": 4009,
            "level": "ERROR",
            "source": "RayWorkerWrapper",
        },
        "[Rank 1] Watchdog caught",
    ),
]


@pytest.mark.parametrize(("name", "number", "says", "message"), ONE_LINE)
def test_prefix(name: str, number: int, says: dict[str, object], message: str) -> None:
    (line,) = [x for x in parsed(SAMPLES[name][number]) if x.message.strip()]

    assert said(line) == says
    assert line.message.startswith(message)


def test_no_sample_fails_or_vanishes() -> None:
    for samples in SAMPLES.values():
        for sample in samples:
            assert parsed(*sample.split("\n"))


def test_glued_progress_bars_are_cut() -> None:
    first, second = parsed(SAMPLES["tqdm_carriage_return"][0])
    assert first.message.endswith("41.59 examples/s]")
    assert (second.rank, second.level) == (1, "WARNING")
    assert second.message.startswith("[c10d] waitForInput")

    _, terminated = parsed(SAMPLES["tqdm_carriage_return"][1])
    assert terminated.message == "Sending process 1314 closing signal SIGTERM"


def test_carriage_returns_part_a_line() -> None:
    lines = parsed("  0%|   | 0/9\r 11%|#  | 1/9\rRuntimeError: boom\r\n")

    assert [line.number for line in lines] == [1, 1, 1]
    assert lines[-1].message == "RuntimeError: boom"


def test_rank_prefix_in_the_middle_starts_a_line() -> None:
    first, second = parsed("[rank0]: loss 2.[rank1]: Traceback (most recent call last):")

    assert (first.rank, first.message) == (0, "loss 2.")
    assert (second.rank, second.message) == (1, "Traceback (most recent call last):")


def test_nested_prefixes_belong_to_one_line() -> None:
    (line,) = parsed(
        "2019-06-02T16:13:44.884Z: [1,12]<stdout>:host-57:815:864 [0] transport/net_ib.cu:80 "
        "NCCL WARN NET/IB : Got async event : local catastrophic error"
    )

    assert (line.rank, line.host, line.pid, line.level) == (12, "host-57", 815, "WARNING")
    assert line.message == "NET/IB : Got async event : local catastrophic error"


def test_srun_labels_count_by_majority() -> None:
    lines = parsed("0: starting", "1: starting", " 2: Traceback (most recent call last):", "tail")
    assert [line.rank for line in lines] == [0, 1, 2, None]

    prose = parsed("12: some text", "another line", "a third line", "a fourth")
    assert prose[0].message == "12: some text"


def test_an_inner_rank_beats_a_task_label() -> None:
    lines = parsed("0: [rank24]: a", "1: [rank25]: b", "1: [rank26]: c")
    assert [line.rank for line in lines] == [24, 25, 26]


def test_hosts_before_lines_count_by_majority() -> None:
    lines = parsed(
        "trainer-2: torch.distributed.DistNetworkError: The client socket has failed",
        "trainer-2: [2024-02-24 04:37:50,964] [INFO] [launch.py:315:sigkill_handler] Killing",
        "pdsh@vnode1: trainer-2: ssh exited with exit code 1",
    )
    assert [line.host for line in lines] == ["trainer-2"] * 3
    assert lines[0].message.startswith("torch.distributed.DistNetworkError")

    errors = parsed("ValueError: a", "ValueError: b", "RuntimeError: c")
    assert [line.message for line in errors] == [
        "ValueError: a",
        "ValueError: b",
        "RuntimeError: c",
    ]


def test_compose_prefix_counts_by_majority() -> None:
    lines = parsed("llm-0  | INFO: up", "llm-0  | ERROR: down", "llm-0  | done")
    assert [(line.host, line.message) for line in lines] == [
        ("llm-0", "up"),
        ("llm-0", "down"),
        ("llm-0", "done"),
    ]


def test_line_numbers_of_a_viewer_are_no_ranks() -> None:
    lines = parsed(*(f"{n}:[default0]:[rank0]: text {n}" for n in range(1078, 1090)))
    assert {line.rank for line in lines} == {0}
    assert lines[0].message == "text 1078"


def test_a_rank_within_a_subgroup_is_no_global_rank() -> None:
    outer = parsed(
        "[rank9]:[E113 11:43:02.241131296 ProcessGroupNCCL.cpp:1899] [PG ID 5 PG GUID 55(mesh_replicate) Rank 1] x"
    )
    assert outer[0].rank == 9
    alone = parsed(
        "[E113 11:43:02.241131296 ProcessGroupNCCL.cpp:1899] [PG ID 5 PG GUID 55(mesh) Rank 1] x"
    )
    assert alone[0].rank is None


def test_times_are_seconds_of_one_clock() -> None:
    a, b = parsed(
        "[rank0]:[E1206 18:44:12.715298746 ProcessGroupNCCL.cpp:607] a",
        "E1206 18:44:13.715000 77 torch/distributed/api.py:1] b",
    )
    assert a.time is not None
    assert b.time is not None
    assert b.time - a.time == pytest.approx(0.9997, abs=1e-3)

    zoned, utc = parsed("2026-03-11T17:57:10.5+02:00 a", "2026-03-11T15:57:10.5Z b")
    assert zoned.time == utc.time


def test_a_fixed_point_is_reached() -> None:
    (line,) = parsed(SAMPLES["torchrun_tee_default"][1])
    assert peel(line.message).message == line.message
