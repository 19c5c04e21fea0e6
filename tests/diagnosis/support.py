"""A small corpus written down in the test, and logs given as text."""

# ruff: noqa: E501 - lines of logs are as long as they are

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from faultbook.diagnosis.answer import Diagnosis
from faultbook.diagnosis.conclude import conclude
from faultbook.diagnosis.phrases import PhraseTable
from faultbook.diagnosis.scan import CONTEXT, Scan
from faultbook.logs.doubt import LOOKED_AT, Doubt, doubt
from faultbook.logs.origin import origin_of
from faultbook.logs.reader import BlockMaker
from faultbook.signature.index import (
    Command,
    FirstStep,
    IndexedEntry,
    Near,
    Outcome,
    Rule,
    SignatureIndex,
)
from faultbook.signature.pattern import parse
from faultbook.signature.rarity import Phrase, best_phrases


@dataclass(frozen=True)
class Line:
    """A signature of a test corpus; companions are (line, within, scope, where)."""

    text: str
    role: str = "initiating"
    whole: bool = False
    all_of: tuple[tuple[str, int | None, str, str], ...] = ()
    unless: tuple[tuple[str, int | None, str, str], ...] = ()


@dataclass(frozen=True)
class Fault:
    """An entry of a test corpus."""

    id: str
    lines: tuple[Line, ...]
    severity: str = "job-down"
    category: str = "communication"
    causes: tuple[str, ...] = ()
    first: FirstStep | None = None
    fix: Command | None = None


def index_of(faults: Sequence[Fault]) -> SignatureIndex:
    """Compile a test corpus."""
    entries = [
        IndexedEntry(
            f.id,
            f"Title of {f.id}",
            f.category,
            f.severity,
            "Summary.",
            causes=f.causes,
            first=f.first,
            fix=f.fix,
            verify="It runs." if f.fix else None,
        )
        for f in faults
    ]
    main = [(number, line) for number, fault in enumerate(faults) for line in fault.lines]
    companions: dict[str, int] = {}
    literals: dict[Phrase, int] = {}

    def near(row: tuple[str, int | None, str, str]) -> Near:
        text, within, scope, where = row
        return Near(companions.setdefault(text, len(main) + len(companions)), within, scope, where)

    def numbers(text: str, whole: bool) -> tuple[int, ...]:
        phrases = best_phrases(parse(text, whole_line=whole, minimum=0))
        return tuple(literals.setdefault(phrase, len(literals)) for phrase in phrases)

    rules = [
        Rule(
            entry,
            line.text,
            line.role,
            line.whole,
            tuple(map(near, line.all_of)),
            tuple(map(near, line.unless)),
            numbers(line.text, line.whole),
        )
        for entry, line in main
    ]
    rules += [Rule(-1, text, None, False, (), (), numbers(text, False)) for text in companions]
    return SignatureIndex(tuple(entries), tuple(rules), tuple(literals))


XID = Fault(
    "xid",
    (Line("NVRM: Xid (<any>): 79,"), Line("NVRM: Xid (<any>): 45,", "collateral")),
    category="hardware",
    causes=("watchdog",),
    first=FirstStep(
        1, "Does the card answer?", "on the host", "true", (Outcome("it is gone", "done"),)
    ),
    fix=Command("Reset it.", None, "nvidia-smi -r"),
)
OOM_KILL = Fault(
    "oom-kill", (Line("Detected <int> oom-kill event(s) in StepId"),), category="memory"
)
CUDA_ECC = Fault("ecc", (Line("CUDA error: uncorrectable ECC error encountered"),))
CUDA_OOM = Fault("oom", (Line("CUDA out of memory. Tried to allocate"),))
OOM_OTHER = Fault(
    "oom-other",
    (
        Line(
            "CUDA out of memory. Tried to allocate",
            all_of=(("Process <int> has <num> <word> memory in use", 0, "same-rank", "around"),),
        ),
    ),
)
OOM_STEP = Fault(
    "oom-step",
    (
        Line(
            "CUDA out of memory. Tried to allocate",
            all_of=(("torch/optim/adam.py", 3, "any", "before"),),
        ),
    ),
)
WATCHDOG = Fault(
    "watchdog",
    (
        Line("Watchdog caught collective operation timeout: WorkNCCL(", "either"),
        Line("Some NCCL operations have failed or timed out.", "context"),
    ),
)
DESYNC = Fault(
    "desync",
    (
        Line(
            "faultbook: ranks wait in different collectives of one process group: <any>",
            "initiating",
            True,
        ),
    ),
    causes=("watchdog",),
)
PEER = Fault("peer", (Line("Connection closed by remote peer", "collateral"),))
KILLED = Fault("killed", (Line("failed (exitcode: -9) local_rank: <int> (pid: <int>)", "either"),))
CHILD = Fault("child", (Line("ChildFailedError", "collateral", True),))
HARMLESS = Fault(
    "plugin",
    (
        Line("Plugin load (libnccl-net.so) returned 2", "harmless"),
        Line("process group has NOT been destroyed before", "harmless"),
    ),
    severity="harmless",
)
NAN = Fault("nan", (Line("'loss': nan"),), severity="silent", category="numerics")

CORPUS = index_of(
    [
        XID, OOM_KILL, CUDA_ECC, CUDA_OOM, OOM_OTHER, WATCHDOG, DESYNC, PEER, KILLED, CHILD,
        HARMLESS, NAN, OOM_STEP,
    ]
)  # fmt: skip
TABLE = PhraseTable.of(CORPUS, CONTEXT)


def diagnose_text(
    *texts: str,
    names: Sequence[str] = ("a.log", "b.log", "c.log"),
    index: SignatureIndex = CORPUS,
    table: PhraseTable | None = None,
) -> Diagnosis:
    """Diagnose logs given as text, one file each."""
    if table is None and index is CORPUS:
        table = TABLE
    scan = Scan.start(index, table)
    problems: list[Doubt] = []
    for name, text in zip(names, texts, strict=False):
        data = text.encode("utf-8", "replace")
        scan.begin_file(name)
        if data:
            scan.add_block(BlockMaker(origin_of(name)).make(data))
        problems += filter(None, [doubt(name, data[:LOOKED_AT], unpacked=False)])
    return conclude(scan, problems)


def found(diagnosis: Diagnosis) -> list[str]:
    """Return the ids of the findings, in order."""
    return [finding.entry.id for finding in diagnosis.findings]


def explained(diagnosis: Diagnosis) -> dict[str, str | None]:
    """Return what explains each explained entry."""
    return {row.entry.id: row.by for row in diagnosis.explained}


def watchdog(rank: int, sequence: int = 7, operation: str = "ALLREDUCE", group: str = "") -> str:
    """Return a line of c10d's watchdog."""
    inside = f"[PG ID {group} PG GUID {group}(x) Rank {rank}] " if group else f"[Rank {rank}] "
    return (
        f"[rank{rank}]:[E1206 18:44:{rank % 60:02}.715298746 ProcessGroupNCCL.cpp:607] {inside}Watchdog "
        f"caught collective operation timeout: WorkNCCL(SeqNum={sequence}, OpType={operation}, "
        "NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600061 milliseconds before timing out.\n"
    )


def steps(first: int, last: int, rank: int | None = None) -> str:
    """Return lines of training progress."""
    prefix = f"[rank{rank}]: " if rank is not None else ""
    return "".join(
        f"{prefix}iteration {n:6}/ 100000 | elapsed time per iteration (s): 1.1 | lm loss: 2.5\n"
        for n in range(first, last)
    )
