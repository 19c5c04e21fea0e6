"""An entry as plain text for a terminal, one function for each view.

Commands stand alone on their lines, so that they can be copied.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from textwrap import fill, indent

from faultbook.entry import Branch, CallStep, Check, Entry, FixStep, Reading, Signature

WIDTH = 96


def engineer_text(entry: Entry) -> str:
    """Return the whole article."""
    return _joined(entry, _engineer(entry))


def on_call_text(entry: Entry) -> str:
    """Return the runbook: numbered steps, each output with the step it leads to."""
    return _joined(entry, _on_call(entry))


def executive_text(entry: Entry) -> str:
    """Return what a manager needs: what is lost, why it returns, the decision."""
    return _joined(entry, _executive(entry))


VIEWS: dict[str, Callable[[Entry], str]] = {
    "engineer": engineer_text,
    "on-call": on_call_text,
    "executive": executive_text,
}


def _joined(entry: Entry, parts: Iterable[str]) -> str:
    head = [entry.title, f"{entry.id} · {entry.category} · {entry.severity} · {entry.status}"]
    return "\n".join(head) + "\n\n" + "\n".join(parts).rstrip() + "\n"


def _engineer(entry: Entry) -> Iterator[str]:
    yield from _section("Summary", [_prose(entry.summary)])
    yield from _section("Lines it prints", [_signature(s) for s in entry.signatures])
    if entry.no_signature:
        yield from _section("No line", [_prose(entry.no_signature)])
    yield from _section("Symptoms", [_prose(f"{s.see}: {s.why}", "- ") for s in entry.symptoms])
    yield from _section("Mechanism", [_prose(entry.mechanism)])
    yield from _section("Limits", [_prose(entry.limits)])
    systems = [f"{s.system}, {s.versions}: {s.condition}" for s in entry.affected_systems]
    yield from _section("Affected systems", [_prose(s, "- ") for s in systems])
    checks = [_check(n, c) for n, c in enumerate(entry.confirm, 1)]
    yield from _section("Confirm", checks)
    likes = [f"{a.entry}: {a.check} {a.if_so}" for a in entry.look_alikes]
    yield from _section("Look-alikes", [_prose(a, "- ") for a in likes])
    causes = [f"{c.cause} ({c.likelihood}) Known by: {c.known_by}" for c in entry.causes]
    yield from _section("Causes", [_prose(c, "- ") for c in causes])
    yield from _section("Mitigation", [_fix_step(s) for s in entry.fix.mitigation])
    yield from _section("Repair", [_fix_step(s) for s in entry.fix.repair])
    yield from _section("Does not help", [_prose(s, "- ") for s in entry.fix.not_a_fix])
    guards = [_prose(g.text, "- ") + _code(g.command) for g in entry.prevention]
    yield from _section("Prevention", guards)
    answers = [_prose(q.question, "- ") + "\n" + _prose(q.answer, "  ") for q in entry.faq]
    yield from _section("Questions", answers)
    snippets = [_prose(f"{c.title} ({c.stack})", "- ") + _code(c.code) for c in entry.code]
    yield from _section("Code", snippets)
    sources = [f"- {r.title}: {r.supports}\n  {r.url}" for r in entry.references]
    yield from _section("References", sources)


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


def _section(title: str, parts: list[str]) -> Iterator[str]:
    if parts:
        yield title.upper()
        yield "\n".join(parts) + "\n"


def _signature(signature: Signature) -> str:
    about = f"{signature.role}; {signature.program} {signature.versions}"
    return f"  {signature.line}\n    ({about})"


def _check(number: int, check: Check) -> str:
    lines = [_prose(f"{check.question} ({check.where})", f"{number}. ") + _code(check.command)]
    lines += [_reading("bad", check.bad), _reading("good", check.good)]
    lines += [_reading("else", other) for other in check.other]
    return "\n".join(lines)


def _reading(name: str, reading: Reading) -> str:
    output = indent(reading.output.rstrip(), "       | ")
    return f"   {name}:\n{output}\n" + _prose(reading.means, "     ")


def _fix_step(step: FixStep) -> str:
    text = _prose(step.action, "- ") + _code(step.command)
    if step.config:
        text += f"\n  {step.file or 'configuration'}:" + _code(step.config)
    rows = [("risk", step.risk), ("takes", step.takes), ("lasts", step.lasts)]
    rows += [("verify", step.verify), ("no help when", step.no_help_when)]
    return text + "".join("\n" + _prose(f"{name}: {value}", "  ") for name, value in rows if value)


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
    paragraphs = [p for p in _plain(text).split("\n\n") if p.strip()]
    filled = [
        fill(" ".join(p.split()), WIDTH, initial_indent=first if n == 0 else rest,
             subsequent_indent=rest, break_long_words=False, break_on_hyphens=False)
        for n, p in enumerate(paragraphs)
    ]  # fmt: skip
    return "\n\n".join(filled)


def _plain(text: str) -> str:
    """Take citations out and links down to the id they name."""
    return re.sub(r"\[\[([a-z0-9-]+)\]\]", r"\1", re.sub(r"\s*\[@[a-z0-9-]+\]", "", text))
