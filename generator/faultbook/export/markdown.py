"""The Markdown twin of an entry: the engineer's article as plain text, for readers elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from faultbook.addresses import with_numbers
from faultbook.entry import Check, Entry, FixStep, Reading, Signature

_LINK = re.compile(r"\[\[([a-z0-9-]+)\]\]")


def markdown_twin(entry: Entry, titles: Mapping[str, str]) -> str:
    """Return the article. `titles` gives the title of each entry by id, for links.

    The sections have the numbers of the page, so that "8.2" is the same place in both.
    """
    writer = _Writer(entry, titles)
    return "\n".join(writer.lines()).rstrip() + "\n"


class _Writer:
    def __init__(self, entry: Entry, titles: Mapping[str, str]) -> None:
        self.entry = entry
        self.titles = titles

    def prose(self, text: str) -> str:
        """Citations become [12.n], links become Markdown links."""
        cited = with_numbers(text.strip(), self.entry)
        return _LINK.sub(lambda m: self.link(m[1]), cited) if "[[" in cited else cited

    def link(self, name: str) -> str:
        return f"[{self.titles.get(name, name)}](../{name}/index.md)"

    def lines(self) -> Iterator[str]:
        entry = self.entry
        yield f"# {entry.title}"
        yield ""
        yield f"`{entry.id}` · {entry.category} · {entry.severity} · {entry.status}"
        yield ""
        yield self.prose(entry.summary)
        yield from self.signatures()
        yield from self.section(2, "Symptoms")
        yield from (f"- {self.prose(s.see)}: {self.prose(s.why)}" for s in entry.symptoms)
        yield from self.section(3, "Mechanism")
        yield self.prose(entry.mechanism)
        yield ""
        yield f"What a match does not prove: {self.prose(entry.limits)}"
        yield from self.section(4, "Affected systems")
        for system in entry.affected_systems:
            yield self.prose(f"- {system.system}, {system.versions}: {system.condition}")
        yield from self.section(5, "Confirm")
        for number, check in enumerate(entry.confirm, 1):
            yield from self.check(number, check)
        yield from self.look_alikes()
        yield from self.section(7, "Causes")
        for cause in entry.causes:
            known, often = self.prose(cause.known_by), self.prose(cause.likelihood)
            yield f"- {self.prose(cause.cause)} How often: {often}. Known by: {known}"
        yield from self.fix()
        yield from self.section(9, "Prevention")
        for guard in entry.prevention:
            yield f"- {guard.kind}: {self.prose(guard.text)}"
            yield from fenced(guard.command, guard.language)
        yield from self.section(10, "Questions")
        for question in entry.faq:
            yield f"**{self.prose(question.question)}** {self.prose(f'[@{question.source}]')}"
            yield ""
            yield self.prose(question.answer)
            yield ""
        yield from self.code_and_references()

    def section(self, number: int, title: str) -> Iterator[str]:
        yield ""
        yield f"## {number}. {title}"
        yield ""

    def signatures(self) -> Iterator[str]:
        yield from self.section(1, "Signatures")
        if self.entry.no_signature:
            yield self.prose(self.entry.no_signature)
        for signature in self.entry.signatures:
            yield from self.signature(signature)

    def signature(self, signature: Signature) -> Iterator[str]:
        program = f"{signature.program} (versions: {signature.versions})"
        yield self.prose(f"- {signature.role}, {program}")
        yield from fenced(signature.line, "text")
        for example in signature.examples:
            yield "  As printed:"
            yield from fenced(example.text, "text")

    def check(self, number: int, check: Check) -> Iterator[str]:
        yield f"### 5.{number} {self.prose(check.question)}"
        yield ""
        yield f"Where: {self.prose(check.where)}"
        yield from fenced(check.command, check.language)
        readings: list[tuple[str, Reading]] = [("Bad", check.bad), ("Good", check.good)]
        readings += [("Other", reading) for reading in check.other]
        for name, reading in readings:
            yield f"{name}: {self.prose(reading.means)}"
            yield from fenced(reading.output, "text")

    def look_alikes(self) -> Iterator[str]:
        if not self.entry.look_alikes:
            return
        yield from self.section(6, "Look-alikes")
        for other in self.entry.look_alikes:
            check, then = self.prose(other.check), self.prose(other.if_so)
            yield f"- {self.link(other.entry)}. {check} If so: {then}"

    def fix(self) -> Iterator[str]:
        yield from self.section(8, "Fix")
        fix, number = self.entry.fix, 0
        for kind, steps in (("Mitigation", fix.mitigation), ("Repair", fix.repair)):
            for step in steps:
                number += 1
                yield from self.step(f"### 8.{number} {kind}", step)
        yield from (f"Not a repair: {self.prose(text)}\n" for text in fix.not_a_fix)

    def step(self, heading: str, step: FixStep) -> Iterator[str]:
        yield heading
        yield ""
        yield self.prose(step.action)
        yield from fenced(step.command, step.language or "bash")
        if step.file:
            yield f"In `{step.file}`:"
        yield from fenced(step.config, step.language or "text")
        yield f"Risk: {self.prose(step.risk)}"
        yield f"Verify: {self.prose(step.verify)}"
        yield ""

    def code_and_references(self) -> Iterator[str]:
        if self.entry.code:
            yield from self.section(11, "Code")
        for snippet in self.entry.code:
            yield f"{self.prose(snippet.title)} ({self.prose(snippet.stack)})"
            yield from fenced(snippet.code, snippet.language)
            yield self.prose(snippet.why)
            yield ""
        yield from self.section(12, "References")
        for number, reference in enumerate(self.entry.references, 1):
            supports = self.prose(reference.supports)
            yield f"- 12.{number} [{reference.title}]({reference.url}): {supports}"


def fenced(text: str | None, language: str) -> Iterator[str]:
    """Yield a fenced block whose fence is longer than any run of back-ticks in the text."""
    if not text:
        return
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    yield ""
    yield f"{fence}{language}"
    yield text.strip("\n")
    yield fence
    yield ""
