"""One entry to the three pages that its readers see."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from urllib.parse import quote

from jinja2 import Environment
from markupsafe import Markup

from faultbook.addresses import Address, addresses, sections, source_numbers
from faultbook.entry import Entry, Role, Severity, Signature
from faultbook.perspectives import CallStep
from faultbook.views.chain import chain
from faultbook.views.cite import bibtex, sentence
from faultbook.views.components import alone
from faultbook.views.cost import dollars
from faultbook.views.fit import screen_setting
from faultbook.views.line import deciding_words
from faultbook.views.neighbours import Neighbour, Neighbours, lead_role, lead_signature
from faultbook.views.paper import print_setting
from faultbook.views.prose import Prose, Scope
from faultbook.views.words import ROLES, SECTIONS, SEVERITIES, counted

_NO_TEXT = re.compile(r"(<code.*?</code>|<a .*?</a>|<[^>]*>)", re.DOTALL)
_FOLDERS = {"engineer": "", "on-call": "on-call/", "executive": "executive/"}


@dataclass(frozen=True, slots=True)
class ViewPage:
    """One page of an entry, without the frame around it."""

    view: str
    path: str
    title: str
    description: str
    body: str
    toc: str
    setting: str


@dataclass(frozen=True, slots=True)
class EntryPages:
    """The pages of one entry: engineer, on-call, executive."""

    engineer: ViewPage
    on_call: ViewPage
    executive: ViewPage

    def all(self) -> tuple[ViewPage, ...]:
        """Return the three pages."""
        return (self.engineer, self.on_call, self.executive)


@dataclass(frozen=True, slots=True)
class SiteLinks:
    """The site's name and addresses, from the configuration.

    `url` is the site's own, ending in a slash, or empty. `edit` gives by id where an entry's file
    can be edited; the title of a report (quoted) is put behind `report`, which is empty if there
    is no place for one.
    """

    edit: Mapping[str, str] = field(default_factory=dict)
    report: str = ""
    name: str = "Faultbook"
    url: str = ""

    def report_on(self, entry: Entry) -> str:
        """Return the address for reporting a problem with an entry; empty if there is none."""
        return self.report and self.report + quote(f"{entry.id}: ")


@dataclass(frozen=True, slots=True)
class StepGroup:
    """Consecutive steps of the runbook under one heading; `first` is the first number."""

    title: str
    note: str | Markup
    first: int
    steps: tuple[CallStep, ...]


class PageContext:
    """What a template of an entry's page may use, under the name `p`."""

    def __init__(
        self, entry: Entry, neighbours: Neighbours, prose: Prose, view: str, links: SiteLinks
    ) -> None:
        folder = _FOLDERS[view]
        self.entry = entry
        self.neighbours = neighbours
        self.view = view
        self.root = "../../" if folder else "../"
        self.entry_root = "../" if folder else "./"
        self.role: Role | None = lead_role(entry)
        self.scope = Scope(
            sources=source_numbers(entry),
            sources_at="../" if folder else "",
            cards=neighbours.cards,
            root=self.root,
            view=folder,
        )
        self.edit_url = links.edit.get(entry.id)
        self.report_url = links.report_on(entry)
        self.citation = sentence(entry, links.name, links.url)
        self.bibtex = bibtex(entry, links.name, links.url)
        self._prose = prose

    def md(self, text: str) -> Markup:
        """Render one paragraph of Markdown, without `<p>`."""
        return self._prose.inline(text, self.scope)

    def own(self, text: str) -> Markup:
        """Render a paragraph about the entry's own steps: "5.2" leads to its second check."""
        return self._with_addresses(text, self.md(text))

    def _with_addresses(self, text: str, html: Markup) -> Markup:
        if not self._addresses(text):
            return html
        parts = _NO_TEXT.split(html)  # every second one is a tag, a code span or a link
        for at in range(0, len(parts), 2):
            for found in reversed(self._addresses(parts[at])):
                before, number = parts[at][: found.start], parts[at][found.start : found.end]
                link = f'<a href="{self.scope.sources_at}#{found.anchor}">{number}</a>'
                parts[at] = before + link + parts[at][found.end :]
        return Markup("".join(parts))

    def _addresses(self, text: str) -> list[Address]:
        return sorted((*addresses(text, self.entry), *sections(text)), key=lambda a: a.start)

    def prose(self, text: str, source: str | None = None) -> Markup:
        """Render Markdown; `source` is cited at the end of the last paragraph."""
        html = self._with_addresses(text, self._prose.block(text, self.scope))
        if source is None or f">{self._number(source)}<" in html:
            return html
        head, paragraph, tail = html.rpartition("</p>")
        return Markup(f"{head}\u00a0{self.scope.citation(source)}{paragraph}{tail}")

    def _number(self, source: str) -> str:
        return f"12.{self.scope.sources.get(source, 0)}"

    @cached_property
    def bold(self) -> tuple[frozenset[str], ...]:
        """Return the deciding words of each signature."""
        return tuple(deciding_words(signature) for signature in self.entry.signatures)

    @property
    def any_bold(self) -> bool:
        """Say whether a signature has a bold part, so that the legend may speak of it."""
        return any(
            words or re.search(r"<(?:int|num|hex|word|any):", signature.line)
            for words, signature in zip(self.bold, self.entry.signatures, strict=True)
        )

    @property
    def any_slot(self) -> bool:
        """Say whether a signature has a placeholder."""
        return any(re.search(r"(?<!\\)<", signature.line) for signature in self.entry.signatures)

    @property
    def shown_role(self) -> Role | None:
        """Return the role for the page's head, unless the severity says the same word."""
        harmless = self.entry.severity is Severity.HARMLESS and self.role is Role.HARMLESS
        return None if harmless else self.role

    @cached_property
    def lead_index(self) -> int:
        """Return the place of the signature that shows best that one is in the right place."""
        lead = lead_signature(self.entry)
        return self.entry.signatures.index(lead) if lead else 0

    @property
    def lead(self) -> Signature | None:
        """Return that signature, or `None` when the failure prints nothing."""
        signatures = self.entry.signatures
        return signatures[self.lead_index] if signatures else None

    @cached_property
    def chain(self) -> Markup:
        """Return the picture of causes and effects; empty if there are none among the entries."""
        return chain(self.entry, self.neighbours, self.root)

    def neighbour_mark(self, name: str, known: Neighbour | None = None) -> Markup:
        """Return the glyph of another entry's role, or of its severity if it prints nothing."""
        found = known or self.neighbours.cards.get(name)
        if found is None:
            return Markup("")
        mark = ROLES[found.role] if found.role is not None else SEVERITIES[found.severity]
        return alone(mark)

    def way_to(self, name: str) -> Markup:
        """Return a link to another entry; on paper, where its title leads nowhere, its id."""
        known = self.neighbours.cards.get(name)
        if known is None:
            return self.scope.link(name)
        return Markup(
            '<a href="{}{}/{}"><span class="screen">{}</span><span class="paper">{}</span></a>'
        ).format(self.root, known.id, self.scope.view, known.title, known.id)

    @property
    def contents(self) -> tuple[tuple[int, str], ...]:
        """Return the numbers and short titles of the sections that this entry has."""
        entry = self.entry
        present = {
            6: bool(entry.look_alikes),
            8: bool(entry.fix.mitigation or entry.fix.repair or entry.fix.not_a_fix),
            11: bool(entry.code),
        }
        return tuple(
            (n, title.removesuffix(" people asked"))
            for n, title in enumerate(SECTIONS, 1)
            if present.get(n, True)
        )

    @property
    def total(self) -> str:
        """Return the worked example of the cost."""
        return dollars(self.entry.executive.cost)

    @property
    def groups(self) -> tuple[StepGroup, ...]:
        """Return the runbook's steps under the headings that their phases give."""
        groups: list[StepGroup] = []
        first = 1
        for checks, run in groupby(self.entry.on_call.steps, key=lambda s: s.phase == "check"):
            steps = tuple(run)
            groups.append(self._group(checks, steps, first))
            first += len(steps)
        return tuple(groups)

    def _group(self, checks: bool, steps: tuple[CallStep, ...], first: int) -> StepGroup:
        last = first + len(steps) - 1
        if checks:
            joint = "and" if last == first + 1 else "to"
            which = f"Step {first} changes"
            if last > first:
                which = f"Steps {first} {joint} {last} change"
            title = "First five minutes" if first == 1 else "Check again"
            return StepGroup(title, f"{which} nothing.", first, steps)
        note = self.entry.on_call.mitigation_note
        mitigates = any(step.phase == "mitigate" for step in steps)
        return StepGroup(
            "Mitigate" if mitigates else "Verify",
            self.md(note) if note and mitigates else "",
            first,
            steps,
        )


def _toc(context: PageContext) -> str:
    items = "".join(
        f'<li><a href="#s{n}"><b>{n}</b><span>{title}</span></a></li>'
        for n, title in context.contents
    )
    return (
        '<aside class="md-sidebar md-sidebar--secondary">'
        '<nav class="md-nav" aria-label="On this page"><p class="md-nav__title">On this page</p>'
        f'<ol>{items}</ol><p class="tiny tocn">Section numbers are the same in every entry.</p>'
        "</nav></aside>"
    )


def render_entry(
    entry: Entry,
    neighbours: Neighbours,
    env: Environment,
    prose: Prose,
    links: SiteLinks = SiteLinks(),
) -> EntryPages:
    """Render the three pages of an entry. Pure: the same arguments give the same pages."""

    def page(view: str, template: str, title: str, description: str, setting: str) -> ViewPage:
        context = PageContext(entry, neighbours, prose, view, links)
        body = env.get_template(f"faultbook/{template}.html").render(p=context)
        toc = _toc(context) if view == "engineer" else ""
        path = f"{entry.id}/{_FOLDERS[view]}"
        return ViewPage(view, path, title, description, body, toc, setting)

    plain_summary = entry.summary.replace("`", "")
    steps = counted(len(entry.on_call.steps), "step")
    return EntryPages(
        page("engineer", "engineer", entry.title, plain_summary, ""),
        page(
            "on-call",
            "on_call",
            f"On-call: {entry.title}",
            f"Runbook in {steps}. {plain_summary}",
            print_setting(entry, neighbours.cards, report=bool(links.report_on(entry))),
        ),
        page(
            "executive",
            "executive",
            entry.executive.headline,
            entry.executive.summary.replace("`", ""),
            screen_setting(entry),
        ),
    )
