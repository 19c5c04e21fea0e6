"""Every text of an entry, with what kind of text it is and where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from faultbook import entry as model
from faultbook import perspectives
from faultbook.entry import Entry
from faultbook.source.document import Pointer

PROSE = "prose"  # sentences that only this entry should say
LABEL = "label"  # a few words of fixed meaning: a place, a risk, a version
COMMAND = "command"  # something to run or to put into a file
LOG = "log"  # what a program printed
NAME = "name"  # ids, addresses, patterns

_KINDS: dict[type, dict[str, str]] = {
    model.Companion: {"line": NAME, "scope": NAME, "where": NAME},
    model.Example: {"text": LOG, "source": NAME},
    model.NearMiss: {"text": LOG, "why": LABEL, "entry": NAME},
    model.Signature: {
        "line": NAME,
        "program": LABEL,
        "versions": LABEL,
        "printed_by": NAME,
        "note": PROSE,
    },
    model.Symptom: {"see": PROSE, "why": PROSE},
    model.AffectedSystem: {"system": LABEL, "versions": LABEL, "condition": LABEL},
    model.Reading: {"output": LOG, "means": PROSE},
    model.Check: {
        "question": PROSE,
        "where": LABEL,
        "command": COMMAND,
        "takes": LABEL,
        "language": NAME,
    },
    model.LookAlike: {"entry": NAME, "check": PROSE, "if_so": PROSE, "command": COMMAND},
    model.Cause: {"cause": PROSE, "likelihood": LABEL, "known_by": PROSE},
    model.FixStep: {
        "action": PROSE,
        "risk": LABEL,
        "verify": PROSE,
        "command": COMMAND,
        "config": COMMAND,
        "file": NAME,
        "language": NAME,
        "takes": LABEL,
        "lasts": LABEL,
        "no_help_when": PROSE,
    },
    model.Fix: {"not_a_fix": PROSE},
    model.Guard: {"kind": NAME, "text": PROSE, "command": COMMAND, "language": NAME},
    model.Relations: {"caused_by": NAME, "causes": NAME, "see_also": NAME},
    model.Question: {"question": PROSE, "answer": PROSE, "source": NAME},
    model.Snippet: {
        "title": LABEL,
        "stack": LABEL,
        "language": NAME,
        "code": COMMAND,
        "why": PROSE,
    },
    model.Setting: {"name": NAME, "kind": NAME, "does": LABEL, "hides": PROSE},
    model.CodeValue: {"kind": NAME, "value": NAME, "means": LABEL},
    model.Reference: {"id": NAME, "url": NAME, "title": NAME, "kind": NAME, "supports": LABEL},
    perspectives.Cost: {"note": LABEL},
    perspectives.Choice: {"choice": LABEL, "price": LABEL, "result": PROSE},
    perspectives.Executive: {
        "headline": PROSE,
        "summary": PROSE,
        "returns": PROSE,
        "owner": LABEL,
        "prevention_price": PROSE,
    },
    perspectives.Branch: {"see": LOG, "go": NAME, "note": LABEL},
    perspectives.CallStep: {"phase": NAME, "title": LABEL, "where": LABEL, "command": COMMAND},
    perspectives.Wake: {"role": LABEL, "why": PROSE},
    perspectives.OnCall: {"stop_when": PROSE, "hand_over": LABEL, "mitigation_note": PROSE},
    model.Monitor: {"fingerprint": NAME, "do": PROSE, "query": COMMAND, "language": NAME},
    model.Reported: {"text": PROSE},
    model.Reproduced: {"script": NAME, "versions": LABEL, "text": PROSE},
    model.Evidence: {
        "added": NAME,
        "reviewed": NAME,
        "documented": PROSE,
        "not_reproduced": LABEL,
    },
    model.Deprecation: {"reason": PROSE, "successor": NAME},
    model.Entry: {
        "id": NAME,
        "title": PROSE,
        "tags": NAME,
        "components": NAME,
        "presents_as": NAME,
        "summary": PROSE,
        "mechanism": PROSE,
        "limits": PROSE,
        "aliases": NAME,
        "no_signature": PROSE,
    },
}

_LANGUAGES: dict[tuple[type, str], str] = {
    # languages of commands whose record does not say it
    (model.LookAlike, "command"): "bash",
    (perspectives.CallStep, "command"): "bash",
}

_MOVED: dict[str, Pointer] = {
    "executive": ("perspectives", "executive"),
    "on_call": ("perspectives", "on_call"),
}


@dataclass(frozen=True, slots=True)
class Text:
    """One text: where it stands, its kind, and for commands its language."""

    pointer: Pointer
    value: str
    kind: str
    language: str = ""


def texts_of(entry: Entry) -> tuple[Text, ...]:
    """Return every text of an entry, in the order of the dataclasses' fields."""
    return tuple(_walk(entry, ()))


def unlisted_fields() -> list[str]:
    """Return the text fields of the model whose kind is not listed here (for a test)."""
    missing = []
    for kind in vars(model).values():
        if isinstance(kind, type) and is_dataclass(kind):
            hints = get_type_hints(kind)
            named = _KINDS.get(kind, {})
            missing += [
                f"{kind.__name__}.{f.name}"
                for f in fields(kind)
                if _is_text(hints[f.name]) and f.name not in named
            ]
    return missing


def _walk(record: Any, pointer: Pointer) -> Iterator[Text]:
    kind = type(record)
    key: Any = kind
    for name, text_kind, visit in _plan(key):
        value = getattr(record, name)
        if value is None:
            continue
        here = _MOVED.get(name, (*pointer, name)) if kind is Entry else (*pointer, name)
        if text_kind:
            language = _language(record, name) if text_kind == COMMAND else ""
            if isinstance(value, str):
                yield Text(here, value, text_kind, language)
            elif isinstance(value, tuple):
                for index, item in enumerate(value):
                    yield Text((*here, index), item, text_kind, language)
        elif visit is not None:
            yield from visit(value, here)


def _walk_items(items: tuple[Any, ...], pointer: Pointer) -> Iterator[Text]:
    for index, item in enumerate(items):
        yield from _walk(item, (*pointer, index))


Visit = Callable[[Any, Pointer], Iterator[Text]]


@cache
def _plan(kind: Any) -> tuple[tuple[str, str, Visit | None], ...]:
    """Return for each field of a record: name, text kind, and how to go into it."""
    hints = get_type_hints(kind)
    named = _KINDS.get(kind, {})
    plan: list[tuple[str, str, Visit | None]] = []
    for field in fields(kind):
        if field.name in named:
            plan.append((field.name, named[field.name], None))
        elif (visit := _visit(hints[field.name])) is not None:
            plan.append((field.name, "", visit))
    return tuple(plan)


def _visit(hint: Any) -> Visit | None:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return next((v for a in get_args(hint) if (v := _visit(a)) is not None), None)
    if origin is tuple:
        inner = get_args(hint)[0]
        return _walk_items if is_dataclass(inner) else None
    return _walk if is_dataclass(hint) else None


def _is_text(hint: Any) -> bool:
    if get_origin(hint) in (Union, UnionType, tuple):
        return any(_is_text(a) for a in get_args(hint))
    return hint is str


def _language(record: Any, name: str) -> str:
    if name == "command" and type(record) is model.FixStep:
        # a step's `language` tells of its configuration when it has one
        return "bash" if record.config else (record.language or "bash")
    fixed = _LANGUAGES.get((type(record), name))
    return fixed or getattr(record, "language", None) or "text"
