"""The files that depend on many entries: planned, made over several processes, written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from faultbook.entry import Entry
from faultbook.machine import forks, processors
from faultbook.processes import workers
from faultbook.site import lists
from faultbook.site.cause_map import cause_map
from faultbook.site.changelog import changelog
from faultbook.site.diagnose_page import diagnose_page
from faultbook.site.hubs import hubs
from faultbook.site.keys import Keys
from faultbook.site.maker import Maker
from faultbook.site.memory import Memory
from faultbook.site.output import Content, Output
from faultbook.site.page import Chrome, SitePage
from faultbook.site.reading import reading_page
from faultbook.site.schema_page import schema_page
from faultbook.site.settings import settings
from faultbook.site.sharing import shared
from faultbook.store import digest

CARD = "assets/card.png"
"""The card of all pages that are no entry's own."""
_WORTH_A_PROCESS = 300
"""With fewer entries a second process costs more than it saves."""
_CHUNK = 50


@dataclass(frozen=True, slots=True)
class Plan:
    """A group of files that is made together: its name, its key, and what makes it.

    One that takes `long` is a task of its own for a process; the others go by the dozen.
    """

    name: str
    key: str
    make: Callable[[], Iterable[tuple[str, Content]]]
    long: bool = False

    def write(self, output: Output) -> tuple[str, ...]:
        """Write the files; return their paths."""
        return tuple(output.write_all(self.make()))


@dataclass(frozen=True, slots=True)
class PagePlans:
    """What the pages that show many entries are made from; `schema` is the text of the schema."""

    maker: Maker
    keys: Keys
    schema: str
    chrome: Chrome
    social_cards: bool
    site_url: str

    def all(self) -> Iterator[Plan]:
        """Yield the plans; those that take longest come first."""
        maker, whole = self.maker, digest(self.keys.whole(), self.schema)
        tags = lists.by_tag(maker)
        single: tuple[tuple[str, Callable[[], Iterable[SitePage]]], ...] = (
            ("everything", lambda: [lists.everything(maker)]),
            ("executive board", lambda: [lists.executive_board(maker)]),
            ("on-call board", lambda: [lists.on_call_board(maker)]),
            ("categories", lambda: lists.categories(maker)),
            ("hubs", lambda: hubs(maker)),
            ("map", lambda: [cause_map(maker)]),
            ("settings", lambda: [settings(maker)]),
            ("home", lambda: [lists.home(maker)]),
            ("failures", lambda: [lists.failures(maker)]),
            ("search", lambda: [lists.search(maker)]),
            ("tags", lambda: [lists.tag_index(maker, tags)]),
            ("diagnose", lambda: [diagnose_page(maker)]),
            ("schema", lambda: [schema_page(maker, json.loads(self.schema))]),
            ("reading", lambda: [reading_page(maker)]),
            ("changelog", lambda: [changelog(maker)]),
        )
        for name, make in single:
            yield Plan(f"page:{name}", whole, partial(self._files, make), long=True)
        for tag, entries in tags.items():
            pages = partial(_tag_pages, maker, tag, entries)
            yield Plan(f"tag:{tag}", self.keys.entries(entries), partial(self._files, pages))

    def _files(self, make: Callable[[], Iterable[SitePage]]) -> Iterator[tuple[str, str]]:
        """Yield the files of pages, in their frames."""
        card = CARD if self.social_cards else ""
        for made in make():
            page = shared(made, card, self.maker.name, self.site_url)
            shell = self.chrome.shell(page.depth, page.tab, own_footer=not page.footer)
            yield page.file, shell.stamp(page)


def _tag_pages(maker: Maker, tag: str, entries: list[Entry]) -> list[SitePage]:
    return [lists.tag_page(maker, tag, entries)]


def write_due(plans: Sequence[Plan], output: Output, memory: Memory, entries: int) -> None:
    """Write the files of the plans that are due and keep the others, for so many entries."""
    due = [plan for plan in plans if not memory.keeps(output, plan.name, plan.key)]
    several = entries >= _WORTH_A_PROCESS and len(due) > 1 and processors() > 1
    made = _together if several and forks() else _alone  # plans can be inherited, but not sent
    for plan, files in zip(due, made(due, output), strict=True):
        memory.made(plan.name, plan.key, files)


def _alone(due: Sequence[Plan], output: Output) -> Iterator[tuple[str, ...]]:
    return (plan.write(output) for plan in due)


def _together(due: Sequence[Plan], output: Output) -> Iterator[tuple[str, ...]]:
    with workers(_take, due, output) as pool:
        for done, files in pool.map(_work, _spans(due)):
            output.absorb(done)
            yield from files


def _spans(due: Sequence[Plan]) -> Iterator[tuple[int, int]]:
    """Yield the plans that one task makes, as the place of the first and of the one behind."""
    first = 0
    for at, plan in enumerate(due, 1):
        if plan.long or at - first == _CHUNK or at == len(due) or due[at].long:
            yield first, at
            first = at


_TASKS: list[tuple[Sequence[Plan], Output]] = []
"""In a worker process: its task. Filled once, when the process begins."""


def _take(due: Sequence[Plan], output: Output) -> None:
    _TASKS[:] = [(due, output)]


def _work(span: tuple[int, int]) -> tuple[Output, list[tuple[str, ...]]]:
    due, shared = _TASKS[0]
    output = shared.beside()
    return output, [plan.write(output) for plan in due[slice(*span)]]
