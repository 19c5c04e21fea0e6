"""The fixed places of the site: tabs, and names no entry may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """A place on the site: `path` below the root; `key` names the tab it belongs to."""

    key: str
    label: str
    path: str


TABS = (
    Link("failures", "Failures", "failures/"),
    Link("hubs", "Hubs", "hubs/"),
    Link("diagnose", "Diagnose a log", "diagnose/"),
    Link("settings", "Settings index", "settings/"),
    Link("programs", "For programs", "programs/"),
)
"""Tabs that every site has; the pages of the configuration's `nav` follow them."""
