"""Brings a site up to date. MkDocs is asked only when what it makes has changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from faultbook.site.entries import Progress
from faultbook.site.frames import Frames
from faultbook.site.kept import Ahead, ChangedMeanwhileError, KeptCorpus, load_kept
from faultbook.site.links import site_links
from faultbook.site.memory import Memory
from faultbook.site.output import Output, SameAddressError
from faultbook.site.page import Chrome
from faultbook.site.publish import SiteOptions, publish
from faultbook.site.report import Clock, Report, SiteError
from faultbook.site.unchanged import Inputs, Standing
from faultbook.store import cache_folder
from faultbook.views.templates import compile_templates

MARKER = ".faultbook-site"
_MARKER_TEXT = "Made by `faultbook build`, which removes what it did not make.\n"


def begin(folder: Path) -> Output:
    """Mark a folder as ours before anything else is written: a killed build leaves it ours."""
    output = Output(folder, empty=not (folder.is_dir() and any(folder.iterdir())))
    output.write(MARKER, _MARKER_TEXT)
    return output


def rebuild(
    config_file: Path, found: Standing, frames: Frames, clock: Clock, progress: Progress | None
) -> Report | None:
    """Build with what was kept of MkDocs; `None` if the files that it made are not as they were.

    Raises:
        MissingFrameError: a page needs a frame that was not kept.
        SiteError: the entries cannot make a site.
    """
    output = begin(found.memory.folder)
    if not found.memory.keeps(output, frames.GROUP, frames.key):
        return None
    return bring_up_to_date(
        config_file, found.inputs, frames, frames, output, found.memory, clock, progress
    )


def bring_up_to_date(
    config_file: Path,
    inputs: Inputs,
    frames: Frames,
    chrome: Chrome,
    output: Output,
    memory: Memory,
    clock: Clock,
    progress: Progress | None = None,
    tell: Callable[[KeptCorpus], None] = lambda _: None,
    ahead: Ahead | None = None,
) -> Report:
    """Write the pages of the corpus, remove what is left over, and note what was made.

    `chrome` gives the frames; `tell` is told of the corpus before its pages are made; `ahead` is
    what is being read already.
    """
    cache = cache_folder(config_file.resolve().parent)
    with clock.phase("corpus"):
        compile_templates([Path(folder) for folder in frames.templates], cache)
        kept = load_kept([Path(folder) for folder in frames.entries], cache, inputs.files, ahead)
        tell(kept)
    with clock.phase("pages of the corpus"):
        options = options_of(config_file, frames, kept)
        try:
            pages = publish(kept, chrome, output, options, memory, progress)
        except (ChangedMeanwhileError, SameAddressError) as error:
            raise SiteError(str(error)) from error
    with clock.phase("clean up"):
        removed = 0 if output.empty else output.prune(memory.there)
        problems = kept.corpus.problems
        memory.save(output, "" if problems else inputs.key, pages)
    seconds = tuple(clock.seconds)
    held = (kept, memory)
    return Report(output.folder, pages, output.written, removed, problems, seconds, held=held)


def options_of(config_file: Path, frames: Frames, kept: KeptCorpus) -> SiteOptions:
    """Return what the configuration says about the site."""
    return SiteOptions(
        name=frames.name,
        site_url=frames.site_url,
        templates=[Path(folder) for folder in frames.templates],
        links=site_links(frames, config_file.resolve().parent, kept.corpus),
        extra_paths=frames.extra_paths,
        social_cards=frames.social_cards,
    )
