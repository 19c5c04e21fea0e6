"""Whether a build would change nothing: found out before anything slow is imported."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from faultbook.site.memory import Memory
from faultbook.store import cache_folder, digest, digest_of_files, files_below, program_version

_LIBRARIES = ("jinja2", "markdown", "markdown-it-py", "mkdocs", "mkdocs-material", "pygments")


def inputs(roots: Iterable[str]) -> str:
    """Return a hash of all that a build reads: files and folders, this program, its libraries."""
    files: list[Path] = []
    for root in map(Path, roots):
        files.extend(files_below(root) if root.is_dir() else [root])
    return digest(program_version(), digest_of_files(files), *map(_version, _LIBRARIES))


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def unchanged(config_file: Path, site_dir: Path | None) -> Memory | None:
    """Return the memory of the last build if a new one would write the same files."""
    target = site_dir or _site_dir(config_file)
    if target is None:
        return None
    target = target.resolve()
    memory = Memory.open(target, cache_folder(config_file.resolve().parent))
    if not memory.inputs or memory.inputs != inputs(memory.roots) or not memory.all_untouched():
        return None
    there = sum(1 for _ in files_below(target))
    return memory if there == memory.files() else None


def _site_dir(config_file: Path) -> Path | None:
    """Return the default folder; `None` if the configuration names another."""
    text = config_file.read_text(encoding="utf-8", errors="replace")
    return None if "site_dir" in text else config_file.resolve().parent / "site"
