"""How long `faultbook check` takes: all entries with nothing remembered, again, and one of them.

    python benchmarks/check.py [N ...]      (default: 1000)

The budgets are 3 s for 1,000 entries cold and 1 s for one entry, on two quiet cores.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("counts", type=int, nargs="*", default=[1000])
    print("entries   cold s   cold CPU s   again s   one s   load")
    for count in parser.parse_args().counts:
        with tempfile.TemporaryDirectory() as folder:
            measure(count, Path(folder))


def measure(count: int, project: Path) -> None:
    maker = [sys.executable, str(HERE / "synthetic.py"), str(count), str(project / "entries")]
    subprocess.run(maker, check=True, stdout=subprocess.DEVNULL)
    cold, cpu = check(project)
    again, _ = check(project)
    path = next((project / "entries").glob("*/*.yaml"))
    path.write_text(path.read_text("utf-8") + "# changed\n", "utf-8")
    one, _ = check(project, str(path))
    load = os.getloadavg()[0]
    print(f"{count:7}   {cold:6.2f}   {cpu:10.2f}   {again:7.2f}   {one:5.2f}   {load:4.1f}")


def check(project: Path, *args: str) -> tuple[float, float]:
    """Run the command; return the seconds on the clock and those of all processors."""
    env = {**os.environ, "FAULTBOOK_CACHE": str(project / ".cache")}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # as where pip installed it
    command = [sys.executable, "-m", "faultbook", "check", *args]
    start, before = time.perf_counter(), os.times()
    subprocess.run(command, cwd=project, env=env, stdout=subprocess.DEVNULL, check=False)
    after = os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    return time.perf_counter() - start, used


if __name__ == "__main__":
    main()
