"""How a site of many entries builds, beside stock MkDocs with Material on the same content.

    python benchmarks/scale.py [--sizes 100 1000] [--large 10000] [--runs 3] [--write]

For each size, synthetic entries are made once. Faultbook builds them as they are; the others build
three plain Markdown pages an entry that say all that ours say (`plain_pages.py`), and which their
navigation does not list (with every page in the navigation MkDocs takes time that grows with the
square of the pages). Measured, as medians over the runs: a full build with no cache into an empty
folder, a build when nothing has changed, one when the title of one entry has; in a further full
build, the most memory that all processes held together; the size of the site; the search index as
it is and gzipped. The large size is built by Faultbook alone. Hugo and Zensical take part where
they are installed. `--write` puts the table into the docs.
"""

from __future__ import annotations

import argparse
import gzip
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "generator")]

from benchmarks.plain_pages import plain_pages  # noqa: E402

from benchmarks import synthetic  # noqa: E402
from faultbook.corpus import load_corpus  # noqa: E402

PAGE = REPOSITORY / "docs" / "developers" / "speed.md"
MOST = 1_800  # seconds that one build may take
OURS = "site_name: S\ntheme: {name: material}\nplugins: [{faultbook: {entries: [entries]}}]\n"
STOCK = """\
site_name: S
theme: {name: material, font: false}
plugins: [search]
nav: [index.md]
not_in_nav: "*"
markdown_extensions: [tables, toc, pymdownx.highlight, pymdownx.superfences]
"""
HUGO = "disableKinds = ['taxonomy', 'term', 'rss']\ntitle = 'S'\n"
LAYOUT = "<!doctype html><title>{{ .Title }}</title><main>{{ .Content }}</main>\n"


@dataclass(frozen=True, slots=True)
class Tool:
    """One generator: its command in its folder, what it leaves there, and its search index."""

    name: str
    folder: Path
    command: tuple[str, ...]
    made: tuple[str, ...]
    index: str
    changed: Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Figures:
    """Seconds, megabytes (10^6 bytes), kilobytes."""

    full: float
    unchanged: float
    one: float
    memory: float
    site: float
    index: float
    gzipped: float


class Memory(threading.Thread):
    """Watches what a process and all below it hold: pages that they share count once."""

    def __init__(self, root: int) -> None:
        super().__init__(daemon=True)
        self.root = root
        self.peak = 0.0

    def run(self) -> None:
        while found := sum(map(_proportional, _tree(self.root))):
            self.peak = max(self.peak, found / 1000)
            time.sleep(0.15)


def _tree(root: int) -> Iterator[int]:
    below: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
        below.setdefault(parent, []).append(int(stat.parent.name))
    todo = [root]
    while todo:
        yield (one := todo.pop())
        todo += below.get(one, [])


def _proportional(process: int) -> float:
    """Return kilobytes held; what several processes share is divided among them."""
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    found = re.search(r"^Pss:\s+(\d+)", text, re.M)
    return float(found[1]) if found else 0


def tools(count: int, folder: Path, alone: bool) -> list[Tool]:
    """Make the content and return the generators that build it."""
    ours = folder / "ours"
    synthetic.write(count, ours / "entries")
    (ours / "docs").mkdir()
    (ours / "mkdocs.yml").write_text(OURS)
    first = min((ours / "entries").glob("*/*.yaml"))
    python = sys.executable
    found = [
        Tool(
            "Faultbook",
            ours,
            (python, "-m", "faultbook", "build"),
            ("site", ".cache"),
            "site/assets/search.json",
            lambda number: _retitle(first, r"^title: .*", f"title: Another title {number}"),
        )
    ]
    return found if alone else found + _others(ours / "entries", first.stem, folder)


def _others(entries: Path, changed: str, folder: Path) -> list[Tool]:
    stock, hugo = folder / "stock", folder / "hugo"
    corpus = load_corpus([entries])
    titles = {entry.id: entry.title for entry in corpus}
    (stock / "docs").mkdir(parents=True)
    (stock / "docs" / "index.md").write_text("# S\n")
    (stock / "mkdocs.yml").write_text(STOCK)
    for entry in corpus:
        for path, text in plain_pages(entry, titles):
            page = stock / "docs" / path
            page.parent.mkdir(exist_ok=True)
            page.write_text(text, "utf-8")
    title = stock / "docs" / changed / "index.md"

    def change(number: int) -> None:
        _retitle(title, r"\A# .*", f"# Another title {number}")

    python = sys.executable
    mkdocs = (python, "-m", "mkdocs", "build", "-q")
    found = [
        Tool("MkDocs, Material", stock, mkdocs, ("site",), "site/search/search_index.json", change)
    ]
    if name := shutil.which("zensical"):
        command = (name, "build")
        found.append(
            Tool("Zensical", stock, command, ("site", ".cache"), "site/search.json", change)
        )
    if name := shutil.which("hugo"):
        shutil.copytree(stock / "docs", hugo / "content")
        for page in hugo.glob("content/*/index.md"):
            page.rename(page.with_name("engineer.md"))
        (hugo / "hugo.toml").write_text(HUGO)
        (hugo / "layouts" / "_default").mkdir(parents=True)
        for kind in ("single", "list", "home"):
            (hugo / "layouts" / "_default" / f"{kind}.html").write_text(LAYOUT)
        first = hugo / "content" / changed / "engineer.md"
        found.append(
            Tool(
                "Hugo, ten-line theme, no search",
                hugo,
                (name, "--quiet"),
                ("public", "resources"),
                "",
                lambda number: _retitle(first, r"\A# .*", f"# Another title {number}"),
            )
        )
    return found


def _retitle(file: Path, line: str, new: str) -> None:
    file.write_text(re.sub(line, new, file.read_text("utf-8"), count=1, flags=re.M), "utf-8")


def measure(tool: Tool, runs: int, full_runs: int, aside: Path) -> Figures:
    """Build again and again and return the medians. What was built is moved to `aside`."""
    full = []
    for _ in range(full_runs):
        put_aside(tool, aside)
        full.append(build(tool))
    unchanged = [build(tool) for _ in range(runs)]
    one = []
    for number in range(runs):
        tool.changed(number)
        one.append(build(tool))
    site = tool.folder / tool.made[0]
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    index = tool.folder / tool.index
    data = index.read_bytes() if tool.index and index.is_file() else b""
    put_aside(tool, aside)
    peak = peak_memory(tool)
    medians = map(statistics.median, (full, unchanged, one))
    return Figures(*medians, peak, size / 1e6, len(data) / 1e3, len(gzip.compress(data, 6)) / 1e3)


def put_aside(tool: Tool, aside: Path) -> None:
    """Move away what was built. To remove it would slow the next build: ext4 passes over the
    inodes of files that were just removed, one by one, whenever a file is made.
    """
    for made in tool.made:
        if (tool.folder / made).exists():
            (tool.folder / made).rename(aside / f"{len(list(aside.iterdir()))}")
    os.sync()  # what was written before is not paid for by what comes next


def build(tool: Tool) -> float:
    """Build once; return the seconds on the clock."""
    start = time.perf_counter()
    wait_for(started(tool), tool)
    return time.perf_counter() - start


def peak_memory(tool: Tool) -> float:
    """Build once more; return the peak of memory in megabytes. To watch it costs time."""
    process = started(tool)
    memory = Memory(process.pid)
    memory.start()
    wait_for(process, tool)
    return memory.peak


def started(tool: Tool) -> subprocess.Popen[bytes]:
    """Start a build."""
    # Modules are compiled once, as where pip installed them, and not anew at each start.
    unwanted = ("FAULTBOOK_CACHE", "PYTHONDONTWRITEBYTECODE")
    env = {name: value for name, value in os.environ.items() if name not in unwanted}
    return subprocess.Popen(
        tool.command, cwd=tool.folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def wait_for(process: subprocess.Popen[bytes], tool: Tool) -> None:
    """Wait for the end of a build; one that fails or takes too long ends the benchmark."""
    try:
        said, _ = process.communicate(timeout=MOST)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    if process.returncode:
        raise SystemExit(f"{tool.name} failed:\n{said.decode(errors='replace')}")


def row(count: int, name: str, found: Figures) -> str:
    """Return one row of the table."""
    times = " | ".join(f"{seconds:.2f} s" for seconds in (found.full, found.unchanged, found.one))
    index = f"{found.index:,.0f} kB | {found.gzipped:,.0f} kB" if found.index else "none | none"
    sizes = f"{found.memory:,.0f} MB | {found.site:,.0f} MB | {index}"
    return f"| {count:,} | {name} | {times} | {sizes} |"


def machine() -> str:
    """Return what the figures were taken with, as a sentence."""
    names = ("mkdocs", "mkdocs-material", "jinja2", "markdown-it-py")
    text = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    model = re.search(r"model name\s*:\s*(.*)", text)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    absent = [name for name in ("zensical", "hugo") if not shutil.which(name)]
    parts = [
        time.strftime("%Y-%m-%d"),
        f"{cores} cores of {model[1] if model else platform.processor() or 'unknown'}",
        f"load {os.getloadavg()[0]:.1f} at the end",
        f"Python {platform.python_version()}",
        *(f"{name} {version(name)}" for name in names),
        *(f"{name} {_version_of(name)}" for name in ("zensical", "hugo") if name not in absent),
        *(f"{name} not installed" for name in absent),
    ]
    return ", ".join(parts) + "."


def _version_of(name: str) -> str:
    command = [name, "version"] if name == "hugo" else [name, "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = re.search(r"\d+\.\d+[.\d]*", said)
    return found[0] if found else "of an unknown version"


def main() -> None:
    """Measure, print the table row by row, and write it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--sizes", type=int, nargs="*", default=[100, 1000])
    parser.add_argument("--large", type=int, default=10_000, help="Faultbook alone; 0 for none")
    parser.add_argument("--runs", type=int, default=3, help="fewer of builds that take long")
    parser.add_argument("--write", action="store_true", help=f"put it into {PAGE.name}")
    options = parser.parse_args()
    head = ("Entries", "Generator", "Full build", "Nothing changed", "One entry changed")
    head += ("Most memory", "Site", "Search index", "gzipped")
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    print(*lines, sep="\n", flush=True)
    large = [options.large] if options.large else []
    with tempfile.TemporaryDirectory(prefix="faultbook-scale-") as folder:
        for count in [*options.sizes, *large]:
            here, aside = Path(folder, f"{count}"), Path(folder, f"{count}-aside")
            aside.mkdir()
            for tool in tools(count, here, alone=count in large):
                few = count * (1 if tool.name == "Faultbook" else 10) > 5_000
                runs = 1 if few and tool.name != "Faultbook" else options.runs
                found = measure(tool, runs, 1 if few else options.runs, aside)
                lines.append(row(count, tool.name, found))
                print(lines[-1], flush=True)
    lines += ["", machine()]
    print(*lines[-2:], sep="\n")
    if options.write:
        before, _, rest = PAGE.read_text("utf-8").partition("<!-- figures -->\n")
        after = rest.partition("<!-- end of figures -->")[2]
        table = "\n".join(lines)
        marks = f"<!-- figures -->\n\n{table}\n\n<!-- end of figures -->"
        PAGE.write_text(f"{before}{marks}{after}", "utf-8")


if __name__ == "__main__":
    main()
