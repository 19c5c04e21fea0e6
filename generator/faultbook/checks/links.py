"""Checks of what an entry points at: other entries, and its own references."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from faultbook.checks.model import Check, Finding, Subject, World
from faultbook.checks.texts import LABEL, PROSE
from faultbook.entry import REPRODUCTION
from faultbook.problem import Level

_CITE = re.compile(r"\[@([^\]\n]*)\]")


def dead_links(world: World) -> Iterator[Finding]:
    """Every mentioned entry must exist."""
    aliases = _aliases(world)
    for facts in world.facts.values():
        for link in facts.links:
            if link.target in world.facts or link.target in aliases or link.target in world.broken:
                continue
            close = get_close_matches(link.target, world.facts, n=1, cutoff=0.7)
            hint = f"Did you mean `{close[0]}`?" if close else "Write the id of an entry."
            message = f"There is no entry `{link.target}`."
            yield Finding(link.pointer, message, hint, link.offset, facts.id)


def links_by_alias(world: World) -> Iterator[Finding]:
    """A link should use the id, not a former one."""
    aliases = _aliases(world)
    for facts in world.facts.values():
        for link in facts.links:
            if link.target in aliases and link.target not in world.facts:
                target = aliases[link.target]
                message = f"`{link.target}` is a former id of `{target}`."
                hint = f"Write `{target}`."
                yield Finding(link.pointer, message, hint, link.offset, facts.id, target)


def self_links(world: World) -> Iterator[Finding]:
    """No entry may point at itself."""
    for facts in world.facts.values():
        for link in facts.links:
            if link.target == facts.id or link.target in facts.aliases:
                message = f"The entry points at itself in `{link.kind}`."
                hint = "Take it out, or write the id of the entry you mean."
                yield Finding(link.pointer, message, hint, link.offset, facts.id)


def cycles(world: World) -> Iterator[Finding]:
    """Causes must not run in a circle."""
    graph = _causes(world)
    order = {name: number for number, name in enumerate(world.facts)}
    for group in _groups(graph):
        first = max(group, key=order.__getitem__)
        circle = _circle(graph, first, group)
        shown = " → ".join(f"`{name}`" for name in circle)
        facts = world.facts[first]
        pointer = next(
            (
                k.pointer
                for k in facts.links
                if k.kind in ("causes", "caused_by") and k.target in group
            ),
            ("relations",),
        )
        yield Finding(
            pointer,
            f"The causes run in a circle: {shown}.",
            "Decide which comes first; use `see_also` for the other direction.",
            entry=first,
            other=circle[1],
        )


def unknown_citations(subject: Subject) -> Iterator[Finding]:
    """Every citation and every source must be one of the entry's references."""
    known = [r.id for r in subject.entry.references]
    for text, found in subject.search(_CITE, ["[@"], PROSE, LABEL):
        if found[1] not in known:
            yield Finding(text.pointer, *_no_reference(found[1], known), found.start())
    if subject.entry.evidence.reproduced is not None:
        known.append(REPRODUCTION)
    for pointer, source in _sources(subject):
        if source not in known:
            yield Finding(pointer, *_no_reference(source, known))


def uncited_references(subject: Subject) -> Iterator[Finding]:
    """Every reference must support something."""
    cited = {name for _, name in _sources(subject)}
    cited.update(found[1] for _, found in subject.search(_CITE, ["[@"], PROSE, LABEL))
    for index, reference in enumerate(subject.entry.references):
        if reference.id not in cited:
            yield Finding(
                ("references", index, "id"),
                f"Nothing cites the reference `{reference.id}`.",
                f"Write `[@{reference.id}]` behind the claim it supports, or take it out.",
            )


def repeated_references(subject: Subject) -> Iterator[Finding]:
    """Reference ids and addresses must not repeat in an entry."""
    seen: dict[str, int] = {}
    for index, reference in enumerate(subject.entry.references):
        for name, value in (("id", reference.id), ("url", reference.url)):
            first = seen.setdefault(value, index)
            if first != index:
                yield Finding(
                    ("references", index, name),
                    f"`{value}` stands already in item {first + 1} of `references`.",
                    "Keep one, and let it say all that the source supports.",
                )


def _no_reference(name: str, known: list[str]) -> tuple[str, str]:
    close = get_close_matches(name, known, n=1)
    hint = f"Did you mean `{close[0]}`?" if close else "Add it to `references`."
    return f"There is no reference `{name}`.", hint


def _sources(subject: Subject) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for number, signature in enumerate(subject.entry.signatures):
        for index, example in enumerate(signature.examples):
            yield ("signatures", number, "examples", index, "source"), example.source
    for index, question in enumerate(subject.entry.faq):
        yield ("faq", index, "source"), question.source


def _aliases(world: World) -> dict[str, str]:
    return {alias: facts.id for facts in world.facts.values() for alias in facts.aliases}


def _causes(world: World) -> dict[str, set[str]]:
    """Return the graph cause -> effect, without self-loops and unknown names."""
    aliases = _aliases(world)
    graph: dict[str, set[str]] = {name: set() for name in world.facts}
    for facts in world.facts.values():
        for link in facts.links:
            target = aliases.get(link.target, link.target)
            if target not in graph or target == facts.id:
                continue
            if link.kind == "causes":
                graph[facts.id].add(target)
            elif link.kind == "caused_by":
                graph[target].add(facts.id)
    return graph


def _groups(graph: dict[str, set[str]]) -> Iterator[set[str]]:
    """Yield the sets of entries that cause each other (Kosaraju, without recursion)."""
    order: list[str] = []
    seen: set[str] = set()
    for root in sorted(graph):
        _post_order(graph, root, seen, order)
    backward: dict[str, set[str]] = {name: set() for name in graph}
    for name, targets in graph.items():
        for target in targets:
            backward[target].add(name)
    seen = set()
    for root in reversed(order):
        group: list[str] = []
        _post_order(backward, root, seen, group)
        if len(group) > 1:
            yield set(group)


def _post_order(graph: dict[str, set[str]], root: str, seen: set[str], order: list[str]) -> None:
    if root in seen:
        return
    seen.add(root)
    stack = [(root, iter(sorted(graph[root])))]
    while stack:
        name, rest = stack[-1]
        child = next((c for c in rest if c not in seen), None)
        if child is None:
            order.append(name)
            stack.pop()
        else:
            seen.add(child)
            stack.append((child, iter(sorted(graph[child]))))


def _circle(graph: dict[str, set[str]], start: str, group: set[str]) -> list[str]:
    """Return a shortest way from `start` back to itself inside `group`."""
    came_from: dict[str, str] = {}
    queue = [start]
    for name in queue:
        for target in sorted(graph[name] & group):
            if target == start:
                way = [start, name]
                while way[-1] != start:
                    way.append(came_from[way[-1]])
                return way[::-1]
            if target not in came_from:
                came_from[target] = name
                queue.append(target)
    raise AssertionError(start)


CHECKS = (
    Check(
        "FB111",
        "dead-link",
        "Every entry that is mentioned exists: in `look_alikes`, `relations`, `near_misses`, "
        "`go: entry:<id>`, `successor` and `[[id]]`.",
        "A dead link strands a reader at three in the morning, one click from the answer.",
        "Correct the id, or write the missing entry first.",
        "relations:\n  causes: [nccl-wachdog-timeout]",
        "relations:\n  causes: [nccl-watchdog-timeout]",
        on_corpus=dead_links,
    ),
    Check(
        "FB112",
        "self-link",
        "An entry does not point at itself.",
        "Such a link says nothing, and it is nearly always a wrong copy.",
        "Take it out, or write the id of the other entry.",
        "id: cuda-oom\nrelations:\n  see_also: [cuda-oom]",
        "id: cuda-oom\nrelations:\n  see_also: [host-oom-killed]",
        on_corpus=self_links,
    ),
    Check(
        "FB113",
        "causal-circle",
        "`causes` and `caused_by` never run in a circle.",
        "Diagnosis follows them to the first cause. In a circle there is none.",
        "Keep the direction that a source shows, and use `see_also` for the other.",
        "# in a.yaml\nrelations:\n  causes: [b]\n# in b.yaml\nrelations:\n  causes: [a]",
        "# in a.yaml\nrelations:\n  causes: [b]\n# in b.yaml\nrelations:\n  see_also: [a]",
        on_corpus=cycles,
    ),
    Check(
        "FB114",
        "unknown-reference",
        "Every `[@id]` and every `source` names an item of `references`.",
        "A claim with a broken citation is a claim without a source.",
        "Correct the id, or add the reference.",
        "limits: Not all kernels print it. [@kernel-doc]\nreferences:\n  - id: kernel-docs",
        "limits: Not all kernels print it. [@kernel-docs]\nreferences:\n  - id: kernel-docs",
        on_entry=unknown_citations,
    ),
    Check(
        "FB115",
        "uncited-reference",
        "Every item of `references` is cited, by `[@id]` or as a `source`.",
        "A reader cannot tell what an uncited source is there to prove.",
        "Cite it behind the claim that it supports, or take it out.",
        "limits: Not all kernels print it.\nreferences:\n  - id: kernel-docs",
        "limits: Not all kernels print it. [@kernel-docs]\nreferences:\n  - id: kernel-docs",
        on_entry=uncited_references,
    ),
    Check(
        "FB116",
        "link-by-alias",
        "Links use an entry's present id.",
        "A former id redirects, which costs the reader a jump and hides the link from a search.",
        "Write the present id.",
        "limits: See [[nccl-shm-enospc]].",
        "limits: See [[nccl-shm-no-space-docker]].",
        Level.WARNING,
        on_corpus=links_by_alias,
    ),
    Check(
        "FB117",
        "repeated-reference",
        "No two references of an entry share an id or an address.",
        "With one id for two sources nobody knows which is meant; one source under two ids looks "
        "like two witnesses.",
        "Merge the two.",
        "references:\n  - id: a\n    url: https://example.org/1\n"
        "  - id: b\n    url: https://example.org/1",
        "references:\n  - id: a\n    url: https://example.org/1",
        on_entry=repeated_references,
    ),
)
