"""Run the reproductions and keep what they print.

    python tests/reproductions/capture.py [NAME ...]

Each script is run with a time limit and a memory limit; what it prints (standard output and
error together, in the order of arrival) goes to `captured/NAME.log`, under a line that names
the versions. Paths of this machine, users and process ids are left as printed, except that the
home directory, temporary folders and the virtual environment are replaced.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import resource
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
CAPTURED = HERE / "captured"
SECONDS = 60
MEMORY = 24 << 30  # bytes of address space; torch maps several GB that it never touches
HELPERS = frozenset({"capture", "support"})


@dataclass(frozen=True, slots=True)
class Run:
    """What a reproduction printed, and how it ended (negative: a signal)."""

    name: str
    exit_code: int
    output: str


def names() -> list[str]:
    """Names of all reproductions, sorted."""
    scripts = (path.stem for path in HERE.glob("*.py"))
    return sorted(n for n in scripts if n not in HELPERS and not n.startswith("test_"))


def provoke(name: str) -> Run:
    """Run one reproduction within its limits; past them it is killed, with its workers."""
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ.get('PATH', '/usr/bin:/bin')}",
        "HOME": tempfile.mkdtemp(),
        "PYTHONPATH": str(HERE),
        "PYTHONUNBUFFERED": "1",
        "LC_ALL": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
    }
    with tempfile.TemporaryFile() as printed:
        process = subprocess.Popen(
            [sys.executable, str(HERE / f"{name}.py")],
            env=environment,
            stdout=printed,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # so that a time-out ends the workers as well
            preexec_fn=limit_memory,  # noqa: PLW1509 - this program has one thread
        )
        try:
            process.wait(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        printed.seek(0)
        return Run(name, process.returncode, tidy(printed.read().decode(errors="replace")))


def limit_memory() -> None:
    """Bound the address space of the process that calls it."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def tidy(output: str) -> str:
    """Replace what belongs to this machine: folders, the host name."""
    output = output.replace(str(HERE), "/work/reproductions")
    output = output.replace(str(Path(sys.prefix)), "/opt/venv")
    output = output.replace(str(Path(sys.base_prefix)), "/usr")
    output = output.replace(platform.node(), "node-a") if platform.node() else output
    return re.sub(r"/tmp/tmp[\w-]+", "/tmp/job", output)


def versions() -> str:
    """One line: Python, the libraries of requirements.txt, the system."""
    wanted = re.findall(r"^([A-Za-z]+)", (HERE / "requirements.txt").read_text(), re.M)
    found = [f"{n} {importlib.metadata.version(n)}" for n in wanted]
    return ", ".join([f"Python {platform.python_version()}", *found, platform.system()])


def main(wanted: list[str]) -> int:
    """Capture the named reproductions, or all of them."""
    CAPTURED.mkdir(exist_ok=True)
    for name in wanted or names():
        run = provoke(name)
        head = f"# {versions()}; exit {run.exit_code}\n"
        (CAPTURED / f"{name}.log").write_text(head + run.output)
        last = (run.output.strip().splitlines() or ["no output"])[-1]
        print(f"{name}: exit {run.exit_code}: {last[:150]}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
