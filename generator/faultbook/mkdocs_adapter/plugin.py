"""The MkDocs plugin: puts the corpus into whatever site MkDocs builds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config import base
from mkdocs.config import config_options as opt
from mkdocs.exceptions import ConfigurationError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File

from faultbook.corpus import Corpus, load_corpus
from faultbook.mkdocs_adapter.frames import FrameValues, ThemeChrome, tab_of, tabs_of
from faultbook.mkdocs_adapter.links import site_links
from faultbook.mkdocs_adapter.stylesheet import material_stylesheet, stylesheet
from faultbook.paths import entries_dir, overrides_dir, schema_file
from faultbook.project import corpus_folder
from faultbook.site.entries import Progress
from faultbook.site.memory import Memory
from faultbook.site.navigation import Link
from faultbook.site.output import Output
from faultbook.site.publish import SiteOptions, publish
from faultbook.store import EntryStore, cache_folder

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
    "sitemap.xml",
)
"""What Material (or our own folder of style sheets) brings and no page asks for."""


class FooterLink(base.Config):  # type: ignore[no-untyped-call]
    """A link in the footer."""

    label = opt.Type(str)
    path = opt.Type(str)


class FaultbookConfig(base.Config):  # type: ignore[no-untyped-call]
    """Options under `plugins: - faultbook:` in `mkdocs.yml`.

    `entries`: folders of entries, relative to `mkdocs.yml`, or `public`; a later one is laid over
    an earlier one. `footer`: links in the footer. `edit_entries`: path below `repo_url` at which
    an entry's file can be edited. `social_cards`: draw a picture for links to each entry.
    """

    entries = opt.ListOfItems(opt.Type(str), default=[])
    footer = opt.ListOfItems(opt.SubConfig(FooterLink), default=[])
    edit_entries = opt.Type(str, default="")
    social_cards = opt.Type(bool, default=True)


class FaultbookPlugin(BasePlugin[FaultbookConfig]):  # type: ignore[no-untyped-call]
    """Hooks of MkDocs, in the order in which it calls them."""

    def __init__(self) -> None:
        self.hold_back = False
        """True: `faultbook build` writes the pages itself, after MkDocs."""
        self._nav: Navigation | None = None
        self._values: FrameValues | None = None
        self._material = ""
        self._chrome: ThemeChrome | None = None
        self._corpus: Corpus | None = None

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Stay the same object over the rebuilds of `serve`."""

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
        """Drop the theme's files that no page uses; add the style sheets."""
        for file in list(files):
            if file.src_uri.startswith(_UNUSED):
                files.remove(file)
        ours = stylesheet(overrides_dir() / "assets" / "css")
        material = material_stylesheet(config.theme.dirs)
        for address, css in (ours, material):
            files.append(File.generated(config, address, content=css))
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
        """Let the keyboard scroll code that is wider than the page."""
        del page, config, files
        return html.replace("<pre>", '<pre tabindex="0">')

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
        """Prepare the frames and load the corpus."""
        assert self._nav is not None
        self._chrome = ThemeChrome(env, config, files, self._nav, self._frame())
        store = EntryStore.open(cache_folder(Path(config.config_file_path).parent))
        self._corpus = load_corpus(self._folders(config), store)
        store.save()
        for problem in self._corpus.problems:
            log.warning("%s", problem)
        if not len(self._corpus):
            log.warning("No entry could be read: is `entries` in mkdocs.yml right?")
        return env

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the pages of the corpus beside those of MkDocs."""
        if not self.hold_back:
            self.publish_into(Output(Path(config.site_dir)), config)

    def on_serve(
        self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any
    ) -> LiveReloadServer:
        """Reload when an entry, a template or the schema changes."""
        del builder
        for path in (*self._folders(config), overrides_dir(), schema_file().parent):
            server.watch(str(path))
        return server

    def publish_into(
        self,
        output: Output,
        config: MkDocsConfig,
        memory: Memory | None = None,
        progress: Progress | None = None,
    ) -> int:
        """Write every page of the corpus; return how many."""
        assert self._chrome is not None
        assert self._corpus is not None
        url = str(config.site_url or "")
        options = SiteOptions(
            name=str(config.site_name),
            site_url=url if not url or url.endswith("/") else f"{url}/",
            templates=[Path(folder) for folder in config.theme.dirs],
            links=site_links(config, self._corpus, self.config.edit_entries),
            extra_paths=[str(file.url) for file in self._chrome.files.documentation_pages()],
            social_cards=self.config.social_cards,
        )
        return publish(self._corpus, self._chrome, output, options, memory, progress)

    @property
    def corpus(self) -> Corpus:
        """Return the corpus of the last build."""
        assert self._corpus is not None
        return self._corpus

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


def _with(context: TemplateContext, values: FrameValues) -> TemplateContext:
    context["faultbook"] = values  # type: ignore[typeddict-unknown-key]
    return context
