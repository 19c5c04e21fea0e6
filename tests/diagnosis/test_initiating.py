"""The first real error line, when no entry knows it."""

# ruff: noqa: E501 - lines of logs are as long as they are

import pytest

from tests.diagnosis.support import diagnose_text, explained, found

TRACEBACK = """\
Traceback (most recent call last):
  File "/work/train.py", line 10, in <module>
    main()
"""


def first(text: str) -> tuple[int, str]:
    d = diagnose_text(text)
    assert d.initiating is not None
    return d.initiating.evidence.line, d.initiating.evidence.text.strip()


def test_the_root_of_a_chain_of_exceptions() -> None:
    text = (
        TRACEBACK
        + "OSError: [Errno 7] gone\n\nThe above exception was the direct cause of the following exception:\n\n"
        + TRACEBACK
        + "RuntimeError: could not save\n\nDuring handling of the above exception, another exception occurred:\n\n"
        + TRACEBACK
        + "ValueError: while cleaning up\n"
    )
    assert first(text) == (4, "OSError: [Errno 7] gone")


def test_chains_of_two_ranks_that_interleave() -> None:
    lines = [
        "[rank0]: Traceback (most recent call last):",
        "[rank1]: Traceback (most recent call last):",
        '[rank0]:   File "a.py", line 1, in f',
        '[rank1]:   File "a.py", line 1, in f',
        "[rank1]: KeyError: 'b'",
        "[rank0]: ValueError: a",
        "[rank1]: During handling of the above exception, another exception occurred:",
        "[rank1]: Traceback (most recent call last):",
        "[rank1]: RuntimeError: c",
    ]
    d = diagnose_text("\n".join(lines) + "\n")
    assert d.initiating is not None
    assert (d.initiating.evidence.line, d.initiating.evidence.rank) == (5, 1)


def test_an_exception_with_an_unusual_name() -> None:
    assert first(TRACEBACK + "pyarrow.lib.ArrowInvalid: Parquet magic bytes not found\n") == (
        4,
        "pyarrow.lib.ArrowInvalid: Parquet magic bytes not found",
    )


def test_what_a_native_exception_says() -> None:
    text = (
        "terminate called after throwing an instance of 'c10::Error'\n"
        "  what():  something no entry knows\n"
        "Exception raised from query at ../aten/src/ATen/cuda/CUDAEvent.h:95 (most recent call first):\n"
        "frame #0: c10::Error::Error(c10::SourceLocation, std::string) + 0x42 (0x15 in libc10.so)\n"
    )
    assert first(text) == (2, "what():  something no entry knows")


@pytest.mark.parametrize(
    "echo",
    [
        "W0731 10:50:07.575000 77 torch/distributed/elastic/multiprocessing/api.py:897] Sending process 9 closing signal SIGTERM",
        "[2023-04-14 13:11:27,879] [INFO] [launch.py:428:sigkill_handler] Killing subprocess 13266",
        "[rank1]:[W731 10:50:06.313201823 ProcessGroupNCCL.cpp:1496] Warning: WARNING: destroy_process_group() was not called before program exit",
        "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:",
        "subprocess.CalledProcessError: Command '['python', 'train.py']' returned non-zero exit status 1.",
        "BrokenPipeError: [Errno 32] Broken pipe",
        "srun: error: node-a: tasks 1-3: Killed",
        "srun: Job step aborted: Waiting up to 32 seconds for job step to finish.",
        "torch.multiprocessing.spawn.ProcessExitedException: process 1 terminated with signal SIGABRT",
        "(EngineCore pid=837) Exception: WorkerProc initialization failed due to an exception in a background process. See stack trace for root cause.",
        "KeyError: Caught KeyError in DataLoader worker process 0.",
    ],
)
def test_an_echo_is_never_the_first_error(echo: str) -> None:
    assert first(f"{echo}\n{TRACEBACK}ZeroDivisionError: integer division\n")[0] == 5
    assert diagnose_text(f"{echo}\n").findings == ()


def test_nccls_own_line_comes_before_the_exception_it_leads_to() -> None:
    text = (
        "ps-8:795:822 [0] include/socket.h:409 NCCL WARN Net : no such thing at 192.0.2.1<54263>\n"
        "ps-8:795:822 [0] NCCL INFO include/socket.h:445 -> 2\n"
        "ps-8:795:822 [0] NCCL INFO bootstrap.cc:40 -> 2\n"
        + TRACEBACK
        + "RuntimeError: NCCL error in: x.cpp:784, unhandled system error, NCCL version 2.7.8\n"
    )
    assert first(text)[0] == 1


def test_a_warning_that_an_entry_calls_harmless_stands_in_for_nothing() -> None:
    warned = "[W socket.cpp:697] Plugin load (libnccl-net.so) returned 2: cannot be initialized to connect (errno: 97 - Address family)\n"
    assert diagnose_text(warned.replace("returned 2", "returned 3")).initiating is not None
    assert diagnose_text(warned).initiating is None


def test_a_warning_stands_in_when_there_is_nothing_better() -> None:
    assert (
        first("[W socket.cpp:489] [c10d] waitForInput: socket timed out after 1800000ms\n")[0] == 1
    )


@pytest.mark.parametrize(
    "line",
    [
        "srun: error: Node failure on node-b",
        "[worker-0:2121 :0:7025] Caught signal 7 (Bus error: nonexistent physical address)",
        "Out of memory: Killed process 4711 (python3) total-vm:1kB",
        "Fatal Python error: Segmentation fault",
        "*** SIGSEGV (@(nil)), see gl__________41#s15 received by PID 11743 (TID 12350) on cpu 17",
        "nvcc fatal   : Unsupported thing 'compute_1'",
        "/usr/bin/ld: error: cannot find -lfoo",
        "Error response from daemon: something odd",
        "ERROR 06-30 13:53:19 [core.py:515] the engine did something odd",
    ],
)
def test_lines_that_are_errors(line: str) -> None:
    assert first(f"hello\n{line}\nbye\n") == (2, line)


@pytest.mark.parametrize(
    "line",
    [
        "INFO 04-12 08:22:04 [model_runner.py:1456] If out-of-memory error occurs, consider decreasing it",
        "n:1:2 [0] NCCL INFO NET/Plugin : libnccl-net.so: cannot open shared object file: No such file",
        "relative error: 0.001",
        "step 7 loss 2.5 error 0.1",
        "/site-packages/torch/x.py:87: UserWarning: None of the inputs have requires_grad=True",
        "    raise ValueError('never printed as an error')",
        "0 errors, 0 warnings",
    ],
)
def test_lines_that_are_none(line: str) -> None:
    assert diagnose_text(f"{line}\n").initiating is None


def test_a_bug_in_somebodys_script_is_no_finding_and_explains_its_echo() -> None:
    d = diagnose_text(TRACEBACK + "KeyError: 'tokens'\n" + "ChildFailedError\n")

    assert found(d) == []
    assert explained(d) == {"child": None}
    assert d.initiating is not None
    assert d.initiating.entry is None
    assert [u.evidence.line for u in d.unknown_errors] == [4]


def test_the_heading_of_the_last_error_is_no_error_of_its_own() -> None:
    """NCCL writes the reason below it."""
    d = diagnose_text("[rank0]: Last error:\n[rank0]: Error: no such interface\n")

    assert [u.evidence.line for u in d.unknown_errors] == [2]
    assert d.initiating is not None
    assert d.initiating.evidence.line == 2


def test_the_reason_below_last_error_is_the_first_error() -> None:
    """NCCL's own words need no error in them; an empty line means that it kept none."""
    wrapper = "RuntimeError: NCCL error in: a.cpp:5, unhandled system error\nLast error:\n"
    told = diagnose_text(wrapper + "Bootstrap : no interface\nbye\n").initiating
    assert told is not None
    assert told.evidence.text == "Bootstrap : no interface"
    untold = diagnose_text(wrapper + "\nstep 7 is done\n").initiating
    assert untold is not None
    assert untold.evidence.line == 1


def test_the_line_with_which_nccl_tests_ends_is_an_error() -> None:
    d = diagnose_text(
        "# Using devices\n"
        "node-a: Test CUDA failure common.cu:892 'invalid device ordinal'\n"
        " .. node-a pid 9972: Test failure common.cu:842\n"
    )

    assert d.initiating is not None
    assert d.initiating.evidence.line == 2
