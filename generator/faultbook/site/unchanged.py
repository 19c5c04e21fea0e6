"""What a build reads, and whether it would change nothing: found out before anything slow."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from faultbook.paths import entries_dir
from faultbook.project import corpus_folder
from faultbook.site.frames import Frames
from faultbook.site.memory import Memory
from faultbook.site.survey import Survey
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
    """What a build reads: hashes of the contents of files by their path, in order of the paths."""

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
    listed = "\n".join(f"{path}\0{content}" for path, content in files)
    return digest(program_version(), _libraries(), listed)


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
    return Inputs({path: found[path] for path in sorted(found)})


@cache
def _libraries() -> str:
    return "\n".join((sys.version, *map(_version, _LIBRARIES)))


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

    @property
    def unchanged(self) -> bool:
        """Say whether a build would write the same files."""
        memory = self.memory
        return bool(memory.inputs) and memory.inputs == self.inputs.key and memory.all_untouched()


def kept_frames(config_file: Path) -> Frames | None:
    """Return what the last build took from MkDocs; `None` if MkDocs is to be asked anyway."""
    frames = Frames.read(cache_folder(config_file.resolve().parent), config_file)
    return frames if frames and named_folders(config_file) == frames.entries else None


def standing(
    config_file: Path,
    target: Path,
    frames: Frames,
    look: Callable[[], Survey] | None = None,
) -> Standing:
    """Return how things stand in the folder `target`; `look` says what lies there."""
    memory = Memory.open(target, cache_folder(config_file.resolve().parent))
    memory.look = look
    inputs = read_inputs(frames.roots)
    fresh = frames.key == inputs.key_without(frames.entries)
    return Standing(inputs, memory, frames if fresh else None)


def unchanged(config_file: Path, site_dir: Path | None) -> Memory | None:
    """Return the memory of the last build if a new one would write the same files."""
    frames = kept_frames(config_file)
    if frames is None:
        return None
    found = standing(config_file, frames.target(site_dir), frames)
    return found.memory if found.unchanged else None


def named_folders(config_file: Path) -> tuple[str, ...] | None:
    """Return the folders of entries, if the site is made from nothing but files below its roots.

    Other plugins, hooks and inherited configurations may read anything: then it is `None`, and
    MkDocs is asked every time.
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
        return None
    if not isinstance(data, dict) or any(word in text for word in _ELSEWHERE):
        return None
    plugins = data.get("plugins")
    if not isinstance(plugins, list) or {"hooks", "INHERIT"} & data.keys():
        return None
    options = dict(
        next(iter(plugin.items()), ("", None)) if isinstance(plugin, dict) else (plugin, None)
        for plugin in plugins
    )
    own = options.get("faultbook")
    names = own.get("entries") if isinstance(own, dict) else None
    project = Path(os.path.abspath(config_file)).parent  # noqa: PTH100 - links stay, as in MkDocs
    named = tuple(str(corpus_folder(project, str(name))) for name in names or ())
    return (named or (str(entries_dir(project)),)) if options.keys() <= _OWN_PLUGINS else None
