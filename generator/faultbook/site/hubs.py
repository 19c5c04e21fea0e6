"""Hubs: the errors of one component side by side, drawn from the entries alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from faultbook.entry import Category, CodeValue, Entry, Role, Severity
from faultbook.site.maker import Maker
from faultbook.site.page import SitePage
from faultbook.views.line import listed_line
from faultbook.views.words import CODE_KINDS, PRESENTATIONS, ROLES, Mark, counted

ECHOES = "echoes"
SILENT = Mark("", "ctx", "Prints nothing")
_MOMENTS = {**PRESENTATIONS, ECHOES: "Echoes"}
_NUMBER = re.compile(r"-?\d+")
_SHORT_COMMAND = 160  # characters; a longer one is read on the entry's own page
_ORDER = ("cannot-start", "crash-at-start", "hang", "crash-mid-run", "slow", "wrong-numbers")


@dataclass(frozen=True, slots=True)
class Hub:
    """One hub. An entry belongs to it by a component, a kind of code, a tag or a category.

    `lead` says how these lines want to be read, which no single entry can say.
    A hub of a `role` holds the lines of that role, from whatever entry, and nothing else.
    """

    key: str
    title: str
    sample: str
    lead: str
    components: frozenset[str] = frozenset()
    codes: tuple[str, ...] = ()
    tags: frozenset[str] = frozenset()
    categories: frozenset[Category] = frozenset()
    role: Role | None = None

    def has(self, entry: Entry) -> bool:
        """Say whether an entry belongs here."""
        if self.role is not None:
            return any(signature.role == self.role for signature in entry.signatures)
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
        (
            "NCCL tells of a failure twice: a line with NCCL WARN names the cause, the "
            "result that Python shows (unhandled system error) does not. Read the WARN lines "
            "of all ranks."
        ),
        _set("nccl rccl hccl aws-ofi-nccl gpudirect-tcpx"),
        ("nccl",),
    ),
    Hub(
        "cuda",
        "CUDA, cuBLAS and cuDNN errors",
        "CUDA error: …",
        (
            "CUDA works behind the program: the call that raises is often not the one that "
            "failed. After the first error the process is lost, and what follows are echoes."
        ),
        _set("cuda cublas cudnn"),
        ("cuda", "cublas", "cudnn"),
    ),
    Hub(
        "xid",
        "Xid, SXid and the hardware",
        "NVRM: Xid (PCI:…): 79",
        (
            "An Xid stands in the kernel's log, not in the job's. The first one of a card "
            "names the fault; others follow from it."
        ),
        codes=("xid", "sxid"),
        categories=frozenset({Category.HARDWARE}),
    ),
    Hub(
        "exit-codes",
        "Exit codes and signals",
        "exitcode: -9",
        (
            "An exit code says how a process ended, and not why. Python writes -9 where a "
            "shell writes 137, which is 128 + 9: the same signal."
        ),
        _set("signals"),
        ("exit", "signal"),
    ),
    Hub(
        "torchrun",
        "torchrun, rendezvous and Gloo",
        "ChildFailedError:",
        (
            "torchrun says that a worker ended; why, the worker's own last lines say. A lost "
            "store or a closed connection mostly follows from it."
        ),
        _set("torchrun gloo c10d torch-elastic"),
        tags=_set("rendezvous torchrun tcpstore c10d gloo watchdog"),
    ),
    Hub(
        "training",
        "DDP, FSDP, DeepSpeed, Megatron",
        "find_unused_parameters",
        (
            "Most of these are ranks that disagree: on a parameter, a shape, the number of "
            "calls. One rank's traceback shows half; compare two."
        ),
        _set("deepspeed fsdp megatron-lm lightning mmengine"),
        tags=_set("ddp fsdp fsdp2 deepspeed zero3 zero2 megatron"),
    ),
    Hub(
        "precision",
        "NaN, overflow and precision",
        "Loss is nan",
        (
            "A NaN spreads: where it is printed, it is steps old. What counts is the first "
            "step that had one."
        ),
        categories=frozenset({Category.NUMERICS}),
    ),
    Hub(
        "out-of-memory",
        "Kinds of out of memory",
        "out of memory",
        (
            "Four memories run out under one name: the card's, the host's, the container's, "
            "and /dev/shm. The words after it say which."
        ),
        tags=_set("oom out-of-memory oom-killer"),
        categories=frozenset({Category.MEMORY}),
    ),
    Hub(
        "checkpoints",
        "Checkpoints",
        "size mismatch for …",
        (
            "Either the file is damaged or incomplete, or it is sound and fits another "
            "model. The line tells which."
        ),
        _set("checkpoints safetensors"),
        categories=frozenset({Category.CHECKPOINT}),
    ),
    Hub(
        "containers",
        "Containers and Kubernetes",
        "CrashLoopBackOff",
        (
            "Kubernetes and the container runtime say what they did, and not what the "
            "program said: read the log of the container that ended as well."
        ),
        _set("docker kubernetes nvidia-container-toolkit containerd podman gke"),
        ("kubernetes",),
    ),
    Hub(
        "slurm",
        "Slurm, MPI, Ray and Horovod",
        "slurmstepd: error: …",
        (
            "A scheduler ends what has failed, and what it was told to end, with nearly the "
            "same words. Its own record says which it was."
        ),
        _set("slurm openmpi mpi pmix ray horovod"),
        ("slurm",),
    ),
    Hub(
        "builds",
        "Packages, builds and compilers",
        "undefined symbol: …",
        (
            "Most of these are two parts made for different versions: of PyTorch, CUDA, "
            "Python or the C library. The name in the line says of which."
        ),
        categories=frozenset({Category.ENVIRONMENT, Category.COMPILATION}),
    ),
    Hub(
        "serving",
        "vLLM, SGLang and other servers",
        "EngineCore failed to start.",
        (
            "The server says that its engine is gone; why, the process of the engine said "
            "before. Look above."
        ),
        _set("vllm sglang"),
        categories=frozenset({Category.SERVING}),
    ),
    Hub(
        "jax",
        "JAX, TensorFlow and TPU",
        "TPU initialization failed",
        (
            "Programs that JAX and TensorFlow start on several hosts begin and end together: "
            "a host that is missing is seen by all others."
        ),
        _set("jax tensorflow tpu"),
    ),
    Hub(
        "storage",
        "Storage and data",
        "No space left on device",
        (
            "A full disk, a quota, a lost mount and a damaged file look alike from Python. "
            "The errno at the end of the line tells them apart."
        ),
        _set("dataloader datasets webdataset"),
        categories=frozenset({Category.STORAGE, Category.DATA}),
    ),
    Hub(
        "harmless",
        "Lines that frighten and mean no failure",
        "WARNING: …",
        "They look like errors and stand in the logs of jobs that run well. Look further.",
        role=Role.HARMLESS,
    ),
)


@dataclass(frozen=True, slots=True)
class CodeRow:
    """What an entry says of a code."""

    entry: Entry
    code: CodeValue


@dataclass(frozen=True, slots=True)
class CodeGroup:
    """The codes of one kind."""

    title: str
    rows: tuple[CodeRow, ...]


@dataclass(frozen=True, slots=True)
class HubLine:
    """A line, what the entry says of it, and its place on the entry's page.

    `text` is `None` when nothing is printed, and then `said` tells of that.
    """

    text: Markup | None
    said: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class HubRow:
    """An entry side by side with others."""

    entry: Entry
    role: Role | None
    lines: tuple[HubLine, ...]

    @property
    def command(self) -> str:
        """The first check's command, if it is short enough for a table."""
        command = self.entry.confirm[0].command.strip()
        return command if len(command) <= _SHORT_COMMAND and "\n" not in command else ""


@dataclass(frozen=True, slots=True)
class Moment:
    """Rows of one moment in a job's life."""

    title: str
    rows: tuple[HubRow, ...]


@dataclass(frozen=True, slots=True)
class RoleCount:
    """How many rows have a role; `key` stands on the rows."""

    key: str
    mark: Mark
    count: int


def hub_entries(maker: Maker, hub: Hub) -> list[Entry]:
    """Return the entries of a hub."""
    return [entry for entry in maker.corpus if hub.has(entry)]


def hubs_with_entries(maker: Maker) -> list[tuple[Hub, list[Entry]]]:
    """Return the hubs that have entries."""
    found = [(hub, hub_entries(maker, hub)) for hub in HUBS]
    return [(hub, entries) for hub, entries in found if entries]


def size(hub: Hub, entries: list[Entry]) -> str:
    """Say what a hub holds: `59 failures`, or `14 lines` if they are those of a role."""
    if hub.role is None:
        return counted(len(entries), "failure")
    lines = [s for entry in entries for s in entry.signatures if s.role == hub.role]
    return counted(len(lines), "line")


def hubs(maker: Maker) -> Iterator[SitePage]:
    """Make the list of hubs and a page for each."""
    found = hubs_with_entries(maker)
    cards = [(hub, size(hub, entries)) for hub, entries in found]
    body = maker.render("hubs", root="../", hubs=cards)
    about = "One component, every error side by side."
    yield SitePage("hubs/", "list", "Hubs", about, body, tab="hubs")
    for hub, entries in found:
        there = role_moments(entries, hub.role) if hub.role else moments(maker, entries)
        body = maker.render(
            "hub",
            root="../../",
            hub=hub,
            codes=tuple(code_groups(entries, hub.codes)),
            moments=there,
            size=size(hub, entries),
            roles_there=roles_there(there),
            md=maker.quoting("../../"),
        )
        about = f"{hub.title} side by side: {size(hub, entries)}."
        yield SitePage(
            f"hubs/{hub.key}/", "hub", f"{hub.title}, side by side", about, body, tab="hubs"
        )


def roles_there(there: tuple[Moment, ...]) -> tuple[RoleCount, ...]:
    """Return the roles of a hub's rows, and how many have each: together they are all rows."""
    found = Counter(row.role for moment in there for row in moment.rows)
    marks = [(role, str(role), mark) for role, mark in ROLES.items()] + [(None, "none", SILENT)]
    return tuple(RoleCount(key, mark, found[role]) for role, key, mark in marks if found[role])


def code_groups(entries: list[Entry], kinds: tuple[str, ...]) -> Iterator[CodeGroup]:
    """Yield the codes of some kinds in the order of the kinds, each with what entries say of it."""
    for kind in kinds:
        uses = [(code, entry) for entry in entries for code in entry.codes if code.kind == kind]
        uses.sort(key=lambda use: (*_size(use[0].value), use[1].title.lower()))
        rows = tuple(CodeRow(entry, code) for code, entry in uses)
        if rows:
            yield CodeGroup(CODE_KINDS[kind], rows)


def _size(value: str) -> tuple[float, str]:
    """Numbers in order of size (`144-150` by its first), names behind them."""
    number = _NUMBER.match(value)
    return (float(number[0]) if number else float("inf")), value


def moments(maker: Maker, entries: list[Entry]) -> tuple[Moment, ...]:
    """Group entries by the moment in a job's life at which they strike; echoes come last."""
    rows = [_row(maker, entry) for entry in sorted(entries, key=lambda e: e.title.lower())]
    return tuple(
        Moment(_MOMENTS[key], tuple(group))
        for (_, key), group in groupby(sorted(rows, key=_moment), key=_moment)
    )


def role_moments(entries: list[Entry], role: Role) -> tuple[Moment, ...]:
    """Return every line of a role: first those of entries that are no failure at all."""
    alone: list[HubRow] = []
    beside: list[HubRow] = []
    for entry in sorted(entries, key=lambda e: e.title.lower()):
        lines = tuple(
            HubLine(listed_line(s.line), s.note or "", f"#s1-{number}")
            for number, s in enumerate(entry.signatures, 1)
            if s.role == role
        )
        group = alone if entry.severity is Severity.HARMLESS else beside
        group.append(HubRow(entry, role, lines))
    titled = (("Nothing has failed", alone), ("Beside a failure, and not its cause", beside))
    return tuple(Moment(title, tuple(rows)) for title, rows in titled if rows)


def _row(maker: Maker, entry: Entry) -> HubRow:
    row = maker.row(entry)
    said = (entry.no_signature or "") if row.line is None else ""
    return HubRow(entry, row.role, (HubLine(row.line, said),))


def _moment(row: HubRow) -> tuple[int, str]:
    if row.role == Role.COLLATERAL:
        return len(_ORDER), ECHOES
    for place, key in enumerate(_ORDER):
        if key in row.entry.presents_as:
            return place, key
    return len(_ORDER) + 1, row.entry.presents_as[0]
