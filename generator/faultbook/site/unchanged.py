"""What a build reads, and whether it would change nothing: found out before anything slow."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from faultbook.site.frames import Frames
from faultbook.site.memory import Memory
from faultbook.store import cache_folder, digest, files_below, program_version

_LIBRARIES = (
    "jinja2",
    "markdown",
    "markdown-it-py",
    "mkdocs",
    "mkdocs-material",
    "pygments",
    "pymdown-extensions",
)
_OWN_PLUGINS = frozenset({"faultbook", "search", "tags"})
_ELSEWHERE = ("!ENV", "!relative", "snippets")
"""Words of a configuration that makes a site from more than the files below its roots."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a build reads: hashes of the contents of files by their path."""

    files: Mapping[str, str]

    @property
    def key(self) -> str:
        """Return a hash of all files, of this program and of its libraries."""
        return _key(self.files.items())

    def key_without(self, folders: Iterable[str]) -> str:
        """Return the same without the files below some folders."""
        below = tuple(f"{folder.rstrip('/')}/" for folder in folders)
        return _key(item for item in self.files.items() if not item[0].startswith(below))


def _key(files: Iterable[tuple[str, str]]) -> str:
    listed = "\n".join(f"{path}\0{content}" for path, content in sorted(files))
    return digest(program_version(), sys.version, listed, *map(_version, _LIBRARIES))


def read_inputs(roots: Iterable[str]) -> Inputs:
    """Read files, and all files below folders. One that cannot be read counts as absent."""
    found: dict[str, str] = {}
    for root in map(Path, roots):
        for path in files_below(root) if root.is_dir() else [root]:
            try:
                with open(path, "rb") as stream:  # noqa: PTH123 - thousands of them: speed
                    found[str(path)] = digest(stream.read())
            except OSError:
                continue
    return Inputs(found)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand before a build: what it reads, the last build, what that took of MkDocs.

    `frames` is `None` if MkDocs is needed again.
    """

    inputs: Inputs
    memory: Memory
    frames: Frames | None

    def again(self) -> Standing:
        """Look at the folder of the site again, and at what was noted of it."""
        return replace(self, memory=self.memory.again())

    @property
    def unchanged(self) -> bool:
        """Say whether a build would write the same files."""
        memory = self.memory
        return bool(memory.inputs) and memory.inputs == self.inputs.key and memory.all_untouched()


def standing(config_file: Path, site_dir: Path | None) -> Standing | None:
    """Return how things stand; `None` if there is no last build, or it tells too little."""
    cache = cache_folder(config_file.resolve().parent)
    frames = Frames.read(cache, config_file)
    if cache is None or frames is None or not _is_plain(config_file):
        return None
    memory = Memory.open((site_dir or Path(frames.site_dir)).resolve(), cache)
    inputs = read_inputs(frames.roots)
    fresh = frames.key == inputs.key_without(frames.entries)
    return Standing(inputs, memory, frames if fresh else None)


def unchanged(config_file: Path, site_dir: Path | None) -> Memory | None:
    """Return the memory of the last build if a new one would write the same files."""
    found = standing(config_file, site_dir)
    return found.memory if found and found.unchanged else None


def _is_plain(config_file: Path) -> bool:
    """Say whether the site is made from nothing but the files that the last build named.

    Other plugins, hooks and inherited configurations may read anything: then MkDocs is asked
    every time.
    """
    import yaml  # noqa: PLC0415 - slow

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]
        """Reads past tags such as `!!python/name`."""

    Loader.add_multi_constructor("", lambda *_: None)
    try:
        text = config_file.read_text("utf-8")
        data: Any = yaml.load(text, Loader)
    except (OSError, ValueError, yaml.YAMLError):
        return False
    if not isinstance(data, dict) or any(word in text for word in _ELSEWHERE):
        return False
    plugins = data.get("plugins")
    names = {
        str(next(iter(plugin), "")) if isinstance(plugin, dict) else str(plugin)
        for plugin in (plugins if isinstance(plugins, list) else [None])
    }
    return names <= _OWN_PLUGINS and not ({"hooks", "INHERIT"} & data.keys())
