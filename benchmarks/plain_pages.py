"""An entry as an author of stock MkDocs would write it: three pages of plain Markdown.

They say what the three views say, in the same order: tables where the views have tables, fenced
blocks where they have commands, output and code, and each citation a link.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from faultbook.addresses import source_numbers
from faultbook.entry import Entry, FixStep, Reading, Signature
from faultbook.export.markdown import fenced
from faultbook.views.cite import bibtex, sentence
from faultbook.views.cost import dollars
from faultbook.views.neighbours import lead_signature
from faultbook.views.words import (
    CODE_KINDS,
    GUARDS,
    ROLES,
    SECTIONS,
    SETTING_KINDS,
    SEVERITIES,
    category_name,
)

_CITE = re.compile(r"\[@([a-z0-9-]+)\]")
_LINK = re.compile(r"\[\[([a-z0-9-]+)\]\]")


def plain_pages(entry: Entry, titles: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield path and text of the three pages. `titles` gives the title of each entry by id."""
    views = (
        ("index", lambda page: page.engineer()),
        ("on-call", lambda page: page.on_call()),
        ("executive", lambda page: page.executive()),
    )
    for name, lines in views:
        page = _Page(entry, titles, name, source_numbers(entry))
        yield f"{entry.id}/{name}.md", "\n".join(lines(page)) + "\n"


@dataclass(frozen=True)
class _Page:
    entry: Entry
    titles: Mapping[str, str]
    name: str
    numbers: Mapping[str, int]

    def say(self, text: str) -> str:
        """Citations and names of entries become links."""
        at = "" if self.name == "index" else "index.md"
        cited = _CITE.sub(
            lambda m: f"[12.{self.numbers.get(m[1], 0)}]({at}#12-{SECTIONS[11].lower()})", text
        )
        return _LINK.sub(lambda m: self.link(m[1]), cited.strip())

    def link(self, name: str) -> str:
        return f"[{self.titles.get(name, name)}](../{name}/{self.name}.md)"

    def table(self, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
        yield ""
        yield f"| {' | '.join(heads)} |"
        yield f"|{'---|' * len(heads)}"
        for row in rows:
            cells = (self.say(cell).replace("|", r"\|").replace("\n", " ") for cell in row)
            yield f"| {' | '.join(cells)} |"
        yield ""

    def head(self, title: str) -> Iterator[str]:
        entry = self.entry
        yield f"# {title}"
        yield ""
        yield f"[Failures](../index.md) / {category_name(entry.category)}"
        yield ""
        yield f"**{SEVERITIES[entry.severity].word}** `{entry.id}`"
        yield ""
        yield "[Engineer](index.md) [On-call](on-call.md) [Executive](executive.md)"
        yield ""

    def section(self, number: int) -> Iterator[str]:
        yield from ("", f"## {number} {SECTIONS[number - 1]}", "")

    def engineer(self) -> Iterator[str]:
        entry = self.entry
        yield from self.head(entry.title)
        yield self.say(entry.summary)
        yield from self.section(1)
        yield self.say(entry.no_signature or "")
        for signature in entry.signatures:
            yield from self.signature(signature)
        codes = ((CODE_KINDS[c.kind], f"`{c.value}`", c.means) for c in entry.codes)
        if entry.codes:
            yield from self.table(("Kind", "Value", "What it says"), codes)
        yield from self.section(2)
        yield from self.table(("What you see", "Why"), ((s.see, s.why) for s in entry.symptoms))
        yield from self.section(3)
        yield self.say(entry.mechanism)
        yield from ("", "### What a match does not prove", "", self.say(entry.limits))
        yield from self.section(4)
        systems = ((s.system, s.versions, s.condition) for s in entry.affected_systems)
        yield from self.table(("System", "Versions", "Condition"), systems)
        yield from self.confirm()
        yield from self.look_alikes()
        yield from self.section(7)
        causes = ((c.cause, c.likelihood, c.known_by) for c in entry.causes)
        yield from self.table(("Root cause", "How often", "How one knows"), causes)
        yield from self.fix()
        yield from self.prevention()
        yield from self.rest()

    def signature(self, signature: Signature) -> Iterator[str]:
        yield from fenced(signature.line, "text")
        role = ROLES[signature.role].word
        where = f" {signature.printed_by}" if signature.printed_by else ""
        yield f"**{role}** {signature.program}, {signature.versions}{where}"
        yield ""
        yield self.say(signature.note or "")
        for example in signature.examples:
            yield from ("", self.say(f"Matches: [@{example.source}]"))
            yield from fenced(example.text, "text")
        for miss in signature.near_misses:
            yield from ("", self.say(f"Must not: {miss.why}"))
            yield from fenced(miss.text, "text")

    def confirm(self) -> Iterator[str]:
        yield from self.section(5)
        for number, check in enumerate(self.entry.confirm, 1):
            yield from ("", f"### 5.{number} {self.say(check.question)}", "", self.say(check.where))
            yield from fenced(check.command, check.language)
            for word, reading in (("Bad", check.bad), ("Good", check.good)):
                yield from self.reading(word, reading)
            for reading in check.other:
                yield from self.reading("Otherwise", reading)

    def reading(self, word: str, reading: Reading) -> Iterator[str]:
        yield from ("", f"**{word}**")
        yield from fenced(reading.output, "text")
        yield self.say(reading.means)

    def look_alikes(self) -> Iterator[str]:
        if self.entry.look_alikes:
            yield from self.section(6)
            rows = (
                (f"[[{a.entry}]]", f"{a.check} `{a.command}`" if a.command else a.check, a.if_so)
                for a in self.entry.look_alikes
            )
            yield from self.table(("It may be instead", "The check that decides", "If so"), rows)

    def fix(self) -> Iterator[str]:
        fix = self.entry.fix
        yield from self.section(8)
        first = 1
        for kind, steps in (("Mitigation", fix.mitigation), ("Repair", fix.repair)):
            for number, step in enumerate(steps, first):
                yield from self.step(f"### 8.{number} {kind}", step)
            first += len(steps)
        yield from (f"\n**Not a repair:** {self.say(text)}\n" for text in fix.not_a_fix)
        if self.entry.settings:
            rows = (
                (f"`{s.name}` {SETTING_KINDS[s.kind]}", s.does, s.hides or "")
                for s in self.entry.settings
            )
            yield from self.table(("Setting", "What it does", "What it hides"), rows)

    def step(self, heading: str, step: FixStep) -> Iterator[str]:
        yield from ("", heading, "", self.say(step.action))
        yield from fenced(step.command, step.language or "bash")
        if step.file:
            yield f"In `{step.file}`:"
        yield from fenced(step.config, step.language or "text")
        said = (("Risk", step.risk), ("Takes", step.takes), ("Lasts", step.lasts))
        for word, text in (*said, ("Verify", step.verify), ("No help when", step.no_help_when)):
            if text:
                yield from ("", f"**{word}** {self.say(text)}")

    def prevention(self) -> Iterator[str]:
        yield from self.section(9)
        for guard in self.entry.prevention:
            yield from ("", f"### {GUARDS[guard.kind]}", "", self.say(guard.text))
            yield from fenced(guard.command, guard.language)
        if monitor := self.entry.monitor:
            yield from ("", "### Alert on", "", self.say(monitor.do))
            yield from fenced(monitor.fingerprint, "text")
            yield from fenced(monitor.query, monitor.language or "text")

    def rest(self) -> Iterator[str]:
        entry, evidence = self.entry, self.entry.evidence
        yield from self.section(10)
        for one in entry.faq:
            yield from ("", f"### {self.say(one.question)}", "")
            yield self.say(f"{one.answer} [@{one.source}]")
        if entry.code:
            yield from self.section(11)
        for snippet in entry.code:
            yield from ("", f"**{snippet.title}** {snippet.stack}")
            yield from fenced(snippet.code, snippet.language)
            yield self.say(snippet.why)
        yield from self.section(12)
        rows = (
            (f"12.{n}", r.kind, f"[{r.title}]({r.url})", r.supports)
            for n, r in enumerate(entry.references, 1)
        )
        yield from self.table(("Number", "Kind", "Source", "What it supports"), rows)
        yield from self.section(13)
        yield self.say(evidence.documented or "Not documented")
        reported = evidence.reported
        yield from (
            "",
            self.say(f"{reported.threads} threads. {reported.text}" if reported else ""),
        )
        yield from ("", self.say(evidence.not_reproduced or ""))
        yield from ("", f"Added {evidence.added}, last reviewed {evidence.reviewed}.", "")
        yield sentence(entry, "S", "")
        yield from fenced(bibtex(entry, "S", ""), "text")
        yield from ("", "## Related", "", *(f"- {self.link(n)}" for n in entry.relations.see_also))
        yield from ("", f"Tags: {', '.join(entry.tags)}")

    def on_call(self) -> Iterator[str]:
        entry, runbook = self.entry, self.entry.on_call
        yield from self.head(entry.title)
        yield "You are in the right place if the log shows"
        lead = lead_signature(entry)
        if lead:
            yield from fenced(lead.line, "text")
            yield from fenced(lead.examples[0].text if lead.examples else None, "text")
        for number, step in enumerate(runbook.steps, 1):
            yield from ("", f"## {number}. {self.say(step.title)}", "", self.say(step.where))
            yield from fenced(step.command, "bash")
            for outcome in step.outcomes:
                goes = f"**{outcome.go}** {self.say(outcome.note or '')}"
                yield f"- {self.say(outcome.see)}: {goes}"
        yield from ("", self.say(runbook.mitigation_note or ""), "", "## Stop and escalate", "")
        yield from ("### Stop when", "", *(f"- {self.say(text)}" for text in runbook.stop_when))
        yield from ("", "### Wake", "", f"**{runbook.wake.role}**: {self.say(runbook.wake.why)}")
        yield from ("", "### Hand over", "", *(f"- {self.say(text)}" for text in runbook.hand_over))

    def executive(self) -> Iterator[str]:
        said = self.entry.executive
        yield from self.head(said.headline)
        yield from (f"Technical title: {self.entry.title}", "", self.say(said.summary), "")
        yield from ("## What one occurrence costs", "")
        cost = said.cost
        if cost.gpus:
            hours = f"({cost.hours_lost} + {cost.hours_down} hours)"
            yield f"{cost.gpus} GPUs x ${cost.price} x {hours}"
            yield f"= {dollars(cost)}"
        yield from ("", self.say(cost.note), "", "## Will it return?", "", self.say(said.returns))
        yield from ("", "## Who owns it", "", self.say(said.owner))
        yield from ("", "## Price of prevention", "", self.say(said.prevention_price), "")
        rows = ((c.choice, c.price, c.result) for c in said.choices)
        yield from ("## The decision", *self.table(("Choice", "Price", "What you get"), rows))
