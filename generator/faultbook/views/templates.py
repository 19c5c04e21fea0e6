"""The Jinja2 environment of all pages: autoescaped, strict, built once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from faultbook.entry import Role
from faultbook.views import components, cost, words
from faultbook.views.command import command_text
from faultbook.views.compiled import KeptTemplates, PageEnvironment
from faultbook.views.conditions import conditions
from faultbook.views.highlight import highlight
from faultbook.views.line import line_text

ENTRY_TEMPLATES = tuple(
    f"faultbook/{name}.html" for name in ("macros", "engineer", "on_call", "executive")
)
"""The templates of an entry's pages."""


def number(value: float) -> str:
    """Return a number without a needless fraction: 256, 1.5."""
    return f"{value:g}" if abs(value) < 1e6 else f"{value:.0f}"


def money(value: float) -> str:
    """Return dollars with cents only where there are any: 2.50, 40."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.2f}"


def environment(folders: Sequence[Path], cache: Path | None = None) -> Environment:
    """Return the environment; a template in an earlier folder wins over a later one.

    Compiled templates are kept in the folder `cache`, if there is one.
    """
    env = PageEnvironment(
        loader=FileSystemLoader([str(folder) for folder in folders]),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=False,
        auto_reload=False,
        cache_size=-1,
        bytecode_cache=KeptTemplates(cache) if cache else None,
    )
    env.globals.update(
        category_name=words.category_name,
        cmd=components.cmd,
        code_kinds=words.CODE_KINDS,
        command_text=command_text,
        conditions=conditions,
        context_role=Role.CONTEXT,
        copy=components.copy,
        counted=words.counted,
        of_versions=words.of_versions,
        says_a_number=words.says_a_number,
        dollars=cost.dollars,
        guards=words.GUARDS,
        highlight=highlight,
        icon=components.icon,
        line=components.line,
        line_text=line_text,
        long_date=words.long_date,
        mark=components.mark,
        money=money,
        number=number,
        presentations=words.PRESENTATIONS,
        reading=components.reading,
        role=components.role,
        roles=words.ROLES,
        section_titles=words.SECTIONS,
        setting_kinds=words.SETTING_KINDS,
        severities=words.SEVERITIES,
        severity=components.severity,
        spoken_mark=components.spoken_mark,
        total=cost.total,
        view_names=words.VIEWS,
    )
    return env


def compile_templates(folders: Sequence[Path], cache: Path | None) -> None:
    """Compile the templates of an entry's pages, if they can be kept: it need not wait for one."""
    if cache is not None:
        env = environment(folders, cache)
        for name in ENTRY_TEMPLATES:
            env.get_template(name)
