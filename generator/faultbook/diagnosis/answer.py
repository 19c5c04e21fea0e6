"""What a diagnosis says, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from faultbook.diagnosis import roles
from faultbook.diagnosis.frames import Frame
from faultbook.logs.doubt import Doubt
from faultbook.signature.index import IndexedEntry


class Confidence(StrEnum):
    """How sure a finding is. The reasons stand beside it, in words."""

    CERTAIN = "certain"
    LIKELY = "likely"
    POSSIBLE = "possible"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One line of a log that speaks for a finding."""

    line: int
    text: str
    rank: int | None
    host: str | None
    file: str


@dataclass(frozen=True, slots=True)
class Finding:
    """An entry that the diagnosis stands behind."""

    entry: IndexedEntry
    role: str
    confidence: Confidence
    reasons: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    count: int
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """An entry that matched, and what explains it: an entry, or a line that none knows."""

    entry: IndexedEntry
    by: str | None
    why: str
    evidence: tuple[Evidence, ...]
    count: int
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Resemblance:
    """An entry with a signature that looks like a line that no entry knows."""

    entry: IndexedEntry
    line: Evidence
    signature: str


@dataclass(frozen=True, slots=True)
class UnknownError:
    """A line that looks like an error and that no entry knows, below the frames nearest to it."""

    evidence: Evidence
    count: int
    ranks: tuple[int, ...]
    frames: tuple[Frame, ...] = ()


@dataclass(frozen=True, slots=True)
class Initiating:
    """The first real error line, whether or not an entry knows it.

    `warning` says that it is only a warning: the nearest to an error that there is.
    `unconfirmed` says that it looks like an error, and that nothing in the logs says that the job
    failed. `frames` are the last lines of the traceback that ends in it.
    """

    evidence: Evidence
    entry: str | None
    warning: bool = False
    unconfirmed: bool = False
    frames: tuple[Frame, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Everything a reader is told about one set of logs."""

    files: tuple[str, ...]
    findings: tuple[Finding, ...] = ()
    explained: tuple[Explained, ...] = ()
    survived: tuple[Explained, ...] = ()
    harmless: tuple[Explained, ...] = ()
    resembles: tuple[Resemblance, ...] = ()
    unknown_errors: tuple[UnknownError, ...] = ()
    missing: tuple[str, ...] = ()
    initiating: Initiating | None = None
    ranks: tuple[int, ...] = ()
    problems: tuple[Doubt, ...] = ()

    @property
    def explains(self) -> bool:
        """Whether an entry names the failure itself, and not its echo alone."""
        return any(finding.role != roles.COLLATERAL for finding in self.findings)
