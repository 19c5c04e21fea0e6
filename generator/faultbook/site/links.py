"""Links out of the site to the repository, where the configuration names one."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote, urlsplit

from faultbook.corpus import Corpus
from faultbook.site.frames import Frames
from faultbook.views.entry_pages import SiteLinks


def site_links(frames: Frames, root: Path, corpus: Corpus) -> SiteLinks:
    """Return the site's name and address, and those for editing and reporting, if there are any.

    `root` is the project's folder. An entry that lies outside it has no address for editing.
    """
    if not frames.repo_url:
        return SiteLinks(name=frames.name, url=frames.site_url)
    repo, at = frames.repo_url.rstrip("/"), frames.edit_path
    edit: dict[str, str] = {}
    for entry, file in corpus.files.items() if at else ():
        path = Path(file).resolve()
        if path.is_relative_to(root):
            edit[entry] = f"{repo}/{at}/{quote(path.relative_to(root).as_posix())}"
    return SiteLinks(edit, _report(repo), frames.name, frames.site_url)


def _report(repo: str) -> str:
    """Return the address of a new issue, up to its title: GitHub's form, which others share."""
    if "gitlab" in (urlsplit(repo).hostname or ""):
        return f"{repo}/-/issues/new?issue[title]="
    return f"{repo}/issues/new?title="
