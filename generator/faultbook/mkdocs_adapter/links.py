"""Links out of the site to the repository, where the configuration names one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from faultbook.views.entry_pages import SiteLinks

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from faultbook.corpus import Corpus


def site_links(config: MkDocsConfig, corpus: Corpus, edit_entries: str) -> SiteLinks:
    """Return the site's name and address, and those for editing and reporting, if there are any.

    Without `edit_entries` the path for editing is that of MkDocs's `edit_uri`, less the folder of
    hand-written pages. An entry that lies outside the repository has no such address.
    """
    name, url = str(config.site_name), str(config.site_url or "")
    url = url if not url or url.endswith("/") else f"{url}/"
    if not config.repo_url:
        return SiteLinks(name=name, url=url)
    repo = str(config.repo_url).rstrip("/")
    root = Path(config.config_file_path).resolve().parent
    at = edit_entries.strip("/") or _edit_path(config, root)
    edit: dict[str, str] = {}
    for entry, file in corpus.files.items() if at else ():
        path = Path(file).resolve()
        if path.is_relative_to(root):
            edit[entry] = f"{repo}/{at}/{quote(path.relative_to(root).as_posix())}"
    return SiteLinks(edit, _report(repo), name, url)


def _edit_path(config: MkDocsConfig, root: Path) -> str:
    """Return `edit/main` for an `edit_uri` of `edit/main/docs/`; empty if it has another form."""
    uri = str(config.edit_uri or "").strip("/")
    docs = Path(config.docs_dir).resolve()
    folder = docs.relative_to(root).as_posix() if docs.is_relative_to(root) else ""
    return uri.removesuffix(folder).rstrip("/") if folder and uri.endswith(folder) else ""


def _report(repo: str) -> str:
    """Return the address of a new issue, up to its title: GitHub's form, which others share."""
    if "gitlab" in (urlsplit(repo).hostname or ""):
        return f"{repo}/-/issues/new?issue[title]="
    return f"{repo}/issues/new?title="
