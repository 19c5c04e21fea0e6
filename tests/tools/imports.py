"""The graph of who imports whom in the package, read from its source."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "generator" / "faultbook"
NAME = "faultbook"

Graph = dict[str, set[str]]


def parts() -> dict[str, str]:
    """Return each part of the package (a sub-package or a module) and its first line of docs."""
    found = {}
    for path in sorted(PACKAGE.iterdir()):
        source = path / "__init__.py" if path.is_dir() else path
        if path.name.startswith("__") or source.suffix != ".py" or not source.is_file():
            continue
        doc = ast.get_docstring(ast.parse(source.read_text("utf-8"))) or ""
        found[path.stem] = doc.partition("\n")[0]
    return found


def graph() -> Graph:
    """Return which parts each part imports, at the top or inside a function.

    Imports for the type checker alone do not count: nothing depends on them when it runs.
    """
    names = parts()
    uses: Graph = defaultdict(set)
    for name in names:
        path = PACKAGE / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]:
            uses[name] |= {n for n in _imported(ast.parse(file.read_text("utf-8"))) if n in names}
        uses[name].discard(name)
    return dict(uses)


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            first, _, rest = node.module.partition(".")
            if first == NAME and rest:
                yield rest.partition(".")[0]
            elif first == NAME:
                yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith(f"{NAME}."):
                    yield alias.name.split(".")[1]
        yield from _imported(node)


def levels(uses: Graph) -> dict[str, int]:
    """Return the level of each part: one more than the highest that it imports, from 0.

    Raises `ValueError` that names a circle, if there is one.
    """
    found: dict[str, int] = {}

    def level(name: str, above: tuple[str, ...]) -> int:
        if name in above:
            raise ValueError("circle of imports: " + " -> ".join((*above, name)))
        if name not in found:
            found[name] = max((level(n, (*above, name)) + 1 for n in sorted(uses[name])), default=0)
        return found[name]

    for name in sorted(uses):
        level(name, ())
    return found


def reduced(uses: Graph) -> Graph:
    """Return the graph without arrows that follow from others: a path leads there anyhow."""

    def reach(name: str) -> set[str]:
        return set().union(*({n} | reach(n) for n in uses[name])) if uses[name] else set()

    return {
        name: {n for n in direct if not any(n in reach(other) for other in direct - {n})}
        for name, direct in uses.items()
    }
