"""Builds and serves the site for the command line."""

from __future__ import annotations

import errno
import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError

from faultbook.mkdocs_adapter.plugin import FaultbookPlugin
from faultbook.problem import Problem
from faultbook.site.memory import Memory
from faultbook.site.output import Output, SameAddressError
from faultbook.site.unchanged import inputs
from faultbook.store import cache_folder

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from faultbook.site.entries import Progress

MARKER = ".faultbook-site"
_MARKER_TEXT = "Made by `faultbook build`, which removes what it did not make.\n"


class SiteError(Exception):
    """The site cannot be built; the text tells the user why."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a build did. `seconds` gives the time of each phase, in order."""

    site_dir: Path
    pages: int
    written: int
    removed: int
    problems: tuple[Problem, ...]
    seconds: tuple[tuple[str, float], ...]


class _Clock:
    def __init__(self) -> None:
        self.seconds: list[tuple[str, float]] = []

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        start = perf_counter()
        yield
        self.seconds.append((name, perf_counter() - start))


def build_site(
    config_file: Path, site_dir: Path | None, progress: Progress | None = None
) -> Report:
    """Build the whole site, writing only what differs from what lies there.

    Raises `SiteError` for a mistake in the configuration or a folder that is not ours.
    """
    clock = _Clock()
    with clock.phase("configuration"):
        config, plugin = _configured(config_file)
        target = (site_dir or Path(config.site_dir)).resolve()
        _refuse_foreign(target, config_file)
    with tempfile.TemporaryDirectory(prefix="faultbook-") as scratch, _quiet():
        with clock.phase("hand-written pages, frames, corpus"):
            config.site_dir = scratch
            plugin.hold_back = True
            try:
                mkdocs_build(config)
            except (Abort, ConfigurationError) as error:
                raise SiteError(str(error)) from error
        output = Output(target)
        memory = Memory.open(target, cache_folder(config_file.resolve().parent))
        with clock.phase("hand-written pages to disk"):
            _copy(Path(scratch), output)
        with clock.phase("pages of the corpus"):
            try:
                pages = plugin.publish_into(output, config, memory, progress)
            except SameAddressError as error:
                raise SiteError(str(error)) from error
        with clock.phase("clean up"):
            output.write(MARKER, _MARKER_TEXT)
            removed = output.prune()
            roots = plugin.roots(config)
            read = "" if plugin.corpus.problems else inputs(roots)
            memory.save(output, read, roots, pages)
    return Report(
        target, pages, output.written, removed, plugin.corpus.problems, tuple(clock.seconds)
    )


def serve_site(config_file: Path, address: str | None, *, open_browser: bool) -> None:
    """Serve the site and rebuild it whenever an entry, template or page changes."""
    from mkdocs.commands.serve import serve  # noqa: PLC0415 - the server is slow to import

    _configured(config_file)
    logging.getLogger("mkdocs").setLevel(logging.INFO)
    logging.getLogger("mkdocs").addHandler(logging.StreamHandler())
    options = {"dev_addr": address} if address else {}
    try:
        serve(str(config_file), True, None, False, [], open_in_browser=open_browser, **options)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise SiteError("The address is taken: name another with --address HOST:PORT.") from error
    except (Abort, ConfigurationError) as error:
        raise SiteError(str(error)) from error


def _configured(config_file: Path) -> tuple[MkDocsConfig, FaultbookPlugin]:
    try:
        config = load_config(str(config_file))
    except (Abort, ConfigurationError) as error:
        raise SiteError(str(error)) from error
    plugin = config.plugins.get("faultbook")
    if not isinstance(plugin, FaultbookPlugin):
        raise SiteError(f"{config_file} does not name the plugin: add `plugins: [faultbook]`.")
    return config, plugin


def _refuse_foreign(target: Path, config_file: Path) -> None:
    """Refuse to clean up a folder that holds anything but a site of ours."""
    if config_file.resolve().is_relative_to(target):
        raise SiteError(f"{target} holds mkdocs.yml: name a folder of its own for the site.")
    if target.is_dir() and any(target.iterdir()) and not (target / MARKER).is_file():
        raise SiteError(
            f"{target} is not empty and was not made by `faultbook build`: "
            "empty it, or name another folder with --site-dir."
        )


def _copy(source: Path, output: Output) -> None:
    for parent, _, files in os.walk(source):
        for name in files:
            path = Path(parent, name)
            output.write(path.relative_to(source).as_posix(), path.read_bytes())


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep MkDocs from reporting the problems of entries: the command does it itself."""
    logger = logging.getLogger("mkdocs.plugins.faultbook")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)
