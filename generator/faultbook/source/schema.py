"""The shape of an entry: JSON Schema errors as sentences that say what to write."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from typing import Any

import jsonschema_rs

from faultbook.paths import schema_file
from faultbook.problem import Problem
from faultbook.source.document import Document, Pointer

_KINDS = {"object": "a mapping", "array": "a list", "string": "text", "integer": "a whole number"}
_KINDS |= {"number": "a number", "boolean": "`true` or `false`"}


@cache
def schema() -> dict[str, Any]:
    """Return the schema of an entry as data."""
    loaded: dict[str, Any] = json.loads(schema_file().read_text("utf-8"))
    return loaded


@cache
def _fast() -> Any:
    return jsonschema_rs.Draft202012Validator(schema())


@cache
def _slow() -> Any:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - slow to import, seldom needed

    return Draft202012Validator(schema())


def validate(document: Document) -> list[Problem]:
    """Return every departure of a document from the schema, in the order of the file."""
    if _fast().is_valid(document.data):
        return []
    if not isinstance(document.data, dict):
        message = "The file is not an entry: it holds no `key: value` at its top."
        return [document.problem((), "FB012", message, "Begin with `id:` and `title:`.")]
    errors = list(_slow().iter_errors(document.data))
    mistyped = {tuple(e.absolute_path) for e in errors if e.validator == "type"}
    found = {
        problem
        for error in errors
        if error.validator == "type" or tuple(error.absolute_path) not in mistyped
        for problem in _problems(document, error)
    }
    return sorted(found)


def _problems(document: Document, error: Any) -> Iterator[Problem]:
    pointer: Pointer = tuple(error.absolute_path)
    match error.validator:
        case "additionalProperties":
            yield from _unknown(document, pointer, error)
        case "required":
            yield from _missing(document, pointer, error)
        case "type":
            yield _wrong_type(document, pointer, error)
        case "enum":
            yield _wrong_value(document, pointer, error)
        case "pattern" | "oneOf" | "format":
            yield _wrong_form(document, pointer, error)
        case "uniqueItems":
            yield _repeated(document, pointer, error)
        case _:
            yield _wrong_size(document, pointer, error)


def _unknown(document: Document, pointer: Pointer, error: Any) -> Iterator[Problem]:
    known = list(error.schema["properties"])
    for name in error.instance:
        if name in known:
            continue
        place = document.key_place((*pointer, name))
        message = f"`{name}` is not a property of {name_of(pointer)}."
        free = [k for k in known if k not in error.instance]
        hint = _meant(name, known) or f"Known here: {_listed(free or known)}."
        yield Problem(document.file, place.line, place.column, "FB010", message, hint)


def _missing(document: Document, pointer: Pointer, error: Any) -> Iterator[Problem]:
    # jsonschema reports one error for each missing name; the name is only in the message
    for name in error.validator_value:
        if name in error.instance or not error.message.startswith(f"'{name}'"):
            continue
        part = describe(error.schema["properties"][name])
        place = document.key_place(pointer)
        message = f"`{name}` is missing in {name_of(pointer)}."
        hint = f"Add it: {part.get('description', '')}"
        example = next(iter(part.get("examples", ())), None)
        if isinstance(example, str) and len(example) <= 60 and "\n" not in example:
            hint += f" Example: `{name}: {_quoted(example)}`."
        yield Problem(document.file, place.line, place.column, "FB011", message, hint)


def _wrong_type(document: Document, pointer: Pointer, error: Any) -> Problem:
    wanted = error.validator_value
    node = document.node(pointer)
    subject = subject_of(pointer)
    value = error.instance
    if value is None:
        message = f"{subject} is empty."
        return document_problem(document, pointer, message, f"Write {_KINDS[wanted]}.")
    if wanted == "string" and isinstance(value, int | float):
        raw = node.event.value
        message = f"{subject} must be text, but {raw} is read as {_kind(value)}."
        return document_problem(document, pointer, message, f'Put it in quotes: "{raw}".')
    message = f"{subject} must be {_KINDS[wanted]}, but it is {_kind(value)}."
    hint = ""
    if wanted == "array":
        hint = "Begin each item on a line of its own with `- `."
    elif wanted == "object":
        names = ", ".join(f"`{n}`" for n in error.schema.get("properties", ()))
        hint = f"Write its properties below it: {names}." if names else ""
    elif wanted == "string":
        hint = "If the text holds `: ` or begins with `[`, `{` or `-`, put it in quotes."
    elif isinstance(value, str):
        hint = "Write it without quotes."
    return document_problem(document, pointer, message, hint)


def document_problem(document: Document, pointer: Pointer, message: str, hint: str) -> Problem:
    """Make a wrong-type problem that points at the value, or at its key when it is empty."""
    node = document.node(pointer)
    empty = getattr(node.event, "value", None) == ""
    place = document.key_place(pointer) if empty else document.place(pointer)
    return Problem(document.file, place.line, place.column, "FB012", message, hint)


def _wrong_value(document: Document, pointer: Pointer, error: Any) -> Problem:
    allowed = [str(v) for v in error.validator_value]
    value = str(error.instance)
    meant = _meant(value, allowed)
    message = f"{subject_of(pointer)} cannot be `{_short(value)}`."
    hint = f"{meant} " if meant else ""
    return document.problem(pointer, "FB013", message, f"{hint}Allowed: {_listed(allowed)}.")


def _wrong_form(document: Document, pointer: Pointer, error: Any) -> Problem:
    part = part_at(pointer)
    message = f"{subject_of(pointer)} has the wrong form: `{_short(str(error.instance))}`."
    hint = str(part.get("description", ""))
    examples = part.get("examples", ())
    if examples:
        hint += f" Example: `{examples[0]}`."
    return document.problem(pointer, "FB014", message, hint.strip())


def _repeated(document: Document, pointer: Pointer, error: Any) -> Problem:
    seen: list[object] = []
    for index, item in enumerate(error.instance):
        if item in seen:
            message = f"`{_short(str(item))}` stands twice in {name_of(pointer)}."
            return document.problem((*pointer, index), "FB016", message, "Keep one of them.")
        seen.append(item)
    raise AssertionError(error)


def _wrong_size(document: Document, pointer: Pointer, error: Any) -> Problem:
    limit = error.validator_value
    subject = subject_of(pointer)
    size = len(error.instance) if isinstance(error.instance, str | list | dict) else error.instance
    about = str(part_at(pointer).get("description", ""))
    match error.validator:
        case "minLength":
            message, hint = f"{subject} is empty.", f"Write it: {about}"
        case "maxLength":
            message = f"{subject} has {size} characters; {limit} are allowed."
            hint = f"Shorten it by {size - limit}."
        case "minItems":
            message = f"{subject} has {_count(size)}; at least {limit} must be there."
            hint = about
        case "maxItems":
            message = f"{subject} has {_count(size)}; at most {limit} are allowed."
            hint = about
        case "minimum":
            message, hint = f"{subject} is {size}; it must be at least {limit}.", about
        case "maximum":
            message, hint = f"{subject} is {size}; it must be at most {limit}.", about
        case _:
            message, hint = f"{subject} does not fit the schema: {error.message}.", about
    return document.problem(pointer, "FB015", message, hint)


def part_at(pointer: Pointer) -> dict[str, Any]:
    """Return what the schema says of the value at `pointer`, its own words first."""
    part = schema()
    for step in pointer:
        inner = part.get("properties", {}).get(step) if isinstance(step, str) else part.get("items")
        if inner is None:
            return {}
        part = describe(inner)
    return part


def describe(part: dict[str, Any]) -> dict[str, Any]:
    """Return a property's own words, completed by those of the definition it refers to."""
    ref = part.get("$ref")
    if ref is None:
        return part
    target: dict[str, Any] = schema()["$defs"][ref.rsplit("/", 1)[1]]
    return target | part


def name_of(pointer: Pointer) -> str:
    """Name a node for a reader: `the entry`, `fix`, `item 2 of signatures`."""
    if not pointer:
        return "the entry"
    last = pointer[-1]
    if isinstance(last, int):
        owner = next((p for p in reversed(pointer) if isinstance(p, str)), "the list")
        return f"item {last + 1} of `{owner}`"
    return f"`{last}`"


def subject_of(pointer: Pointer) -> str:
    """Name a node at the beginning of a sentence."""
    name = name_of(pointer)
    return name[0].upper() + name[1:]


def _meant(word: str, known: Iterable[str]) -> str:
    names = {k.lower(): k for k in known}
    close = get_close_matches(word.lower().replace(" ", "_"), names, n=1, cutoff=0.6)
    return f"Did you mean `{names[close[0]]}`?" if close else ""


def _quoted(text: str) -> str:
    """Write text so that YAML reads it as text."""
    plain = re.fullmatch(r"[A-Za-z/](?:[^:#]|:(?! ))*", text)
    return text if plain else json.dumps(text, ensure_ascii=False)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{n}`" for n in names)


def _count(size: int) -> str:
    return {0: "no item", 1: "1 item"}.get(size, f"{size} items")


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "`true` or `false`"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return "text" if isinstance(value, str) else "a number"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else flat[:57] + "..."
