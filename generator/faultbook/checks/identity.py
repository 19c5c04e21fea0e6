"""Checks of who an entry is: its name, its place, its former names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultbook.checks.model import Check, Finding, Subject, World
from faultbook.entry import Category

# what the schema calls `entryId`
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def file_name(subject: Subject) -> Iterator[Finding]:
    """The file must be called as the entry."""
    name = subject.entry.id
    if subject.file != f"{name}.yaml":
        stem = subject.file.rsplit(".", 1)[0]
        other = f", or write `id: {stem}`" if stem != name and _ID.fullmatch(stem) else ""
        yield Finding(
            ("id",),
            f"The id is `{name}`, but the file is called `{subject.file}`.",
            f"Call the file `{name}.yaml`{other}.",
        )


def folder(subject: Subject) -> Iterator[Finding]:
    """The file must lie in the folder of its category."""
    if subject.folder is not None and subject.folder != subject.entry.category:
        known = subject.folder in set(Category)
        other = f", or write `category: {subject.folder}`" if known else ""
        yield Finding(
            ("category",),
            f"The category is `{subject.entry.category}`, but the file lies in "
            f"`{subject.folder}/`.",
            f"Move it to `{subject.entry.category}/`{other}.",
        )


def unique_ids(world: World) -> Iterator[Finding]:
    """No two files may hold one id."""
    for second, first in world.repeated:
        yield Finding(
            ("id",),
            f"`{first.file}` has the id `{first.id}` as well.",
            "Give one of the two another id; if they are one failure, merge them.",
            entry=second.id,
            file=second.file,
        )


def unique_names(world: World) -> Iterator[Finding]:
    """No alias may be another entry's id or alias, or the entry's own id."""
    owner = {name: name for name in world.facts}
    for facts in world.facts.values():
        for index, alias in enumerate(facts.aliases):
            first = owner.setdefault(alias, facts.id)
            if first == facts.id and alias != facts.id:
                continue
            whose = "this entry's own id" if first == facts.id else f"taken by `{first}`"
            yield Finding(
                ("aliases", index),
                f"The alias `{alias}` is {whose}.",
                "Take it out: an address can lead to one entry only.",
                entry=facts.id,
                other=None if first == facts.id else first,
            )


CHECKS = (
    Check(
        "FB101",
        "file-name",
        "The file is called `<id>.yaml`.",
        "The id is the address of the page. A reader of the repository must find the file by it, "
        "and two entries with one id cannot lie side by side unnoticed.",
        "Rename the file, or change the id. If the id was published, keep it in `aliases`.",
        "# file: oom.yaml\nid: cuda-out-of-memory",
        "# file: cuda-out-of-memory.yaml\nid: cuda-out-of-memory",
        on_entry=file_name,
    ),
    Check(
        "FB102",
        "folder",
        "The file lies in the folder that is named by its category.",
        "The folder decides who reviews a change and which hub the entry stands in; the file says "
        "the same, or one of the two is wrong.",
        "Move the file, or change `category`.",
        "# file: entries/memory/nccl-timeout.yaml\ncategory: communication",
        "# file: entries/communication/nccl-timeout.yaml\ncategory: communication",
        on_entry=folder,
    ),
    Check(
        "FB103",
        "id-taken",
        "No two files of a corpus hold the same id.",
        "The id is an address. The second entry would never be seen.",
        "Rename one, or merge the two and keep the other name as an alias.",
        "# in memory/oom.yaml and in serving/oom.yaml\nid: oom",
        "# in memory/oom.yaml\nid: oom\n# in serving/kv-oom.yaml\nid: kv-oom",
        on_corpus=unique_ids,
    ),
    Check(
        "FB104",
        "alias-taken",
        "An alias is no other entry's id or alias.",
        "An alias is an address that redirects for ever; it can lead to one place only.",
        "Take the alias out of one of the two entries.",
        "id: nccl-timeout\naliases: [nccl-timeout]",
        "id: nccl-timeout\naliases: [nccl-watchdog]",
        on_corpus=unique_names,
    ),
)
