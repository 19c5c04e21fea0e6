"""Hubs: the errors of one component side by side, drawn from the entries alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from faultbook.entry import Category, CodeValue, Entry, Role
from faultbook.site.maker import Maker, Row
from faultbook.site.page import SitePage
from faultbook.views.words import PRESENTATIONS, ROLES, Mark, counted

ECHOES = "echoes"
_MOMENTS = {**PRESENTATIONS, ECHOES: "Echoes"}
_ORDER = ("cannot-start", "crash-at-start", "hang", "crash-mid-run", "slow", "wrong-numbers")


@dataclass(frozen=True, slots=True)
class Hub:
    """One hub. An entry belongs to it by a component, a kind of code, a tag or a category."""

    key: str
    title: str
    sample: str
    components: frozenset[str] = frozenset()
    codes: tuple[str, ...] = ()
    tags: frozenset[str] = frozenset()
    categories: frozenset[Category] = frozenset()

    def has(self, entry: Entry) -> bool:
        """Say whether an entry belongs here."""
        return bool(
            self.components.intersection(entry.components)
            or self.tags.intersection(entry.tags)
            or entry.category in self.categories
            or any(code.kind in self.codes for code in entry.codes)
        )


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


HUBS = (
    Hub(
        "nccl",
        "NCCL, RCCL and HCCL errors",
        "NCCL WARN …",
        _set("nccl rccl hccl aws-ofi-nccl gpudirect-tcpx"),
        ("nccl",),
    ),
    Hub(
        "cuda",
        "CUDA, cuBLAS and cuDNN errors",
        "CUDA error: …",
        _set("cuda cublas cudnn"),
        ("cuda", "cublas", "cudnn"),
    ),
    Hub("xid", "Xid and SXid", "NVRM: Xid (PCI:…): 79", codes=("xid", "sxid")),
    Hub(
        "exit-codes",
        "Exit codes and signals",
        "exitcode: -9",
        _set("signals"),
        ("exit", "signal"),
    ),
    Hub(
        "torchrun",
        "torchrun, rendezvous and Gloo",
        "ChildFailedError:",
        _set("torchrun gloo c10d torch-elastic"),
        tags=_set("rendezvous torchrun tcpstore c10d gloo watchdog"),
    ),
    Hub(
        "out-of-memory",
        "Kinds of out of memory",
        "out of memory",
        tags=_set("oom out-of-memory oom-killer"),
        categories=frozenset({Category.MEMORY}),
    ),
    Hub(
        "checkpoints",
        "Checkpoints",
        "size mismatch for …",
        _set("checkpoints safetensors"),
        categories=frozenset({Category.CHECKPOINT}),
    ),
    Hub(
        "containers",
        "Containers and Kubernetes",
        "CrashLoopBackOff",
        _set("docker kubernetes nvidia-container-toolkit containerd podman gke"),
        ("kubernetes",),
    ),
    Hub(
        "slurm", "Slurm and MPI", "slurmstepd: error: …", _set("slurm openmpi mpi pmix"), ("slurm",)
    ),
    Hub("serving", "vLLM and SGLang", "EngineCore failed to start.", _set("vllm sglang")),
    Hub(
        "storage",
        "Storage and data",
        "No space left on device",
        _set("dataloader datasets webdataset"),
        categories=frozenset({Category.STORAGE, Category.DATA}),
    ),
    Hub(
        "harmless",
        "Lines that frighten and mean no failure",
        "WARNING: …",
        tags=_set("harmless"),
    ),
)


@dataclass(frozen=True, slots=True)
class CodeRow:
    """A code value, and every entry that speaks of it."""

    code: CodeValue
    uses: tuple[tuple[Entry, CodeValue], ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """Rows of one moment in a job's life."""

    title: str
    rows: tuple[Row, ...]


def hub_entries(maker: Maker, hub: Hub) -> list[Entry]:
    """Return the entries of a hub."""
    if hub.key == "harmless":
        return [e for e in maker.corpus if any(s.role == Role.HARMLESS for s in e.signatures)]
    return [entry for entry in maker.corpus if hub.has(entry)]


def hubs_with_entries(maker: Maker) -> list[tuple[Hub, list[Entry]]]:
    """Return the hubs that have entries."""
    found = [(hub, hub_entries(maker, hub)) for hub in HUBS]
    return [(hub, entries) for hub, entries in found if entries]


def hubs(maker: Maker) -> Iterator[SitePage]:
    """Make the list of hubs and a page for each."""
    found = hubs_with_entries(maker)
    cards = [(hub, len(entries)) for hub, entries in found]
    body = maker.render("hubs", root="../", hubs=cards)
    about = "One component, every error side by side."
    yield SitePage("hubs/", "list", "Hubs", about, body, tab="hubs")
    for hub, entries in found:
        body = maker.render(
            "hub",
            root="../../",
            hub=hub,
            codes=tuple(code_rows(entries, hub.codes)),
            moments=moments(maker, entries),
            count=len(entries),
            roles_there=roles_there(maker, entries),
            md=maker.quoting("../../"),
        )
        about = f"{hub.title} side by side: {counted(len(entries), 'failure')}."
        yield SitePage(
            f"hubs/{hub.key}/", "hub", f"{hub.title}, side by side", about, body, tab="hubs"
        )


def roles_there(maker: Maker, entries: list[Entry]) -> list[tuple[Mark, int]]:
    """Return the roles of the entries' lines, and how many have each."""
    found = Counter(maker.row(entry).role for entry in entries)
    return [(mark, found[role]) for role, mark in ROLES.items() if found[role]]


def code_rows(entries: list[Entry], kinds: tuple[str, ...]) -> Iterator[CodeRow]:
    """Yield the codes of some kinds, numbers in order of size, with the entries of each."""
    uses: dict[tuple[str, str], list[tuple[Entry, CodeValue]]] = {}
    for entry in entries:
        for code in entry.codes:
            if code.kind in kinds:
                uses.setdefault((code.kind, code.value), []).append((entry, code))
    for key in sorted(uses, key=_code_order(kinds)):
        yield CodeRow(uses[key][0][1], tuple(uses[key]))


def _code_order(kinds: tuple[str, ...]) -> Callable[[tuple[str, str]], tuple[int, float, str]]:
    def order(key: tuple[str, str]) -> tuple[int, float, str]:
        kind, value = key
        number = float(value) if value.lstrip("-").isdigit() else float("inf")
        return kinds.index(kind), number, value

    return order


def moments(maker: Maker, entries: list[Entry]) -> tuple[Moment, ...]:
    """Group entries by the moment in a job's life at which they strike; echoes come last."""
    ranked = sorted(entries, key=lambda e: (_moment(maker.row(e)), e.title.lower()))
    grouped = groupby(ranked, key=lambda e: _moment(maker.row(e)))
    return tuple(
        Moment(_MOMENTS[key], tuple(maker.row(entry) for entry in group))
        for (_, key), group in grouped
    )


def _moment(row: Row) -> tuple[int, str]:
    if row.role == Role.COLLATERAL:
        return len(_ORDER), ECHOES
    for place, key in enumerate(_ORDER):
        if key in row.entry.presents_as:
            return place, key
    return len(_ORDER) + 1, row.entry.presents_as[0]
