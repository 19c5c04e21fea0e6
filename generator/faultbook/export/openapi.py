"""The description of the JSON API, as an OpenAPI 3.1 document."""

from __future__ import annotations

from typing import Any

from faultbook.export.api import ROOT
from faultbook.export.document import Json

_TEXT: Json = {"type": "string"}
_TEXTS: Json = {"type": "array", "items": _TEXT}
_CARD = "#/components/schemas/Card"


def openapi(entry_schema: Json, version: str, site_url: str) -> Json:
    """Return the document. `entry_schema` is the JSON Schema of an entry; its parts are named
    `Entry...` among the components, since OpenAPI 3.1 schemas are JSON Schema 2020-12.
    """
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Faultbook",
            "version": version,
            "summary": "Failures of machine-learning infrastructure, as data.",
            "description": "Static files: GET only, no key, no rate limit of their own. A new "
            "version of the path is made when a property goes or changes its meaning.",
            "license": {"name": "CC BY 4.0", "identifier": "CC-BY-4.0"},
        },
        # Without an address of the site: relative to where this document lies. Paths begin with
        # a slash, so none ends it.
        "servers": [{"url": (site_url or "../" * ROOT.count("/")).rstrip("/")}],
        "paths": _paths(),
        "components": {"schemas": {**_schemas(), **_entry_schemas(entry_schema)}},
    }


def _paths() -> Json:
    return {
        f"/{ROOT}index.json": _get(
            "index", "Every entry in short, and where the rest lies.", "Index"
        ),
        f"/{ROOT}entries/{{id}}.json": _get("entry", "One entry, whole.", "EntryWithLinks", "id"),
        f"/{ROOT}full.json": _get("full", "Every entry, whole.", "Full"),
        f"/{ROOT}signatures.json": _get("signatures", "Every signature.", "Signatures"),
        f"/{ROOT}tags/{{tag}}.json": _get("by_tag", "The entries of a tag.", "Group", "tag"),
        f"/{ROOT}categories/{{category}}.json": _get(
            "by_category", "The entries of a category.", "Group", "category"
        ),
        f"/{ROOT}components/{{component}}.json": _get(
            "by_component", "The entries of a component.", "Group", "component"
        ),
    }


def _get(name: str, summary: str, schema: str, parameter: str | None = None) -> Json:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    operation: Json = {
        "operationId": name,
        "summary": summary,
        "responses": {"200": {"description": summary, "content": content}},
    }
    if parameter:
        operation["parameters"] = [
            {"name": parameter, "in": "path", "required": True, "schema": _TEXT}
        ]
        operation["responses"]["404"] = {"description": "There is none of that name."}
    return {"get": operation}


def _schemas() -> Json:
    cards: Json = {"type": "array", "items": {"$ref": _CARD}}
    addresses: Json = {"type": "object", "additionalProperties": _TEXT}
    return {
        "Card": _object(
            id=_TEXT, aliases=_TEXTS, title=_TEXT, category=_TEXT, severity=_TEXT, status=_TEXT,
            tags=_TEXTS, components=_TEXTS, summary=_TEXT, added=_TEXT, reviewed=_TEXT, url=_TEXT,
            json=_TEXT,
        ),
        "Index": _object(
            version={"const": 1}, licence=_TEXT, count={"type": "integer"}, entries=cards,
            categories=addresses, components=addresses, tags=addresses, full=_TEXT,
            signatures=_TEXT, schema=_TEXT, openapi=_TEXT,
        ),
        "Group": _object(name=_TEXT, count={"type": "integer"}, entries=cards),
        "Full": _object(
            entries={"type": "array", "items": {"$ref": "#/components/schemas/EntryWithLinks"}}
        ),
        "Signatures": _object(
            signatures={
                "type": "array",
                "items": {"type": "object", "required": ["entry", "url", "line", "role"]},
            }
        ),
        "Links": _object(
            self=_TEXT, engineer=_TEXT, on_call=_TEXT, executive=_TEXT, markdown=_TEXT,
            caused_by=_TEXTS, causes=_TEXTS,
        ),
    }  # fmt: skip


def _object(**properties: Json) -> Json:
    return {"type": "object", "required": list(properties), "properties": properties}


def _entry_schemas(schema: Json) -> Json:
    body = {k: v for k, v in schema.items() if k not in ("$schema", "$id", "$defs")}
    whole = _moved(body)
    whole["properties"]["links"] = {"$ref": "#/components/schemas/Links"}
    whole["required"] = [*whole["required"], "links"]
    parts = {_named(name): _moved(part) for name, part in schema["$defs"].items()}
    return {"EntryWithLinks": whole, **parts}


def _named(name: str) -> str:
    return f"Entry{name[0].upper()}{name[1:]}"


def _moved(value: Any) -> Any:
    """Return a copy of a schema whose references point among the components."""
    if isinstance(value, list):
        return [_moved(item) for item in value]
    if not isinstance(value, dict):
        return value
    moved = {key: _moved(item) for key, item in value.items()}
    reference = moved.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/$defs/"):
        name = reference.removeprefix("#/$defs/")
        moved["$ref"] = f"#/components/schemas/{_named(name)}"
    return moved
