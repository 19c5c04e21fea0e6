"""An entry as plain text for a terminal, one function for each view.

Commands stand alone on their lines, so that they can be copied.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from shutil import get_terminal_size
from textwrap import fill, indent
from typing import Any

from faultbook.addresses import with_numbers
from faultbook.entry import (
    Check,
    Entry,
    Evidence,
    FixStep,
    LookAlike,
    Monitor,
    Question,
    Reading,
    Setting,
    Signature,
    Snippet,
)
from faultbook.perspectives import Branch, CallStep
from faultbook.views.words import SECTIONS, of_versions

WIDTH = 96  # characters of a line of prose, where the terminal has as many
NARROW = 30  # in a narrower one the text would be a column of single words


def engineer_text(entry: Entry) -> str:
    """Return the whole article."""
    return _joined(entry, _engineer(_cited(entry)))


def on_call_text(entry: Entry) -> str:
    """Return the runbook: numbered steps, each output with the step it leads to."""
    return _joined(entry, _on_call(_cited(entry)))


def executive_text(entry: Entry) -> str:
    """Return what a manager needs: what is lost, why it returns, the decision."""
    return _joined(entry, _executive(_cited(entry)))


VIEWS: dict[str, Callable[[Entry], str]] = {
    "engineer": engineer_text,
    "on-call": on_call_text,
    "executive": executive_text,
}


def _cited(entry: Entry) -> Entry:
    """Return the entry with the numbers of its sources for the citations in its texts."""
    cited: Entry = _with_numbers(entry, entry)
    return cited


def _with_numbers(value: Any, entry: Entry) -> Any:
    if isinstance(value, tuple):
        return tuple(_with_numbers(item, entry) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        parts = {f.name: _with_numbers(getattr(value, f.name), entry) for f in fields(value)}
        return replace(value, **parts)
    return with_numbers(value, entry) if isinstance(value, str) else value


def _joined(entry: Entry, parts: Iterable[str]) -> str:
    head = [entry.title, f"{entry.id} · {entry.category} · {entry.severity} · {entry.status}"]
    return "\n".join(head) + "\n\n" + "\n".join(parts).rstrip() + "\n"


def _engineer(entry: Entry) -> Iterator[str]:
    yield _prose(entry.summary) + "\n"
    lines = [_signature(s) for s in entry.signatures]
    lines += [_prose(f"{c.kind} {c.value}: {c.means}", "- ") for c in entry.codes]
    yield from _numbered(1, lines + ([_prose(entry.no_signature)] if entry.no_signature else []))
    yield from _numbered(2, [_prose(f"{s.see.rstrip('.')}: {s.why}", "- ") for s in entry.symptoms])
    limits = f"What a match does not prove: {entry.limits}"
    yield from _numbered(3, [_prose(entry.mechanism), "", _prose(limits)])
    systems = [f"{s.system}, {s.versions}: {s.condition}" for s in entry.affected_systems]
    yield from _numbered(4, [_prose(s, "- ") for s in systems])
    yield from _numbered(5, [_check(f"5.{n}", c) for n, c in enumerate(entry.confirm, 1)])
    yield from _numbered(6, [_look_alike(a) for a in entry.look_alikes])
    causes = [f"{c.cause} ({c.likelihood}) Known by: {c.known_by}" for c in entry.causes]
    yield from _numbered(7, [_prose(c, "- ") for c in causes])
    yield from _numbered(8, [*_fix(entry)])
    guards = [_prose(g.text, "- ") + _code(g.command) for g in entry.prevention]
    yield from _numbered(9, guards + ([_alert(entry.monitor)] if entry.monitor else []))
    yield from _numbered(10, [_answer(q, entry) for q in entry.faq])
    yield from _numbered(11, [_snippet(c) for c in entry.code])
    sources = [
        _prose(f"{r.title}: {r.supports}", f"12.{n} ") + f"\n     {r.url}"
        for n, r in enumerate(entry.references, 1)
    ]
    yield from _numbered(12, sources)
    yield from _numbered(13, [_prose(known, "- ") for known in _evidence(entry.evidence)])


def _answer(question: Question, entry: Entry) -> str:
    source = with_numbers(f"[@{question.source}]", entry)
    answer = question.answer if source in question.answer else f"{question.answer} {source}"
    return _prose(question.question, "- ") + "\n" + _prose(answer, "  ")


def _evidence(evidence: Evidence) -> Iterator[str]:
    if evidence.documented:
        yield f"Documented: {evidence.documented}"
    if evidence.reported:
        threads = evidence.reported.threads
        noun = "thread" if threads == 1 else "threads"
        yield f"Reported: {threads} {noun}. {evidence.reported.text}"
    made = evidence.reproduced
    if made:
        yield f"Reproduced: {made.text} {made.script}, {made.versions}."
    elif evidence.not_reproduced:
        yield f"Not yet reproduced: {evidence.not_reproduced}"
    yield f"Added {evidence.added}, last reviewed {evidence.reviewed}."


def _fix(entry: Entry) -> Iterator[str]:
    first = len(entry.fix.mitigation) + 1
    if entry.fix.mitigation:
        yield "Mitigation: get the run going now"
    yield from (_fix_step(f"8.{n}", s) for n, s in enumerate(entry.fix.mitigation, 1))
    if entry.fix.repair:
        yield "Repair: so that it does not come back"
    yield from (_fix_step(f"8.{n}", s) for n, s in enumerate(entry.fix.repair, first))
    if entry.fix.not_a_fix:
        yield "Not a repair"
    yield from (_prose(s, "- ") for s in entry.fix.not_a_fix)
    if entry.settings:
        yield "Settings used here"
    yield from (_setting(s) for s in entry.settings)


def _on_call(entry: Entry) -> Iterator[str]:
    for number, step in enumerate(entry.on_call.steps, 1):
        yield _call_step(number, step)
    if entry.on_call.mitigation_note:
        yield _prose(entry.on_call.mitigation_note) + "\n"
    yield from _section("Stop when", [_prose(s, "- ") for s in entry.on_call.stop_when])
    wake = entry.on_call.wake
    yield from _section("Wake", [_prose(f"{wake.role}: {wake.why}")])
    yield from _section("Hand over", [_prose(s, "- ") for s in entry.on_call.hand_over])


def _executive(entry: Entry) -> Iterator[str]:
    view = entry.executive
    yield from _section(_plain(view.headline), [_prose(view.summary)])
    yield from _section("Why it comes back", [_prose(view.returns)])
    yield from _section("Who owns it", [_prose(view.owner)])
    yield from _section("What prevention costs", [_prose(view.prevention_price)])
    cost = view.cost
    hours = cost.hours_lost + cost.hours_down
    total = cost.gpus * cost.price * hours
    figures = f"{cost.gpus:g} GPUs x {cost.price:g} USD/h x {hours:g} h = {total:,.0f} USD"
    yield from _section("Cost, an example", [f"{figures}\n{_prose(cost.note)}"])
    choices = [
        _prose(f"{c.choice} (price: {c.price}) {c.result}", "* " if c.recommended else "- ")
        for c in view.choices
    ]
    yield from _section("Decision (* is recommended)", choices)


def _numbered(number: int, parts: list[str]) -> Iterator[str]:
    """A section with the number that it has on the page, so that "5.2" is the same place."""
    return _section(f"{number} {SECTIONS[number - 1]}", parts)


def _section(title: str, parts: list[str]) -> Iterator[str]:
    if parts:
        yield title.upper()
        yield "\n".join(parts) + "\n"


def _signature(signature: Signature) -> str:
    about = f"{signature.role}; {signature.program}, {of_versions(signature.versions)}"
    return f"  {signature.line}\n    ({about})"


def _check(number: str, check: Check) -> str:
    lines = [_prose(f"{check.question} ({check.where})", f"{number} ") + _code(check.command)]
    lines += [_reading("bad", check.bad), _reading("good", check.good)]
    lines += [_reading("else", other) for other in check.other]
    return "\n".join(lines)


def _reading(name: str, reading: Reading) -> str:
    output = indent(reading.output.rstrip(), "       | ")
    return f"   {name}:\n{output}\n" + _prose(reading.means, "     ")


def _look_alike(other: LookAlike) -> str:
    return _prose(f"{other.entry}: {other.check} {other.if_so}", "- ") + _code(other.command)


def _setting(setting: Setting) -> str:
    hides = f" It hides: {setting.hides}" if setting.hides else ""
    return _prose(f"{setting.name} ({setting.kind}): {setting.does}{hides}", "- ")


def _alert(monitor: Monitor) -> str:
    line = f"  {monitor.fingerprint}"
    return _prose(f"Alert on: {monitor.do}", "- ") + f"\n{line}" + _code(monitor.query)


def _snippet(snippet: Snippet) -> str:
    head = _prose(f"{snippet.title} ({snippet.stack})", "- ")
    return head + _code(snippet.code) + "\n" + _prose(snippet.why, "  ")


def _fix_step(number: str, step: FixStep) -> str:
    text = _prose(step.action, f"{number} ") + _code(step.command)
    if step.config:
        text += f"\n    {step.file or 'configuration'}:" + _code(step.config)
    rows = [("risk", step.risk), ("takes", step.takes), ("lasts", step.lasts)]
    rows += [("verify", step.verify), ("no help when", step.no_help_when)]
    said = [_prose(f"{name}: {value}", "    ") for name, value in rows if value]
    return "\n".join([text, *said])


def _call_step(number: int, step: CallStep) -> str:
    head = _prose(f"[{step.phase}] {step.title}", f"{number}. ")
    place = "\n" + _prose(step.where, "   ")
    branches = "\n".join(_branch(b) for b in step.outcomes)
    return f"{head}{place}{_code(step.command)}\n{branches}\n"


def _branch(branch: Branch) -> str:
    goal = f"step {branch.go}" if isinstance(branch.go, int) else branch.go.replace(":", " ")
    note = f" ({branch.note})" if branch.note else ""
    return _prose(f"{branch.see}{note} -> {goal}", "   - ")


def _code(code: str | None) -> str:
    return "\n\n" + indent(code.rstrip(), "      ") + "\n" if code else ""


def _prose(text: str, first: str = "") -> str:
    rest = " " * len(first)
    width = max(NARROW, min(WIDTH, get_terminal_size((WIDTH, 0)).columns))
    paragraphs = [p for p in _plain(text).split("\n\n") if p.strip()]
    filled = [
        fill(" ".join(p.split()), width, initial_indent=first if n == 0 else rest,
             subsequent_indent=rest, break_long_words=False, break_on_hyphens=False)
        for n, p in enumerate(paragraphs)
    ]  # fmt: skip
    return "\n\n".join(filled)


def _plain(text: str) -> str:
    """Take links down to the id they name."""
    return re.sub(r"\[\[([a-z0-9-]+)\]\]", r"\1", text)
