"""The index of settings: what each does, what it hides, and the entries that use it."""

from __future__ import annotations

from dataclasses import dataclass

from faultbook.entry import Entry, Setting
from faultbook.site.maker import Maker
from faultbook.site.page import SitePage
from faultbook.views.words import counted


@dataclass(frozen=True, slots=True)
class SettingUse:
    """One setting and every entry that uses it, each with its own words about it."""

    name: str
    kind: str
    anchor: str
    uses: tuple[tuple[Entry, Setting], ...]


def settings_of(maker: Maker) -> tuple[SettingUse, ...]:
    """Return all settings, sorted by name without regard to case and leading dashes."""
    found: dict[str, list[tuple[Entry, Setting]]] = {}
    for entry in maker.corpus:
        for setting in entry.settings:
            found.setdefault(setting.name, []).append((entry, setting))
    uses = (
        SettingUse(name, pairs[0][1].kind, pairs[0][1].anchor, tuple(pairs))
        for name, pairs in found.items()
    )
    return tuple(sorted(uses, key=lambda s: (s.name.lstrip("-").lower(), s.name)))


def settings(maker: Maker) -> SitePage:
    """Make the index of settings."""
    found = settings_of(maker)
    body = maker.render("settings", root="../", settings=found, md=maker.quoting("../"))
    about = f"{counted(len(found), 'setting')} that failures and their repairs turn on."
    return SitePage("settings/", "list", "Settings index", about, body, tab="settings")
