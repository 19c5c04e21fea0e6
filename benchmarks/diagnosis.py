"""How fast `faultbook diagnose` reads a log of half a gigabyte, beside `rg` in the same run.

    python benchmarks/diagnosis.py [--megabytes 500] [--portable] [--keep FOLDER]

A log of 64 ranks on 8 nodes is generated: iteration lines of Megatron, NCCL's INFO lines,
DeepSpeed, progress bars, warnings that healthy runs print, and at its end one failure with
its echoes. `rg -c -F -f` counts the lines that hold a literal of the corpus's signatures;
`faultbook diagnose` has to find the failure. Printed: seconds (best of three, taken in turns),
their ratio and the peak memory of each.
"""

# ruff: noqa: E501 - lines of logs are as long as they are

from __future__ import annotations

import argparse
import compileall
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPOSITORY / "generator"))

from faultbook.corpus import load_corpus  # noqa: E402
from faultbook.paths import public_entries_dir  # noqa: E402
from faultbook.signature import compile_index  # noqa: E402

BUDGET_HYPERSCAN = 0.5  # of rg's time
BUDGET_PORTABLE = 10.0
BUDGET_MEMORY = 400  # megabytes
RANKS, NODES = 64, 8


def healthy_lines(rng: random.Random) -> Iterator[str]:
    """Yield lines that a healthy run prints, for ever, a few hundred kinds of content."""
    step = 0
    while True:
        step += 1
        rank = rng.randrange(RANKS)
        node = f"node-{rank * NODES // RANKS}"
        when = f"2026-03-0{1 + step // 40_000_000} {step // 3600 % 24:02}:{step // 60 % 60:02}:{step % 60:02}"
        kind = rng.random()
        if kind < 0.45:
            loss = 2.0 + rng.random()
            yield (
                f"[default{rank % 8}]:[{when}] iteration {step:9}/  500000 | consumed samples: "
                f"{step * 512:12} | elapsed time per iteration (ms): {5000 * rng.random():.1f} | "
                f"learning rate: 1.5E-04 | global batch size:   512 | lm loss: {loss:.6E} | "
                f"loss scale: 1.0 | grad norm: {rng.random():.3f} | number of skipped iterations:   0 |"
            )
        elif kind < 0.65:
            yield (
                f"{node}:{4000 + rank}:{5000 + rank} [{rank % 8}] NCCL INFO Channel {rng.randrange(16):02}"
                f"/0 : {rank}[{rank % 8}] -> {(rank + 1) % RANKS}[{(rank + 1) % 8}] via P2P/CUMEM/read"
            )
        elif kind < 0.80:
            yield (
                f"[{when},{rng.randrange(1000):03}] [INFO] [logging.py:96:log_dist] [Rank 0] step={step}, "
                f"skipped=0, lr=[9.6e-06], mom=[[0.9, 0.95]], time (ms) | fwd: {rng.random() * 300:.2f}"
            )
        elif kind < 0.95:
            done = step % 1000
            yield (
                f"Epoch 3: {done // 10:3}%|{'█' * (done // 50):20}| {done}/1000 [{done // 60:02}:{done % 60:02}"
                f"<{(1000 - done) // 60:02}:{(1000 - done) % 60:02},  1.02s/it, loss={rng.random():.3f}]"
            )
        elif kind < 0.9985:
            yield (
                f"(WorkerDict pid={30000 + rank}) INFO {when[5:]} [metrics.py:{rng.randrange(900)}] Avg prompt "
                f"throughput: {rng.random() * 900:.1f} tokens/s, Running: {rng.randrange(64)} reqs"
            )
        elif kind < 0.9995:
            yield (
                f"[rank{rank}]:[W{301 + step % 20} {when[11:]}.123456789 ProcessGroupNCCL.cpp:{rng.randrange(2000)}] "
                "Warning: this run keeps a stream alive longer than it needs (function operator())"
            )
        else:
            yield f"{node}: relative error of the checksum {rng.random():.3E}, retried, failed reads: 0"


FAILURE = [
    "[1843.308145] NVRM: Xid (PCI:0000:4e:00): 79, pid=4012, GPU has fallen off the bus.",
    *(
        f"[rank{rank}]:[E320 01:57:12.98{rank:02}17033 ProcessGroupNCCL.cpp:632] [Rank {rank}] Watchdog caught "
        f"collective operation timeout: WorkNCCL(SeqNum=191526, OpType=ALLREDUCE, NumelIn=196608, "
        f"NumelOut=196608, Timeout(ms)=600000) ran for 6000{rank:02} milliseconds before timing out."
        for rank in range(RANKS)
        if rank != 12
    ),
]


def generate(path: Path, megabytes: int) -> None:
    """Write the log."""
    rng = random.Random(20260301)
    lines = healthy_lines(rng)
    # A stretch of it is written again and again: making it line by line would take minutes.
    stretch = "".join(next(lines) + "\n" for _ in range(200_000)).encode()
    with path.open("wb") as stream:
        written = 0
        while written < megabytes * 1_000_000:
            written += stream.write(stretch)
        stream.write("".join(line + "\n" for line in FAILURE).encode())


def literals(path: Path) -> int:
    """Write the literals of the corpus's signatures, one a line; return how many."""
    index = compile_index(load_corpus([public_entries_dir()]))
    texts = sorted({literal.text for literal in index.literals})
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return len(texts)


def timed(command: list[str], environment: dict[str, str]) -> float:
    """Run a command to its end; return seconds."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, env=environment, check=False)
    return time.perf_counter() - start


def peak_memory(run: Callable[[], object]) -> float:
    """Return the peak memory, in megabytes, of the child process that `run` starts."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        run()
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        os.write(writer, f"{peak}".encode())
        os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as stream:
        return float(stream.read())


def main() -> int:
    """Generate, measure, print; exit 1 when a budget is not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("--portable", action="store_true", help="measure the fallback engine too")
    parser.add_argument("--keep", type=Path, help="folder to keep the log in")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        log, words = folder / f"run-{args.megabytes}.log", folder / "literals.txt"
        if not log.exists():
            generate(log, args.megabytes)
        count = literals(words)
        return measure(log, words, count, portable=args.portable)


def measure(log: Path, words: Path, count: int, *, portable: bool) -> int:
    """Time the programs in turns and print the figures."""
    diagnose = [
        str(Path(sys.executable).parent / "faultbook"),
        "diagnose",
        "--format",
        "json",
        str(log),
    ]
    path = {**os.environ, "PYTHONPATH": str(REPOSITORY / "generator")}
    # As it is where pip installed it: not compiled anew at each start.
    path.pop("PYTHONDONTWRITEBYTECODE", None)
    compileall.compile_dir(REPOSITORY / "generator", quiet=2)
    runs = {
        "rg -c -F -f": (["rg", "-c", "-i", "-F", "-f", str(words), str(log)], path),
        "rg -c -F -f, case kept": (["rg", "-c", "-F", "-f", str(words), str(log)], path),
        "faultbook diagnose": (diagnose, path),
    }
    if portable:
        runs["faultbook, portable"] = ([*diagnose, "--engine", "portable"], path)
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(3):
        for name, (command, environment) in runs.items():
            best[name] = min(best[name], timed(command, environment))
    print(f"log {log.stat().st_size / 1e6:.0f} MB, {count} literals")
    base = best["rg -c -F -f, case kept"]
    for name, (command, environment) in runs.items():
        memory = peak_memory(lambda c=command, e=environment: timed(c, e))  # type: ignore[misc]
        print(f"{name:24} {best[name]:7.2f} s  {best[name] / base:6.2f} x rg  {memory:6.0f} MB")
    kept = best["faultbook diagnose"] / base <= BUDGET_HYPERSCAN
    if portable:
        kept &= best["faultbook, portable"] / base <= BUDGET_PORTABLE
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
