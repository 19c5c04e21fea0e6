"""The signature index, joined from what each entry adds to it.

Finding the rarest phrase of each pattern takes nearly all the time of compiling, and depends on
the entry alone: so a build keeps it, and numbers rules and literals anew each time. The text is
that of `compile_sound(entries).to_json()`, byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from faultbook.entry import Entry
from faultbook.signature.compile import compile_index
from faultbook.signature.index import VERSION, Near, SignatureIndex, entry_out, rule_out
from faultbook.signature.pattern import SignatureError

Literals: TypeAlias = tuple[tuple[str, str], ...]
"""Phrases and their anchors."""

Company: TypeAlias = tuple[tuple[str, int | None, str, str], ...]
"""Companions: the pattern, and `within`, `scope` and `where` of `Near`."""


@dataclass(frozen=True, slots=True)
class RulePart:
    """A signature: the JSON of its pattern, role and kind; its company; its literals."""

    head: str
    all_of: Company
    unless: Company
    literals: Literals


@dataclass(frozen=True, slots=True)
class IndexPart:
    """What one entry adds: its JSON, its signatures, and the literals of its companions."""

    entry: str
    rules: tuple[RulePart, ...]
    companions: tuple[tuple[str, Literals], ...]


def index_part(entry: Entry) -> IndexPart | None:
    """Return the part of an entry; `None` if it is deprecated or cannot be compiled."""
    try:
        index = compile_index((entry,))
    except SignatureError:
        return None
    if not index.entries:
        return None
    own = len(entry.signatures)
    return IndexPart(
        _json(entry_out(index.entries[0])),
        tuple(
            RulePart(
                _members({k: v for k, v in rule_out(rule).items() if k in ("p", "r", "w")}),
                _company(index, rule.all_of),
                _company(index, rule.unless),
                _literals(index, number),
            )
            for number, rule in enumerate(index.rules[:own])
        ),
        tuple((index.rules[n].text, _literals(index, n)) for n in range(own, len(index.rules))),
    )


def joined_index(parts: Iterable[IndexPart | None]) -> str:
    """Return the JSON of the index of entries, whose parts are given in the order of their ids."""
    found = [part for part in parts if part is not None]
    signatures = sum(len(part.rules) for part in found)
    patterns: dict[str, Literals] = {}
    for part in found:
        for text, literals in part.companions:
            patterns.setdefault(text, literals)
    companions: dict[str, int] = {}
    numbers: dict[tuple[str, str], int] = {}

    def near(name: str, company: Company) -> str:
        if not company:
            return ""
        rows = [
            [companions.setdefault(text, signatures + len(companions)), *rest]
            for text, *rest in company
        ]
        return f',"{name}":{_json(rows)}'

    def literal(literals: Literals) -> str:
        return ",".join(str(numbers.setdefault(one, len(numbers))) for one in literals)

    rules = [
        f'{{"e":{number},{rule.head}{near("all", rule.all_of)}{near("not", rule.unless)}'
        f',"lit":[{literal(rule.literals)}]}}'
        for number, part in enumerate(found)
        for rule in part.rules
    ]
    rules += [
        f'{{"e":-1,"p":{_json(text)},"lit":[{literal(patterns[text])}]}}' for text in companions
    ]
    return (
        f'{{"v":{VERSION},"entries":[{",".join(part.entry for part in found)}]'
        f',"literals":{_json([text for text, _ in numbers])}'
        f',"anchors":{_json([anchor for _, anchor in numbers])}'
        f',"rules":[{",".join(rules)}]}}'
    )


def _company(index: SignatureIndex, company: tuple[Near, ...]) -> Company:
    return tuple((index.rules[n.rule].text, n.within, n.scope, n.where) for n in company)


def _literals(index: SignatureIndex, rule: int) -> Literals:
    found = [index.literals[number] for number in index.rules[rule].literals]
    return tuple((phrase.text, phrase.anchor) for phrase in found)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _members(value: dict[str, object]) -> str:
    return _json(value)[1:-1]
