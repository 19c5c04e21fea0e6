"""The schema is what editors show: every property explains itself."""

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from faultbook import entry as model
from faultbook import perspectives

SCHEMA: dict[str, Any] = json.loads(
    (Path(__file__).resolve().parents[2] / "schema" / "entry.schema.json").read_text("utf-8")
)


def properties(part: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every property of the schema, those of its definitions included."""
    for name, value in part.get("properties", {}).items():
        yield f"{path}/{name}", value
        yield from properties(value, f"{path}/{name}")
    if isinstance(part.get("items"), dict):
        yield from properties(part["items"], f"{path}/[]")
    for name, value in part.get("$defs", {}).items():
        yield from properties(value, f"{path}/$defs/{name}")


ALL = dict(properties(SCHEMA))


def test_the_schema_is_valid_2020_12() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", sorted(ALL))
def test_a_property_has_title_description_and_valid_examples(path: str) -> None:
    part = ALL[path]

    assert part["title"].strip()
    assert part["description"].strip().endswith((".", "!"))
    assert part["examples"]
    validator = Draft202012Validator({"$defs": SCHEMA["$defs"], **part})
    for example in part["examples"]:
        validator.validate(example)


def test_no_object_takes_properties_that_it_does_not_name() -> None:
    objects = [SCHEMA, *SCHEMA["$defs"].values(), *ALL.values()]

    assert all(o["additionalProperties"] is False for o in objects if o.get("type") == "object")


def test_the_dataclass_of_an_entry_has_the_properties_of_the_schema() -> None:
    in_schema = set(SCHEMA["properties"]) - {"perspectives"} | {"executive", "on_call"}

    assert {f.name for f in fields(model.Entry)} == in_schema


@pytest.mark.parametrize(
    ("record", "definition"),
    [
        (model.Signature, "signature"),
        (model.Companion, "companion"),
        (model.NearMiss, "nearMiss"),
        (model.Check, "check"),
        (model.FixStep, "step"),
        (model.Guard, "guard"),
        (model.Snippet, "snippet"),
        (model.Reference, "reference"),
        (perspectives.Executive, "executive"),
        (perspectives.OnCall, "onCall"),
        (perspectives.CallStep, "callStep"),
        (perspectives.Branch, "branch"),
        (model.Setting, "setting"),
        (model.CodeValue, "code"),
    ],
)
def test_a_record_has_the_properties_of_its_definition(record: type, definition: str) -> None:
    assert is_dataclass(record)
    assert {f.name for f in fields(record)} == set(SCHEMA["$defs"][definition]["properties"])


def test_categories_and_the_like_are_the_same_in_schema_and_code() -> None:
    of_entry = SCHEMA["properties"]

    assert list(model.Category) == of_entry["category"]["enum"]
    assert list(model.Severity) == of_entry["severity"]["enum"]
    assert list(model.Status) == of_entry["status"]["enum"]
    assert set(model.Role) == set(SCHEMA["$defs"]["signature"]["properties"]["role"]["enum"])
