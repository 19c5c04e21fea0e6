"""What a build takes from MkDocs, kept so that the next one need not ask it again."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeAlias

from faultbook.site.page import Shell
from faultbook.store import digest, keep, program_version, read_kept

FrameKey: TypeAlias = tuple[int, str, bool]
"""Depth, tab, and whether the footer is the site's own."""

COMMON: tuple[FrameKey, ...] = (
    (0, "", True),
    (1, "", True),
    *((1, tab, True) for tab in ("failures", "hubs", "diagnose", "settings", "programs")),
    (2, "failures", True),
    (2, "failures", False),
    (2, "hubs", True),
)
"""The frames of the pages that every site has."""


class MissingFrameError(LookupError):
    """A page needs a frame that was not kept."""


@dataclass(frozen=True, slots=True)
class Frames:
    """The frames, and what the configuration says.

    `key` is a hash of all that MkDocs read. `roots` are the files and folders that the site is
    made from, `entries` those of the corpus. The files that MkDocs made are the group `GROUP`
    of the site's memory. `edit_path` is the path below `repo_url` at which files can be edited.
    """

    GROUP: ClassVar[str] = "hand-written"

    key: str
    shells: Mapping[FrameKey, Shell]
    name: str
    site_url: str
    site_dir: str
    templates: tuple[str, ...]
    extra_paths: tuple[str, ...]
    roots: tuple[str, ...]
    entries: tuple[str, ...]
    repo_url: str = ""
    edit_path: str = ""
    social_cards: bool = True

    def shell(self, depth: int, tab: str, *, own_footer: bool) -> Shell:
        """Return the frame for pages `depth` folders below the root.

        Raises:
            MissingFrameError: it was not kept.
        """
        found = self.shells.get((depth, tab, own_footer))
        if found is None:
            raise MissingFrameError(f"no frame for depth {depth}, tab {tab!r}")
        return found

    def target(self, site_dir: Path | None) -> Path:
        """Return the folder of the site; `site_dir` is the one that was asked for, if any."""
        return (site_dir or Path(self.site_dir)).resolve()

    @classmethod
    def read(cls, cache: Path | None, config_file: Path) -> Frames | None:
        """Return what was kept for a configuration, by this version of the program."""
        payload = read_kept(_path(cache, config_file)) if cache is not None else None
        version = bytes.fromhex(program_version())
        if payload is None or not payload.startswith(version):
            return None
        found = pickle.loads(payload[len(version) :])
        return found if isinstance(found, cls) else None

    def save(self, cache: Path | None, config_file: Path) -> None:
        """Keep it for the next build."""
        if cache is not None:
            payload = bytes.fromhex(program_version()) + pickle.dumps(self)
            keep(_path(cache, config_file), payload)


def _path(cache: Path, config_file: Path) -> Path:
    return cache / f"frames-{digest(str(config_file.resolve()))[:16]}.pickle"
