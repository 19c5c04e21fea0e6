"""Sound entries for tests, with one thing changed at a time."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from faultbook.checks.facts import Facts, facts_of
from faultbook.checks.model import Subject, World
from faultbook.checks.texts import texts_of
from faultbook.entry import Entry, Example, NearMiss, Role, Signature, Snippet
from faultbook.perspectives import OnCall
from faultbook.source.entries import load_file

SOUND = Path(__file__).resolve().parents[1] / "broken" / "sound.yaml"
_LOADED = load_file(SOUND)


def entry(**changes: Any) -> Entry:
    assert _LOADED.entry is not None
    return replace(_LOADED.entry, **changes)


def subject(**changes: Any) -> Subject:
    assert _LOADED.document is not None
    made = entry(**changes)
    return Subject(made, texts_of(made), made.id, None, _LOADED.document)


def facts(**changes: Any) -> Facts:
    made = entry(**changes)
    return facts_of(made, texts_of(made), f"entries/{made.category}/{made.id}.yaml")


def world(*entries: Facts, root: Path = Path("/nowhere"), today: str = "2026-11-30") -> World:
    return World({f.id: f for f in entries}, (), frozenset(), str(root), today)


def signature(line: str, *examples: str, **changes: Any) -> Signature:
    texts = tuple(Example(text, "torch-1") for text in examples)
    made = Signature(line, Role.INITIATING, "a program", "not known", texts)
    return replace(made, **changes)


def miss(text: str, entry: str | None = None) -> NearMiss:
    return NearMiss(text, "another failure", entry)


def snippet(code: str, language: str) -> tuple[Snippet, ...]:
    return (Snippet("Find it", "a stack", language, code, "It works."),)


def executive(**texts: str) -> Any:
    return replace(entry().executive, **texts)


def on_call(*steps: Any) -> OnCall:
    return replace(entry().on_call, steps=steps)


def words(findings: Any) -> list[str]:
    return [finding.message for finding in findings]
