"""The signature index: everything that a diagnosis needs of a corpus, as one artefact.

`to_json` writes what the command line caches and what the web page and editors load; its
bytes depend on the entries alone. `faultbook.signature.compile` makes an index from entries;
this module knows no entry, so that a diagnosis can start without loading the corpus.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from faultbook.signature.match import Match, match, matches
from faultbook.signature.pattern import Pattern, parse
from faultbook.signature.rarity import Phrase

VERSION = 2
"""The version of the artefact; a reader refuses any other."""


class IndexFormatError(ValueError):
    """An artefact that this version cannot read."""


@dataclass(frozen=True, slots=True)
class Command:
    """A check or an action that an entry gives, in short."""

    text: str
    where: str | None = None
    command: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step may show, and where that leads: a step's number, `done`, `stop`, `entry:ID`."""

    see: str
    go: int | str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class FirstStep:
    """The first step of an entry's runbook that has a command, by its number there."""

    number: int
    title: str
    where: str
    command: str | None
    outcomes: tuple[Outcome, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexedEntry:
    """What a diagnosis says of an entry. Relations and look-alikes are ids.

    `first` is where the runbook begins, `fix` the page's 8.1; `named` holds the checks that
    these and `verify` name, by their numbers on the page.
    """

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
    first: FirstStep | None = None
    fix: Command | None = None
    verify: str | None = None
    named: tuple[tuple[str, Command], ...] = ()


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
        role: what a match says, a value of `faultbook.entry.Role`; None for a companion.
        whole: it must be the whole message.
        all_of, unless: companions.
        literals: numbers of the literals of which a matching line has at least one.
    """

    entry: int
    text: str
    role: str | None
    whole: bool
    all_of: tuple[Near, ...]
    unless: tuple[Near, ...]
    literals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SignatureIndex:
    """All rules of a corpus.

    A line that has none of a rule's literals cannot match it.
    """

    entries: tuple[IndexedEntry, ...]
    rules: tuple[Rule, ...]
    literals: tuple[Phrase, ...]
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
            "entries": [entry_out(entry) for entry in self.entries],
            "literals": [literal.text for literal in self.literals],
            "anchors": [literal.anchor for literal in self.literals],
            "rules": [rule_out(rule) for rule in self.rules],
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
                tuple(map(Phrase, document["literals"], document["anchors"])),
            )
        except (AttributeError, KeyError, TypeError, UnicodeDecodeError, ValueError) as error:
            if isinstance(error, IndexFormatError):
                raise
            raise IndexFormatError(f"this is no signature index: {error}") from error


# The artefact is read by other programs, so its keys are spelled out here, both ways.
_ENTRY_TEXTS = ("id", "title", "category", "severity", "summary")
_ENTRY_LISTS = ("components", "aliases", "causes", "caused_by", "look_alikes")


def entry_out(entry: IndexedEntry) -> dict[str, Any]:
    """Return what the artefact says of an entry."""
    out: dict[str, Any] = {name: getattr(entry, name) for name in _ENTRY_TEXTS}
    out |= {name: list(getattr(entry, name)) for name in _ENTRY_LISTS if getattr(entry, name)}
    if entry.first:
        out["first"] = _first_out(entry.first)
    if entry.fix:
        out["fix"] = _command_out(entry.fix)
    if entry.verify:
        out["verify"] = entry.verify
    if entry.named:
        out["named"] = {address: _command_out(command) for address, command in entry.named}
    return out


def _command_out(command: Command) -> list[str | None]:
    return [command.text, command.where, command.command]


def _first_out(step: FirstStep) -> list[Any]:
    outcomes = [[outcome.see, outcome.go, outcome.note] for outcome in step.outcomes]
    return [step.number, step.title, step.where, step.command, outcomes]


def _first_in(stored: list[Any]) -> FirstStep:
    number, title, where, command, outcomes = stored
    return FirstStep(number, title, where, command, tuple(Outcome(*each) for each in outcomes))


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
        first=_first_in(stored["first"]) if "first" in stored else None,
        fix=Command(*stored["fix"]) if "fix" in stored else None,
        verify=stored.get("verify"),
        named=tuple((at, Command(*check)) for at, check in stored.get("named", {}).items()),
    )


def rule_out(rule: Rule) -> dict[str, Any]:
    """Return what the artefact says of a rule."""
    out: dict[str, Any] = {"e": rule.entry, "p": rule.text}
    if rule.role:
        out["r"] = rule.role
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
        stored.get("r"),
        stored.get("w", False),
        tuple(Near(*near) for near in stored.get("all", ())),
        tuple(Near(*near) for near in stored.get("not", ())),
        tuple(stored["lit"]),
    )
