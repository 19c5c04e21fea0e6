"""Links out of the site to the repository, where the configuration names one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from faultbook.views.entry_pages import SiteLinks

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from faultbook.corpus import Corpus


def site_links(config: MkDocsConfig, corpus: Corpus, edit_entries: str) -> SiteLinks:
    """Return the addresses for editing an entry and for reporting a problem with it."""
    if not config.repo_url:
        return SiteLinks()
    repo = str(config.repo_url).rstrip("/")
    root = Path(config.config_file_path).resolve().parent

    edit: dict[str, str] = {}
    if edit_entries:
        for entry, file in corpus.files.items():
            path = Path(file).resolve()
            shown = path.relative_to(root) if path.is_relative_to(root) else Path(path.name)
            edit[entry] = f"{repo}/{edit_entries.strip('/')}/{shown.as_posix()}"
    return SiteLinks(edit, f"{repo}/issues/new?title=" if "github.com" in repo else "")
