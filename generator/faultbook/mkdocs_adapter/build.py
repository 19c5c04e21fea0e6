"""Builds and serves the site for the command line.

MkDocs is imported only where it is needed: to import it takes longer than to write a changed
entry.
"""

from __future__ import annotations

import errno
import logging
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from faultbook.site.build import MARKER, begin, bring_up_to_date, rebuild
from faultbook.site.frames import MissingFrameError
from faultbook.site.kept import Ahead, reading_ahead
from faultbook.site.lock import only_one
from faultbook.site.memory import Memory, looking
from faultbook.site.report import Clock, Report, SiteError
from faultbook.site.unchanged import kept_frames, named_folders, read_inputs, standing
from faultbook.source.collector import collector_paused
from faultbook.store import cache_folder

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from faultbook.mkdocs_adapter.plugin import FaultbookPlugin
    from faultbook.site.entries import Progress

__all__ = ["MARKER", "Report", "SiteError", "build_site", "serve_site"]


def build_site(
    config_file: Path, site_dir: Path | None, progress: Progress | None = None
) -> Report:
    """Build the whole site, writing only what differs from what lies there.

    Raises `SiteError` for a mistake in the configuration or a folder that is not ours.
    """
    with collector_paused():
        return _build(config_file, site_dir, progress)


def _build(config_file: Path, site_dir: Path | None, progress: Progress | None) -> Report:
    clock = Clock()
    report = _quick_build(config_file, site_dir, clock, progress)
    if report is not None:
        return report
    cache = cache_folder(config_file.resolve().parent)
    roots = [Path(folder) for folder in named_folders(config_file) or ()]
    with reading_ahead(roots, cache) as ahead:  # meanwhile, MkDocs starts
        return _with_mkdocs(config_file, site_dir, clock, progress, ahead)


def _with_mkdocs(
    config_file: Path,
    site_dir: Path | None,
    clock: Clock,
    progress: Progress | None,
    ahead: Ahead | None,
) -> Report:
    from mkdocs.exceptions import Abort, ConfigurationError  # noqa: PLC0415 - slow to import

    with clock.phase("configuration"):
        config, plugin = _configured(config_file)
        target = (site_dir or Path(config.site_dir)).resolve()
    try:
        with only_one(target):
            _refuse_foreign(target, config_file)
            return _full_build(config_file, config, plugin, target, clock, progress, ahead)
    except (Abort, ConfigurationError) as error:
        raise SiteError(str(error)) from error


def _quick_build(
    config_file: Path, site_dir: Path | None, clock: Clock, progress: Progress | None
) -> Report | None:
    """Build without MkDocs, if nothing that it reads has changed."""
    frames = kept_frames(config_file)
    if frames is None:
        return None
    target = frames.target(site_dir)
    _refuse_foreign(target, config_file)
    cache = cache_folder(config_file.resolve().parent)
    with only_one(target), looking(target, cache) as look:
        with clock.phase("what has changed"):
            before = standing(config_file, target, frames, look)
            if before.unchanged:
                return Report(target, before.memory.pages, unchanged=True)
        if before.frames is not None:
            with suppress(MissingFrameError):
                return rebuild(config_file, before, frames, clock, progress)
    return None


def _full_build(
    config_file: Path,
    config: MkDocsConfig,
    plugin: FaultbookPlugin,
    target: Path,
    clock: Clock,
    progress: Progress | None,
    ahead: Ahead | None,
) -> Report:
    from mkdocs.commands.build import build as mkdocs_build  # noqa: PLC0415 - slow to import

    cache = cache_folder(config_file.resolve().parent)
    output, memory = begin(target), Memory.open(target, cache)
    site_dir = str(config.site_dir)
    with tempfile.TemporaryDirectory(prefix="faultbook-") as scratch:
        with clock.phase("hand-written pages and frames"):
            config.site_dir = scratch
            plugin.hold_back = True
            mkdocs_build(config)
            # after MkDocs: other plugins have had their say about the configuration
            inputs = read_inputs(plugin.roots(config))
            frames = plugin.frames(config, site_dir, inputs)
        with clock.phase("hand-written pages to disk"):
            memory.made(frames.GROUP, frames.key, output.copy(Path(scratch)))
    report = bring_up_to_date(
        config_file, inputs, frames, plugin.chrome, output, memory, clock, progress, ahead=ahead
    )
    frames.save(cache, config_file)
    return report


def serve_site(config_file: Path, address: str | None, *, open_browser: bool) -> None:
    """Serve the site and rebuild it whenever an entry, template or page changes."""
    from mkdocs.commands.serve import serve  # noqa: PLC0415 - the server is slow to import
    from mkdocs.exceptions import Abort, ConfigurationError  # noqa: PLC0415

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
    from mkdocs.config import load_config  # noqa: PLC0415 - slow to import
    from mkdocs.exceptions import Abort, ConfigurationError  # noqa: PLC0415

    from faultbook.mkdocs_adapter.plugin import FaultbookPlugin  # noqa: PLC0415 - needs MkDocs

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
