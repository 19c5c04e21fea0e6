"""How templates become Python: as Jinja2 does it, without what our templates never use.

Jinja2 looks up an attribute as an item too, asks of each function whether it wants the context,
and wraps each piece of a page as safe text. A page of ours has two hundred calls and six hundred
attributes, so that this was half the time of rendering it. Here an attribute is an attribute, a
call is a call, and a piece of the page is a string. All else is Jinja2's own.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

from faultbook.store import digest, keep, program_version, read_kept

_SPECIAL = re.compile("[&<>'\"]")


def shown(value: object) -> str:
    """Return a value as a piece of a page: escaped, unless it is HTML."""
    if type(value) is Markup:
        return value
    if type(value) is str and not _SPECIAL.search(value):
        return value
    return escape(value)


class _Generator(CodeGenerator):
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - Jinja2's
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Call(  # noqa: N802
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        for stars, more in (("*", node.dyn_args), ("**", node.dyn_kwargs)):
            if more is not None:
                self.write(stars)
                self.visit(more, frame)
                self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.shown(")


class PageEnvironment(Environment):
    """Jinja2's environment with the shorter code."""

    code_generator_class = _Generator
    shown = staticmethod(shown)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template as one plain dict, which is quick to copy and read."""
        return {**self.globals, **(d or {})}


class KeptTemplates(BytecodeCache):
    """Compiled templates, kept until the template or the program changes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get_source_checksum(self, source: str) -> str:
        """Return what the kept form of a template depends on."""
        return digest(program_version(), source)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket if its template is kept."""
        kept = read_kept(self._path(bucket))
        if kept is not None:
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the template of a bucket."""
        keep(self._path(bucket), bucket.bytecode_to_string())

    def _path(self, bucket: Bucket) -> Path:
        return self.folder / f"template-{bucket.key}.bin"
