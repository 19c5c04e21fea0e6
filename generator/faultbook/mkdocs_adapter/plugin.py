"""The MkDocs plugin: puts the corpus into whatever site MkDocs builds."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config import base
from mkdocs.config import config_options as opt
from mkdocs.exceptions import ConfigurationError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File

from faultbook.mkdocs_adapter.frames import FrameValues, ThemeChrome, tab_of, tabs_of
from faultbook.mkdocs_adapter.options import whole_options
from faultbook.mkdocs_adapter.script import ENGINE, joined_script
from faultbook.mkdocs_adapter.stylesheet import material_stylesheet, stylesheet
from faultbook.mkdocs_adapter.tables import labelled
from faultbook.paths import entries_dir, overrides_dir, schema_file
from faultbook.project import corpus_folder
from faultbook.site.build import MARKER, bring_up_to_date, options_of
from faultbook.site.frames import COMMON, Frames
from faultbook.site.kept import KeptCorpus, load_kept
from faultbook.site.memory import Memory
from faultbook.site.navigation import Link
from faultbook.site.output import Output
from faultbook.site.publish import publish
from faultbook.site.report import Clock
from faultbook.site.unchanged import Inputs, read_inputs
from faultbook.source.collector import collector_paused
from faultbook.store import cache_folder, digest

if TYPE_CHECKING:
    import jinja2
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page
    from mkdocs.utils.templates import TemplateContext

log = get_plugin_logger("faultbook")

_UNUSED = (
    "assets/javascripts/",
    "assets/stylesheets/",
    "assets/css/",
    "assets/images/favicon.png",
    ENGINE,
    "sitemap.xml",
)
"""What Material brings and no page asks for, and what we put joined in its place."""


class FooterLink(base.Config):  # type: ignore[no-untyped-call]
    """A link in the footer."""

    label = opt.Type(str)
    path = opt.Type(str)


class FaultbookConfig(base.Config):  # type: ignore[no-untyped-call]
    """Options under `plugins: - faultbook:` in `mkdocs.yml`.

    `entries`: folders of entries, relative to `mkdocs.yml`, or `public`; a later one is laid over
    an earlier one. `footer`: links in the footer. `edit_entries`: path below `repo_url` at which
    an entry's file can be edited. `social_cards`: draw a picture for links to each entry; unless
    said, only where `site_url` is known, since nobody follows a link to a picture without it.
    """

    entries = opt.ListOfItems(opt.Type(str), default=[])
    footer = opt.ListOfItems(opt.SubConfig(FooterLink), default=[])
    edit_entries = opt.Type(str, default="")
    social_cards = opt.Optional(opt.Type(bool))


class FaultbookPlugin(BasePlugin[FaultbookConfig]):  # type: ignore[no-untyped-call]
    """Hooks of MkDocs, in the order in which it calls them."""

    def __init__(self) -> None:
        self.hold_back = False
        """True: `faultbook build` writes the pages itself, after MkDocs."""
        self._serving = False
        self._served: Path | None = None
        self._nav: Navigation | None = None
        self._values: FrameValues | None = None
        self._material = ""
        self._chrome: ThemeChrome | None = None

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Stay the same object over the rebuilds of `serve`."""
        del dirty
        self._serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Lay our templates over the theme and check that the theme is Material."""
        if config.theme.name != "material":
            raise ConfigurationError("Faultbook needs `theme: material` in mkdocs.yml.")
        if not config.use_directory_urls:
            raise ConfigurationError("Faultbook needs `use_directory_urls: true` (the default).")
        ours = str(overrides_dir())
        if ours not in config.theme.dirs:
            material = max(len(config.theme.dirs) - 2, 0)
            config.theme.dirs.insert(material, ours)
        config.theme["font"] = False
        config.theme["favicon"] = "assets/images/favicon.svg"
        config.theme.static_templates.discard("sitemap.xml")
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Drop the theme's files that no page uses; add what is joined: style sheets, a script."""
        for file in list(files):
            if file.src_uri.startswith(_UNUSED):
                files.remove(file)
        ours = stylesheet(overrides_dir() / "assets" / "css")
        material = material_stylesheet(config.theme.dirs)
        engine = (ENGINE, joined_script(overrides_dir()))
        for address, text in (ours, material, engine):
            files.append(File.generated(config, address, content=text))
        self._values = FrameValues(title="", stylesheets=(ours[0],), tabs=())
        self._material = material[0]
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Learn the tabs that hand-written pages add."""
        del config, files
        self._nav = nav
        links = tuple(Link("", item.label, item.path) for item in self.config.footer)
        self._values = replace(self._frame(), tabs=tabs_of(nav), footer_links=links)
        return nav

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Let the keyboard scroll code that is wider than the page; name columns in cells."""
        del page, config, files
        return whole_options(labelled(html.replace("<pre>", '<pre tabindex="0">')))

    def on_page_context(
        self, context: TemplateContext, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Give the templates what they need for a hand-written page."""
        del nav
        values = replace(
            self._frame(),
            title=f"{page.title} | {config.site_name}",
            tab=tab_of(page),
            kind="p-doc",
            stylesheets=(self._material, *self._frame().stylesheets),
        )
        return _with(context, values)

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        """Give the templates what they need for `404.html`."""
        del template_name
        values = replace(
            self._frame(), title=f"Not found | {config.site_name}", kind="p-404", toc=""
        )
        return _with(context, values)

    def on_env(
        self, env: jinja2.Environment, *, config: MkDocsConfig, files: Files
    ) -> jinja2.Environment:
        """Prepare the frames."""
        assert self._nav is not None
        self._chrome = ThemeChrome(env, config, files, self._nav, self._frame())
        return env

    @event_priority(-100)  # what other plugins write then is served as well
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the pages of the corpus beside those of MkDocs."""
        if self.hold_back:
            return
        file, inputs = Path(config.config_file_path), read_inputs(self.roots(config))
        frames = self.frames(config, config.site_dir, inputs)
        with collector_paused():
            if self._serving:
                self._serve_into(file, inputs, frames)
                return
            cache = cache_folder(file.resolve().parent)
            kept = load_kept([Path(f) for f in frames.entries], cache, inputs.files)
            tell(kept)
            output = Output(Path(config.site_dir))
            publish(kept, self.chrome, output, options_of(file, frames, kept))

    def _serve_into(self, file: Path, inputs: Inputs, frames: Frames) -> None:
        """Bring the folder that is served up to date.

        MkDocs empties its own folder before each build; ours stays, so that only what has changed
        is made again.
        """
        cache = cache_folder(file.resolve().parent)
        if self._served is None:
            kept = cache / f"serve-{digest(frames.site_url)[:8]}" if cache else None
            self._served = kept or Path(tempfile.mkdtemp(prefix="faultbook-"))
        output, memory = Output(self._served), Memory.open(self._served, cache)
        memory.made(frames.GROUP, frames.key, output.copy(Path(frames.site_dir)))
        output.write(MARKER, "")
        bring_up_to_date(file, inputs, frames, self.chrome, output, memory, Clock(), tell=tell)

    def on_shutdown(self) -> None:
        """Remove what was served, unless it is kept for the next time."""
        if self._served and self._served.name.startswith("faultbook-"):
            shutil.rmtree(self._served, ignore_errors=True)

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any
    ) -> LiveReloadServer:
        """Reload when an entry, a template or the schema changes."""
        del builder
        if self._served is not None:
            server.root = str(self._served.resolve())
        for path in (*self._folders(config), overrides_dir(), schema_file().parent):
            server.watch(str(path))
        return server

    def frames(self, config: MkDocsConfig, site_dir: str, inputs: Inputs) -> Frames:
        """Return what a later build need not ask MkDocs again; `inputs` are what it read."""
        url = str(config.site_url or "")
        entries = tuple(map(str, self._folders(config)))
        cards = self.config.social_cards
        return Frames(
            key=inputs.key_without(entries),
            shells={key: self.chrome.shell(*key[:2], own_footer=key[2]) for key in COMMON},
            name=str(config.site_name),
            site_url=url if not url or url.endswith("/") else f"{url}/",
            site_dir=site_dir,
            templates=tuple(map(str, config.theme.dirs)),
            extra_paths=tuple(str(file.url) for file in self.chrome.files.documentation_pages()),
            roots=tuple(self.roots(config)),
            entries=entries,
            repo_url=str(config.repo_url or ""),
            edit_path=self.config.edit_entries.strip("/") or _edit_path(config),
            social_cards=bool(url) if cards is None else cards,
        )

    @property
    def chrome(self) -> ThemeChrome:
        """Return the frames of the last build."""
        assert self._chrome is not None
        return self._chrome

    def roots(self, config: MkDocsConfig) -> list[str]:
        """Return the files and folders that the site is made from."""
        own = [config.config_file_path, config.docs_dir, overrides_dir(), schema_file().parent]
        folders = [folder for folder in config.theme.dirs if "site-packages" not in str(folder)]
        return sorted({str(path) for path in (*own, *self._folders(config), *folders)})

    def _frame(self) -> FrameValues:
        assert self._values is not None
        return self._values

    def _folders(self, config: MkDocsConfig) -> list[Path]:
        base_dir = Path(config.config_file_path).parent
        named = [corpus_folder(base_dir, name) for name in self.config.entries]
        for folder in named:
            if not folder.is_dir():
                raise ConfigurationError(
                    f"`entries` in mkdocs.yml names {folder}, which is no folder."
                )
        return named or [entries_dir(base_dir)]


def _edit_path(config: MkDocsConfig) -> str:
    """Return MkDocs's `edit_uri` less the folder of hand-written pages, which it ends in.

    `edit/main` for `edit/main/docs/`; empty if it has another form.
    """
    uri = str(config.edit_uri or "").strip("/")
    root, docs = Path(config.config_file_path).resolve().parent, Path(config.docs_dir).resolve()
    folder = docs.relative_to(root).as_posix() if docs.is_relative_to(root) else ""
    return uri.removesuffix(folder).rstrip("/") if folder and uri.endswith(folder) else ""


def tell(kept: KeptCorpus) -> None:
    """Log what is wrong with the corpus, for `mkdocs build` and `mkdocs serve`."""
    corpus = kept.corpus
    for problem in corpus.problems:
        log.warning("%s", problem)
    if not len(corpus):
        log.warning("No entry could be read: is `entries` in mkdocs.yml right?")


def _with(context: TemplateContext, values: FrameValues) -> TemplateContext:
    context["faultbook"] = values  # type: ignore[typeddict-unknown-key]
    return context
