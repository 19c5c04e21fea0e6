"""The pages that show many entries: planned, made over several processes, written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from faultbook.entry import Entry
from faultbook.machine import forks, processors
from faultbook.processes import workers
from faultbook.site import lists
from faultbook.site.cause_map import cause_map
from faultbook.site.diagnose_page import diagnose_page
from faultbook.site.hubs import hubs
from faultbook.site.keys import Keys
from faultbook.site.maker import Maker
from faultbook.site.memory import Memory
from faultbook.site.output import Output
from faultbook.site.page import Chrome, SitePage
from faultbook.site.reading import reading_page
from faultbook.site.schema_page import schema_page
from faultbook.site.settings import settings
from faultbook.site.sharing import shared

CARD = "assets/card.png"
"""The card of all pages that are no entry's own."""
_WORTH_A_PROCESS = 300
"""With fewer entries a second process costs more than it saves."""
_CHUNK = 50

Plan = tuple[str, str, Callable[[], Iterable[SitePage]]]
"""Name and key of a group of pages, and how to make them."""


@dataclass(frozen=True, slots=True)
class Plans:
    """What the pages are made from."""

    maker: Maker
    keys: Keys
    schema: dict[str, object]
    chrome: Chrome
    social_cards: bool
    site_url: str

    def all(self) -> Iterator[Plan]:
        """Yield the plans; those that take longest come first."""
        maker, whole = self.maker, self.keys.whole()
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
            ("schema", lambda: [schema_page(maker, self.schema)]),
            ("reading", lambda: [reading_page(maker)]),
        )
        yield from ((f"page:{name}", whole, make) for name, make in single)
        for tag, entries in tags.items():
            make = partial(_tag_pages, maker, tag, entries)
            yield f"tag:{tag}", self.keys.entries(entries), make

    def write(self, plan: Plan, output: Output) -> tuple[str, ...]:
        """Write the pages of a plan; return their files."""
        files = []
        for made in plan[2]():
            card = CARD if self.social_cards else ""
            page = shared(made, card, self.maker.name, self.site_url)
            shell = self.chrome.shell(page.depth, page.tab, own_footer=not page.footer)
            output.write(page.file, shell.stamp(page))
            files.append(page.file)
        return tuple(files)


def _tag_pages(maker: Maker, tag: str, entries: list[Entry]) -> list[SitePage]:
    return [lists.tag_page(maker, tag, entries)]


def write_pages(
    plans: Plans, output: Output, memory: Memory, meanwhile: Callable[[], None]
) -> list[str]:
    """Write the pages that are due and keep the others; return the files of all.

    `meanwhile` is called once, while other processes are at work if there are any.
    """
    everything = list(plans.all())
    due = [plan for plan in everything if not memory.keeps(output, plan[0], plan[1])]
    for plan, files in zip(due, _make(plans, due, output, meanwhile), strict=True):
        memory.made(plan[0], plan[1], files)
    return [file for plan in everything for file in memory.now[plan[0]][1]]


def _make(
    plans: Plans, due: Sequence[Plan], output: Output, meanwhile: Callable[[], None]
) -> Iterator[tuple[str, ...]]:
    few = len(plans.maker.corpus) < _WORTH_A_PROCESS or len(due) < 2
    if few or processors() < 2 or not forks():  # plans cannot be sent, only inherited
        meanwhile()
        yield from (plans.write(plan, output) for plan in due)
        return
    alone = sum(plan[0].startswith("page:") for plan in due)
    spans = [(at, at + 1) for at in range(alone)]
    spans += [(at, min(at + _CHUNK, len(due))) for at in range(alone, len(due), _CHUNK)]
    with workers(_take, plans, due, output) as pool:
        results = pool.map(_work, spans)
        meanwhile()
        for done, files in results:
            output.absorb(done)
            yield from files


_TASKS: list[tuple[Plans, Sequence[Plan], Output]] = []
"""In a worker process: its task. Filled once, when the process begins."""


def _take(plans: Plans, due: Sequence[Plan], output: Output) -> None:
    _TASKS[:] = [(plans, due, output)]


def _work(span: tuple[int, int]) -> tuple[Output, list[tuple[str, ...]]]:
    plans, due, shared = _TASKS[0]
    output = shared.beside()
    return output, [plans.write(plan, output) for plan in due[slice(*span)]]
