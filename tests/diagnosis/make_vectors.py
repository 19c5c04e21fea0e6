"""Write vectors.jsonl: logs, and what the engine says of them.

    python -m tests.diagnosis.make_vectors

The first line is the signature index of the test corpus; every other line is
`{"logs": [[name, text], ...], "answer": ...}`, where the answer is what `--format json` prints.
The engine in the browser answers the same file. Read the difference before you commit it.
"""

# ruff: noqa: E501 - lines of logs are as long as they are

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

from faultbook.diagnosis.as_json import as_json
from tests.diagnosis.support import CORPUS, diagnose_text, steps, watchdog

VECTORS = Path(__file__).with_name("vectors.jsonl")
Logs = list[tuple[str, str]]

TRACEBACK = 'Traceback (most recent call last):\n  File "train.py", line 3, in main\n    run()\n'
PIECES = [
    "[74889.644138] NVRM: Xid (PCI:0000:02:00): 79, GPU has fallen off the bus.\n",
    "kernel: NVRM: Xid (PCI:0000:dc:00): 45, pid=1818990, name=python3, Ch 00000001 caused by previous Xid 149\n",
    "slurmstepd-node-a: error: Detected 1 oom-kill event(s) in StepId=9411285.0. Some of your processes\n",
    "[rank2]:[E814 01:57:12.984417033 x.cpp:5] CUDA error: uncorrectable ECC error encountered\n",
    "[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 39.49 GiB of which 1.38 GiB is free. Process 77 has 30.00 GiB memory in use.\n",
    "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 496.00 MiB\n",
    watchdog(0),
    watchdog(1),
    watchdog(5, 6),
    watchdog(6, operation="BROADCAST"),
    watchdog(2, 9, group="3"),
    "h:1:2 [0] misc/socket.cc:49 NCCL WARN socketProgress: Connection closed by remote peer b<5>\n",
    "h:1:2 [0] NCCL INFO comm 0x8e rank 0 nranks 8 cudaDev 0 busId 1 - Init COMPLETE\n",
    "n:1:2 [0] NCCL INFO NET/Plugin : Plugin load (libnccl-net.so) returned 2 : no such file\n",
    "[rank0]:[W515 x.cpp:1117] WARNING: process group has NOT been destroyed before it is destructed\n",
    "W0731 10:50:07.575000 77 torch/distributed/elastic/multiprocessing/api.py:897] Sending process 24901 closing signal SIGTERM\n",
    "E0731 10:50:08.043000 77 torch/distributed/elastic/multiprocessing/api.py:869] failed (exitcode: -9) local_rank: 4 (pid: 24905) of binary: /opt/env/bin/python\n",
    "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\ntrain.py FAILED\nRoot Cause (first observed failure):\n[0]:\n  rank      : 1 (local_rank: 1)\n  exitcode  : 1 (pid: 3248030)\n",
    TRACEBACK + "KeyError: 'tokens'\n",
    TRACEBACK + "pyarrow.lib.ArrowInvalid: not a file\n",
    TRACEBACK
    + "OSError: [Errno 7] gone\n\nDuring handling of the above exception, another exception occurred:\n\n"
    + TRACEBACK
    + "RuntimeError: could not save\n",
    "terminate called after throwing an instance of 'c10::Error'\n  what():  CUDA error: unknown\n",
    "[worker-0:2121 :0:7025] Caught signal 7 (Bus error: nonexistent physical address)\n",
    "srun: error: node-a: tasks 1-3: Killed\n",
    "{'loss': 2.1, 'epoch': 0.1}\n{'loss': nan, 'epoch': 0.2}\n",
    "\x1b[31mRuntimeError: \x1b[0mCUDA error: uncorrectable ECC error encou\n",
    "(Worker_TP1 pid=113) ERROR 08-10 23:02:36 [multiproc_executor.py:898] ValueError: x\n",
    '{"log":"[rank4]: ValueError: in JSON\\n","stream":"stderr","time":"2026-08-16T05:58:27.5Z"}\n',
    " 50%|##   | 5/10 [00:01<00:01, 3.00it/s][rank7]:[E1206 18:44:12.715298746 a.cpp:6] Connection closed by remote peer\n",
    "0: [rank24]: hello\n1: [rank25]: ValueError: labelled\n",
    "2026-03-11T17:57:10.976518836Z stderr F RuntimeError: from a pod\n",
    "Feb 14 05:03:41 node-a train[7]: CUDA out of memory. Tried to allocate 2 GiB\n",
    "Feb 14 05:03:40 node-a train[8]: CUDA error: uncorrectable ECC error encountered\n",
    "plain text without meaning\n",
    "free(): corrupted unsorted chunks\n",
    "*** Error in `python': double free or corruption (!prev): 0x000056383cda7e40 ***\n",
    "Events:\n  Warning  Unschedulable  6m18s  volcano  1/1 tasks in gang unschedulable: pod group is not ready\n",
    "  Warning  Failed  49m (x5 over 51m)  kubelet  Error: failed to create containerd task\n",
    "  Warning  UnexpectedAdmissionError  73s  kubelet  Allocate failed due to rpc error: code = Unavailable\n",
    "a\rb\rRuntimeError: after bars\r\n",
]
DEEP = "".join(
    [
        "Traceback (most recent call last):\n",
        *(f'  File "a.py", line {n}, in f{n}\n    f{n + 1}()\n    ~~^^\n' for n in range(5)),
        "KeyError: 'tokens'\n",
    ]
)
WRAPPER = "[rank0]: torch.distributed.DistBackendError: NCCL error in: a.cpp:5, unhandled system error, NCCL version 2.21.5\n[rank0]: Last error:\n"
STEP_OOM = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n"
IN_ADAM = '  File "torch/optim/adam.py", line 162, in _init_group\n' + STEP_OOM


def logs() -> Iterator[Logs]:
    """Yield the logs: each piece alone, pairs before and after progress, and mixtures."""
    rng = random.Random(20261130)
    for piece in PIECES:
        yield [("a.log", piece)]
        yield [("a.log", steps(1, 6) + piece + steps(6, 12))]
    for _ in range(160):
        chosen = rng.sample(PIECES, rng.randint(2, 6))
        if rng.random() < 0.3:
            chosen.insert(rng.randint(0, len(chosen)), steps(5, 11, rng.choice((None, 0, 3))))
        yield [("a.log", "".join(chosen))]
    for _ in range(60):
        yield [
            (name, "".join(rng.sample(PIECES, rng.randint(1, 4))))
            for name in ("rank_0.log", "rank_1.log", "node-07.log")[: rng.randint(2, 3)]
        ]
    # One error pasted alone and below its traceback; another size is another error.
    yield [("a.log", STEP_OOM + TRACEBACK + IN_ADAM)]
    yield [("a.log", STEP_OOM.replace("2.00", "3.00") + TRACEBACK + IN_ADAM)]
    # The reason below the heading, whatever its words: known by its place, or no error at all.
    for reason in (
        "Bootstrap : no interface",
        "Call to bind failed : Cannot assign",
        "Connection closed by remote peer b<5>",
        "",
    ):
        yield [("a.log", WRAPPER + f"[rank1]: hello\n[rank0]: {reason}\n[rank0]: bye\n")]
    # A heading is no error: what stands below it is.
    yield [("a.log", "[rank0]: Last error:\n[rank0]: Error: no such interface\n")]
    # The frames nearest to an exception, from the first whole one; the same inside JSON.
    yield [("a.log", DEEP)]
    yield [("a.log", json.dumps({"log": DEEP}) + "\n")]
    # What is said of a file as such: read all the same, or not read.
    yield [("train.log.gz", steps(1, 9))]
    yield [("train.log.gz", PIECES[0])]
    yield [("empty.log", "")]
    yield [("logs.zip", "PK\x03\x04")]
    yield [("train.log.zst", steps(1, 9)), ("empty.log", "")]


def answer(given: Logs) -> dict[str, object]:
    """Return what the engine says of some logs."""
    names, texts = [name for name, _ in given], [text for _, text in given]
    return json.loads(json.dumps(as_json(diagnose_text(*texts, names=names))))  # type: ignore[no-any-return]


def main() -> None:
    """Write the file."""
    with VECTORS.open("w", encoding="utf-8") as stream:
        stream.write(CORPUS.to_json() + "\n")
        for given in logs():
            row = {"logs": given, "answer": answer(given)}
            stream.write(json.dumps(row, ensure_ascii=True, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
