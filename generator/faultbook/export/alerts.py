"""Alert rules from the entries' fingerprints: for Grafana Loki, and as plain expressions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import yaml

from faultbook.entry import Entry, Severity
from faultbook.export.api import Place
from faultbook.export.document import Json
from faultbook.export.readers import plain_text
from faultbook.signature import parse
from faultbook.signature.pattern import Blank, Kind, Slot, Text, Token

# What a placeholder may be, as RE2 (the engine of LogQL): as wide as the signature language has
# it or wider, never narrower, so that no line is missed.
_RE2 = {
    Kind.INT: r"[+-]?[0-9]+",
    Kind.NUM: r"[+-]?(?:[0-9.]+(?:[eE][+-]?[0-9]+)?|nan|inf)",
    Kind.HEX: r"(?:0x)?[0-9a-fA-F]+",
    Kind.WORD: r"[^\s,;()\[\]{}<>'\"`=]+",
    Kind.PATH: r"[^\s'\"`<>|(),;]+",
    Kind.HOST: r"[\w.-]+",
    Kind.IP: r"[0-9a-fA-F.:\[\]%]+",
    Kind.QUOTED: r"(?:'[^']*'|\"[^\"]*\"|`[^`]*`)",
    Kind.ANY: r".*",
}
_NOT_NAME = re.compile(r"[^A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class Rule:
    """A fingerprint to alert on."""

    entry: Entry
    expression: str


def expression(pattern: str) -> str:
    """Return a signature as a regular expression of RE2, which also Python and PCRE read.

    Raises `SignatureError` if the signature cannot be parsed.
    """
    return "(?i)" + "".join(_part(token) for token in parse(pattern).tokens)


def _part(token: Token) -> str:
    match token:
        case Text(text):
            return _quoted(text)
        case Blank():
            return r"\s+"
        case Slot(kind, choices) if choices:
            del kind
            return "(?:" + "|".join(_quoted(choice) for choice in choices) + ")"
        case Slot(kind):
            return _RE2[kind]
    raise AssertionError(token)


def _quoted(text: str) -> str:
    """Escape for RE2; a space stands for any run of blanks, letters beyond ASCII stay."""
    return re.sub(r"([\\.+*?()|\[\]{}^$])", r"\\\1", text).replace(" ", r"\s+")


def rules(corpus: Iterable[Entry]) -> Iterator[Rule]:
    """Yield a rule for each entry that has a fingerprint to alert on."""
    for entry in corpus:
        if entry.monitor is not None:
            yield Rule(entry, expression(entry.monitor.fingerprint))


def loki_rules(corpus: Iterable[Entry], place: Place, selector: str) -> str:
    """Return a rule file for Loki's ruler. `selector` picks the log streams, as in LogQL."""
    made: list[Json] = [
        {
            "alert": "".join(p.capitalize() for p in _NOT_NAME.split(rule.entry.id)),
            "expr": f"sum(count_over_time({selector} |~ {_literal(rule.expression)} [5m])) > 0",
            "labels": {
                "severity": "info" if rule.entry.severity == Severity.HARMLESS else "page",
                "category": str(rule.entry.category),
                "faultbook": rule.entry.id,
            },
            "annotations": {
                "summary": rule.entry.title,
                "description": plain_text(rule.entry.monitor.do if rule.entry.monitor else ""),
                "runbook_url": place.to(f"{rule.entry.id}/on-call/"),
            },
        }
        for rule in rules(corpus)
    ]
    groups = {"groups": [{"name": "faultbook", "rules": made}]}
    return yaml.safe_dump(groups, sort_keys=False, allow_unicode=True, width=1_000)


def _literal(text: str) -> str:
    """Return a string of LogQL: raw between back-ticks, or quoted when it holds one."""
    if "`" not in text:
        return f"`{text}`"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
