"""From entries to a signature index."""

from __future__ import annotations

from collections.abc import Iterable

from faultbook.addresses import checks_named, without_citations
from faultbook.entry import Check, Companion, Entry, FixStep, Signature, Status
from faultbook.signature.index import (
    Command,
    FirstStep,
    IndexedEntry,
    Near,
    Outcome,
    Rule,
    SignatureIndex,
)
from faultbook.signature.pattern import Pattern, parse
from faultbook.signature.rarity import Phrase, best_phrases


def compile_index(entries: Iterable[Entry]) -> SignatureIndex:
    """Compile the signatures of entries, in the order of their ids.

    Deprecated entries are left out. A companion that several signatures name is one rule.

    Raises:
        SignatureError: a pattern is not valid; entries that passed the checks have none.
    """
    compiler = _Compiler()
    for entry in sorted(entries, key=lambda entry: entry.id):
        if entry.status != Status.DEPRECATED:
            compiler.add(entry)
    return compiler.finish()


class _Compiler:
    """Gathers rules; companions come after all signatures."""

    def __init__(self) -> None:
        self._entries: list[IndexedEntry] = []
        self._signatures: list[tuple[int, Signature]] = []

    def add(self, entry: Entry) -> None:
        """Take in an entry and its signatures."""
        number = len(self._entries)
        self._entries.append(_indexed(entry))
        self._signatures.extend((number, signature) for signature in entry.signatures)

    def finish(self) -> SignatureIndex:
        """Number companions and literals, and freeze the index."""
        companions: dict[str, int] = {}
        literals: dict[Phrase, int] = {}
        rules: list[Rule] = []

        def near(companion: Companion) -> Near:
            rule = companions.setdefault(companion.line, len(self._signatures) + len(companions))
            return Near(rule, companion.within, companion.scope, companion.where)

        def phrases(pattern: Pattern) -> tuple[int, ...]:
            return tuple(
                literals.setdefault(phrase, len(literals)) for phrase in best_phrases(pattern)
            )

        for number, signature in self._signatures:
            pattern = parse(signature.line, whole_line=signature.whole_line)
            rules.append(
                Rule(
                    number,
                    signature.line,
                    signature.role.value,
                    signature.whole_line,
                    tuple(map(near, signature.all_of)),
                    tuple(map(near, signature.unless)),
                    phrases(pattern),
                )
            )
        for text in companions:
            pattern = parse(text, minimum=1)
            rules.append(Rule(-1, text, None, False, (), (), phrases(pattern)))
        return SignatureIndex(tuple(self._entries), tuple(rules), tuple(literals))


def _indexed(entry: Entry) -> IndexedEntry:
    step = next(iter((*entry.fix.mitigation, *entry.fix.repair)), None)
    first = _first(entry)
    return IndexedEntry(
        id=entry.id,
        title=entry.title,
        category=entry.category.value,
        severity=entry.severity.value,
        summary=entry.summary,
        components=entry.components,
        aliases=entry.aliases,
        causes=entry.relations.causes,
        caused_by=entry.relations.caused_by,
        look_alikes=tuple(other.entry for other in entry.look_alikes),
        first=first,
        fix=_action(step, entry) if step else None,
        verify=without_citations(step.verify, entry) if step else None,
        named=_named(first, step, entry),
    )


def _first(entry: Entry) -> FirstStep | None:
    """Return the first step of the runbook that has a command (or the first, if none has)."""
    steps = list(enumerate(entry.on_call.steps, 1))
    if not steps:
        return None
    number, step = next((s for s in steps if s[1].command), steps[0])
    outcomes = tuple(
        Outcome(without_citations(b.see, entry), b.go, b.note and without_citations(b.note, entry))
        for b in step.outcomes
    )
    title = without_citations(step.title, entry)
    return FirstStep(number, title, step.where, step.command, outcomes)


def _check(check: Check, entry: Entry) -> Command:
    return Command(without_citations(check.question, entry), check.where, check.command)


def _action(step: FixStep, entry: Entry) -> Command:
    action = without_citations(step.action, entry)
    return Command(action, step.file, step.command or step.config)


def _named(
    first: FirstStep | None, step: FixStep | None, entry: Entry
) -> tuple[tuple[str, Command], ...]:
    """Return the checks that the shown step, repair and verification name."""
    texts = [outcome.note or "" for outcome in first.outcomes] if first else []
    texts += [step.action, step.verify] if step else []
    named = checks_named(tuple(texts), entry)
    return tuple((at, _check(check, entry)) for at, check in named.items())
