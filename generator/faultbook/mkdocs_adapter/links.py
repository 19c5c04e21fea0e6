"""Links out of the site to the repository, where the configuration names one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

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

    def edit(entry: str) -> str:
        file = Path(corpus.files[entry]).resolve()
        shown = file.relative_to(root) if file.is_relative_to(root) else Path(file.name)
        return f"{repo}/{edit_entries.strip('/')}/{shown.as_posix()}"

    def report(entry: str) -> str:
        return f"{repo}/issues/new?{urlencode({'title': entry + ': '})}"

    return SiteLinks(edit if edit_entries else None, report if "github.com" in repo else None)
