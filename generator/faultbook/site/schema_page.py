"""The reference of the entry's schema, made from the schema itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from faultbook.site.maker import Maker
from faultbook.site.page import SitePage
from faultbook.views.prose import Scope

_Node = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Property:
    """One property of an object of the schema. `sub` is the anchor of its object, if any."""

    name: str
    required: bool
    type: str
    sub: str
    title: str
    description: str
    limits: str
    example: str


@dataclass(frozen=True, slots=True)
class SchemaObject:
    """One object of the schema, as a table."""

    anchor: str
    title: str
    description: str
    properties: tuple[Property, ...]


def schema_objects(schema: _Node) -> tuple[SchemaObject, ...]:
    """Return the entry and every object inside it, in the order in which they are met."""
    reader = _Reader(schema.get("$defs", {}))
    return tuple(reader.objects("entry", schema))


class _Reader:
    def __init__(self, definitions: _Node) -> None:
        self._definitions = definitions
        self._seen: set[str] = set()

    def objects(self, anchor: str, node: _Node) -> Iterator[SchemaObject]:
        """Yield this object, then those inside it."""
        if anchor in self._seen:
            return
        self._seen.add(anchor)
        required = node.get("required", ())
        rows, inner = [], []
        for name, value in node["properties"].items():
            row, below = self._property(anchor, name, value, required=name in required)
            rows.append(row)
            if below:
                inner.append((row.sub, below))
        yield SchemaObject(
            anchor, node.get("title", anchor), node.get("description", ""), tuple(rows)
        )
        for sub, below in inner:
            yield from self.objects(sub, below)

    def _resolve(self, node: _Node) -> tuple[_Node, str]:
        reference = node.get("$ref", "")
        if not reference:
            return node, ""
        name = reference.rpartition("/")[2]
        return {**self._definitions[name], **{k: v for k, v in node.items() if k != "$ref"}}, name

    def _property(
        self, owner: str, name: str, node: _Node, *, required: bool
    ) -> tuple[Property, _Node | None]:
        node, definition = self._resolve(node)
        inside, many = node, ""
        if node.get("type") == "array":
            inside, definition = self._resolve(node["items"])
            many = "list of "
        below = inside if "properties" in inside else None
        sub = (definition or f"{owner}-{name}") if below else ""
        kind = inside.get("title", "object").lower() if below else _type(inside)
        examples = node.get("examples") or inside.get("examples") or ()
        row = Property(
            name=name,
            required=required,
            type=many + kind,
            sub=sub,
            title=node.get("title", name),
            description=node.get("description", ""),
            limits=_limits(node, inside),
            example=_example(examples[0]) if examples and not below else "",
        )
        return row, below


def _type(node: _Node) -> str:
    if "enum" in node:
        return "one of " + ", ".join(f"`{value}`" for value in node["enum"])
    if "oneOf" in node:
        return " or ".join(_type(option) for option in node["oneOf"])
    return {"string": "text", "boolean": "true or false"}.get(node["type"], str(node["type"]))


def _limits(node: _Node, inside: _Node) -> str:
    said = []
    if "minItems" in node:
        said.append(f"at least {node['minItems']}")
    if "maxItems" in node:
        said.append(f"at most {node['maxItems']}")
    if "maxLength" in inside:
        said.append(f"at most {inside['maxLength']} characters")
    return ", ".join(said)


def _example(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def schema_page(maker: Maker, schema: _Node) -> SitePage:
    """Make the reference page."""
    objects = schema_objects(schema)
    body = maker.render(
        "schema",
        root="../",
        objects=objects,
        md=lambda text: maker.prose.inline(text, Scope()),
    )
    return SitePage(
        "schema/", "list", "Schema of an entry", "Every field of an entry.", body, tab="programs"
    )
