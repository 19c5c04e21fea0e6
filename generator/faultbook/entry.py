"""One failure, as the corpus describes it.

`Entry` mirrors `schema/entry.schema.json` field by field: frozen, typed, and with tuples
for lists, so that it can be hashed, cached and shared between processes. Optional text is
`None` when absent; optional lists are empty tuples. Prose fields hold Markdown in which
`[@ref-id]` cites a reference of the same entry and `[[entry-id]]` links another entry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from faultbook.perspectives import Executive, OnCall


class Category(StrEnum):
    """The folder an entry lies in."""

    CHECKPOINT = "checkpoint"
    COMMUNICATION = "communication"
    COMPILATION = "compilation"
    DATA = "data"
    ENVIRONMENT = "environment"
    HARDWARE = "hardware"
    MEMORY = "memory"
    NUMERICS = "numerics"
    ORCHESTRATION = "orchestration"
    SERVING = "serving"
    STORAGE = "storage"


class Role(StrEnum):
    """What a matching line says about the failure."""

    INITIATING = "initiating"
    EITHER = "either"
    COLLATERAL = "collateral"
    CONTEXT = "context"
    HARMLESS = "harmless"


class Severity(StrEnum):
    """What the failure does to the job."""

    JOB_DOWN = "job-down"
    DEGRADED = "degraded"
    SILENT = "silent"
    HARMLESS = "harmless"


class Status(StrEnum):
    """How far an entry has come."""

    DRAFT = "draft"
    REVIEWED = "reviewed"
    DEPRECATED = "deprecated"


# The `source` of an example that the entry's own reproduction printed; it needs no reference.
REPRODUCTION = "reproduction"


@dataclass(frozen=True, slots=True)
class Companion:
    """A line that must, or must not, stand near a signature's line."""

    line: str
    within: int | None = None
    scope: str = "any"
    where: str = "around"


@dataclass(frozen=True, slots=True)
class Example:
    """A real line (or several), as a program printed it."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A line that looks alike and must not match."""

    text: str
    why: str
    entry: str | None = None


@dataclass(frozen=True, slots=True)
class Signature:
    """One line that a failure prints; `line` is in the signature language."""

    line: str
    role: Role
    program: str
    versions: str
    examples: tuple[Example, ...]
    whole_line: bool = False
    printed_by: str | None = None
    all_of: tuple[Companion, ...] = ()
    unless: tuple[Companion, ...] = ()
    near_misses: tuple[NearMiss, ...] = ()
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Symptom:
    """An observation and its reason."""

    see: str
    why: str


@dataclass(frozen=True, slots=True)
class AffectedSystem:
    """A system, its versions and the condition under which it is affected."""

    system: str
    versions: str
    condition: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a check prints in one case, and what that means."""

    output: str
    means: str


@dataclass(frozen=True, slots=True)
class Check:
    """One step of confirmation, which changes nothing."""

    question: str
    where: str
    command: str
    bad: Reading
    good: Reading
    takes: str | None = None
    language: str = "bash"
    other: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class LookAlike:
    """Another failure, and the one check that tells the two apart."""

    entry: str
    check: str
    if_so: str
    command: str | None = None


@dataclass(frozen=True, slots=True)
class Cause:
    """A root cause, how often it is the one, and how one knows."""

    cause: str
    likelihood: str
    known_by: str


@dataclass(frozen=True, slots=True)
class FixStep:
    """One action of a mitigation or a repair."""

    action: str
    risk: str
    verify: str
    command: str | None = None
    config: str | None = None
    file: str | None = None
    language: str | None = None
    takes: str | None = None
    lasts: str | None = None
    no_help_when: str | None = None


@dataclass(frozen=True, slots=True)
class Fix:
    """Mitigation (the run goes on now) apart from repair (it does not come back)."""

    mitigation: tuple[FixStep, ...]
    repair: tuple[FixStep, ...]
    not_a_fix: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guard:
    """Something that runs and keeps the failure away, or tells of it early."""

    kind: str
    text: str
    command: str | None = None
    language: str = "bash"


@dataclass(frozen=True, slots=True)
class Relations:
    """Causes and effects among entries, by id."""

    caused_by: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    see_also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question that people asked, and the thread in which they did."""

    question: str
    answer: str
    source: str


@dataclass(frozen=True, slots=True)
class Snippet:
    """A complete, minimal piece of code for one stack."""

    title: str
    stack: str
    language: str
    code: str
    why: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that the entry uses; `hides` warns of what it conceals."""

    name: str
    kind: str
    does: str
    hides: str | None = None

    @property
    def anchor(self) -> str:
        """Its anchor on the settings page."""
        return re.sub(r"[^A-Za-z0-9_.-]+", "-", self.name).strip("-").lower() or "setting"


@dataclass(frozen=True, slots=True)
class CodeValue:
    """An exit code, signal, Xid or error name by which people look a failure up."""

    kind: str
    value: str
    means: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A source, and what it supports."""

    id: str
    url: str
    title: str
    kind: str
    supports: str


@dataclass(frozen=True, slots=True)
class Monitor:
    """The fingerprint to alert on, and what to do when it fires."""

    fingerprint: str
    do: str
    query: str | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Reported:
    """Threads in which people reported the failure."""

    threads: int
    text: str


@dataclass(frozen=True, slots=True)
class Reproduced:
    """A script of this repository that provokes the failure."""

    script: str
    versions: str
    text: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """How we know. Dates are ISO strings."""

    added: str
    reviewed: str
    documented: str | None = None
    reported: Reported | None = None
    reproduced: Reproduced | None = None
    not_reproduced: str | None = None


@dataclass(frozen=True, slots=True)
class Deprecation:
    """Why an entry no longer counts."""

    reason: str
    successor: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One failure. See the schema for the meaning of each field."""

    id: str
    title: str
    category: Category
    tags: tuple[str, ...]
    components: tuple[str, ...]
    presents_as: tuple[str, ...]
    severity: Severity
    status: Status
    summary: str
    signatures: tuple[Signature, ...]
    symptoms: tuple[Symptom, ...]
    mechanism: str
    limits: str
    affected_systems: tuple[AffectedSystem, ...]
    confirm: tuple[Check, ...]
    causes: tuple[Cause, ...]
    fix: Fix
    prevention: tuple[Guard, ...]
    faq: tuple[Question, ...]
    references: tuple[Reference, ...]
    executive: Executive
    on_call: OnCall
    evidence: Evidence
    aliases: tuple[str, ...] = ()
    deprecation: Deprecation | None = None
    no_signature: str | None = None
    look_alikes: tuple[LookAlike, ...] = ()
    relations: Relations = Relations()
    code: tuple[Snippet, ...] = ()
    settings: tuple[Setting, ...] = ()
    codes: tuple[CodeValue, ...] = ()
    monitor: Monitor | None = None
