"""What is known of one line of a log."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """What the name of a file says about every line in it."""

    file: str
    rank: int | None = None
    local_rank: int | None = None
    host: str | None = None


@dataclass(frozen=True, slots=True)
class LogLine:
    """One logical line.

    `number` is the line of the file as an editor counts it, from 1; a physical line that
    holds several (carriage returns, glued output) gives several `LogLine`s of one number.
    `text` is cleaned and still has its prefixes, `message` has them peeled off. `time` is
    in seconds of the wall clock of the host that wrote the line, without the year when the
    line gives none: compare it within one host only.
    """

    number: int
    file: str
    text: str
    message: str
    rank: int | None = None
    local_rank: int | None = None
    host: str | None = None
    pid: int | None = None
    time: float | None = None
    level: str | None = None
    source: str | None = None

    def same_process(self, other: LogLine) -> bool:
        """Say whether two lines may come from one process: nothing known speaks against it."""
        if self.rank is not None and other.rank is not None:
            return self.rank == other.rank
        if self.pid is not None and other.pid is not None and self.host == other.host:
            return self.pid == other.pid
        if self.local_rank is not None and other.local_rank is not None:
            return self.local_rank == other.local_rank and self.host == other.host
        if self.host is not None and other.host is not None:
            return self.host == other.host
        return self.file == other.file
