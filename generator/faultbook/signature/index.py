"""The signature index: everything that a diagnosis needs of a corpus, as one artefact.

`compile_index` makes it from entries; `to_json` writes what the command line caches and
what the web page and editors load. The bytes depend on the entries alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from faultbook.entry import Check, Companion, Entry, FixStep, Role, Status
from faultbook.signature.match import Match, match, matches
from faultbook.signature.pattern import Pattern, parse
from faultbook.signature.rarity import best_phrases

VERSION = 1
"""The version of the artefact; a reader refuses any other."""


class IndexFormatError(ValueError):
    """An artefact that this version cannot read."""


@dataclass(frozen=True, slots=True)
class Command:
    """The first check, or the first action, that an entry gives, in short."""

    text: str
    where: str | None = None
    command: str | None = None


@dataclass(frozen=True, slots=True)
class IndexedEntry:
    """What a diagnosis says of an entry. Relations and look-alikes are ids."""

    id: str
    title: str
    category: str
    severity: str
    summary: str
    components: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    caused_by: tuple[str, ...] = ()
    look_alikes: tuple[str, ...] = ()
    confirm: Command | None = None
    fix: Command | None = None
    verify: str | None = None


@dataclass(frozen=True, slots=True)
class Near:
    """A companion of a rule: the rule (by number) that must, or must not, match near it.

    Attributes:
        rule: number of the companion's rule.
        within: at most so many lines away; None is anywhere in the logs given.
        scope: `any` or `same-rank`.
        where: `before`, `after` or `around`.
    """

    rule: int
    within: int | None
    scope: str
    where: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One pattern to match: a signature of an entry, or a companion (`entry` is -1).

    Attributes:
        entry: number of the entry, or -1.
        text: the pattern, in the signature language.
        role: what a match says; None for a companion.
        whole: it must be the whole message.
        all_of, unless: companions.
        literals: numbers of the phrases of which a matching line has at least one.
    """

    entry: int
    text: str
    role: Role | None
    whole: bool
    all_of: tuple[Near, ...]
    unless: tuple[Near, ...]
    literals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SignatureIndex:
    """All rules of a corpus.

    `literals` are phrases: folded text, one space for any run of blanks. A line without
    any phrase of a rule cannot match it.
    """

    entries: tuple[IndexedEntry, ...]
    rules: tuple[Rule, ...]
    literals: tuple[str, ...]
    _patterns: dict[int, Pattern] = field(default_factory=dict, compare=False, repr=False)

    def pattern(self, rule: int) -> Pattern:
        """The parsed pattern of a rule; parsed when first asked for."""
        pattern = self._patterns.get(rule)
        if pattern is None:
            stored = self.rules[rule]
            pattern = parse(stored.text, whole_line=stored.whole, minimum=0)
            self._patterns[rule] = pattern
        return pattern

    def matches(self, rule: int, line: str) -> bool:
        """Whether a rule's pattern matches a line (the message, if it is a whole-line rule)."""
        return matches(self.pattern(rule), line, whole=self.rules[rule].whole)

    def match(self, rule: int, line: str) -> Match | None:
        """The match of a rule's pattern, with the values of its placeholders."""
        return match(self.pattern(rule), line, whole=self.rules[rule].whole)

    def to_json(self) -> str:
        """The artefact, as compact JSON."""
        document = {
            "v": VERSION,
            "entries": [_entry_out(entry) for entry in self.entries],
            "literals": list(self.literals),
            "rules": [_rule_out(rule) for rule in self.rules],
        }
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str | bytes) -> SignatureIndex:
        """The index that `to_json` wrote.

        Raises:
            IndexFormatError: the text is no artefact of this version.
        """
        try:
            document = json.loads(text)
            if document["v"] != VERSION:
                raise IndexFormatError(
                    f"the signature index has version {document['v']}, not {VERSION}: "
                    "build it again"
                )
            return cls(
                tuple(_entry_in(entry) for entry in document["entries"]),
                tuple(_rule_in(rule) for rule in document["rules"]),
                tuple(document["literals"]),
            )
        except (AttributeError, KeyError, TypeError, UnicodeDecodeError, ValueError) as error:
            if isinstance(error, IndexFormatError):
                raise
            raise IndexFormatError(f"this is no signature index: {error}") from error


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
        self._signatures: list[tuple[int, Role, str, bool, list[Companion], list[Companion]]] = []

    def add(self, entry: Entry) -> None:
        """Take in an entry and its signatures."""
        number = len(self._entries)
        self._entries.append(_indexed(entry))
        for signature in entry.signatures:
            self._signatures.append(
                (
                    number,
                    signature.role,
                    signature.line,
                    signature.whole_line,
                    list(signature.all_of),
                    list(signature.unless),
                )
            )

    def finish(self) -> SignatureIndex:
        """Number companions and literals, and freeze the index."""
        companions: dict[str, int] = {}
        literals: dict[str, int] = {}
        rules: list[Rule] = []

        def near(companion: Companion) -> Near:
            rule = companions.setdefault(companion.line, len(self._signatures) + len(companions))
            return Near(rule, companion.within, companion.scope, companion.where)

        def phrases(pattern: Pattern) -> tuple[int, ...]:
            return tuple(
                literals.setdefault(phrase, len(literals)) for phrase in best_phrases(pattern)
            )

        for number, role, text, whole, all_of, unless in self._signatures:
            pattern = parse(text, whole_line=whole)
            found = tuple(map(near, all_of)), tuple(map(near, unless))
            rules.append(Rule(number, text, role, whole, *found, phrases(pattern)))
        for text in companions:
            pattern = parse(text, minimum=1)
            rules.append(Rule(-1, text, None, False, (), (), phrases(pattern)))
        return SignatureIndex(tuple(self._entries), tuple(rules), tuple(literals))


def _indexed(entry: Entry) -> IndexedEntry:
    step = next(iter((*entry.fix.mitigation, *entry.fix.repair)), None)
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
        confirm=_check(entry.confirm[0]) if entry.confirm else None,
        fix=_action(step) if step else None,
        verify=step.verify if step else None,
    )


def _check(check: Check) -> Command:
    return Command(check.question, check.where, check.command)


def _action(step: FixStep) -> Command:
    return Command(step.action, step.file, step.command or step.config)


# The artefact is read by other programs, so its keys are spelled out here, both ways.
_ENTRY_TEXTS = ("id", "title", "category", "severity", "summary")
_ENTRY_LISTS = ("components", "aliases", "causes", "caused_by", "look_alikes")


def _entry_out(entry: IndexedEntry) -> dict[str, Any]:
    out: dict[str, Any] = {name: getattr(entry, name) for name in _ENTRY_TEXTS}
    out |= {name: list(getattr(entry, name)) for name in _ENTRY_LISTS if getattr(entry, name)}
    for name, command in (("confirm", entry.confirm), ("fix", entry.fix)):
        if command:
            out[name] = [command.text, command.where, command.command]
    if entry.verify:
        out["verify"] = entry.verify
    return out


def _entry_in(stored: dict[str, Any]) -> IndexedEntry:
    return IndexedEntry(
        id=stored["id"],
        title=stored["title"],
        category=stored["category"],
        severity=stored["severity"],
        summary=stored["summary"],
        components=tuple(stored.get("components", ())),
        aliases=tuple(stored.get("aliases", ())),
        causes=tuple(stored.get("causes", ())),
        caused_by=tuple(stored.get("caused_by", ())),
        look_alikes=tuple(stored.get("look_alikes", ())),
        confirm=Command(*stored["confirm"]) if "confirm" in stored else None,
        fix=Command(*stored["fix"]) if "fix" in stored else None,
        verify=stored.get("verify"),
    )


def _rule_out(rule: Rule) -> dict[str, Any]:
    out: dict[str, Any] = {"e": rule.entry, "p": rule.text}
    if rule.role:
        out["r"] = rule.role.value
    if rule.whole:
        out["w"] = True
    for name, companions in (("all", rule.all_of), ("not", rule.unless)):
        if companions:
            out[name] = [[near.rule, near.within, near.scope, near.where] for near in companions]
    out["lit"] = list(rule.literals)
    return out


def _rule_in(stored: dict[str, Any]) -> Rule:
    return Rule(
        stored["e"],
        stored["p"],
        Role(stored["r"]) if "r" in stored else None,
        stored.get("w", False),
        tuple(Near(*near) for near in stored.get("all", ())),
        tuple(Near(*near) for near in stored.get("not", ())),
        tuple(stored["lit"]),
    )
