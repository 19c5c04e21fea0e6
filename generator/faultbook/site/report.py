"""What a build did, and how long its phases took."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from faultbook.problem import Problem


class SiteError(Exception):
    """The site cannot be built; the text tells the user why."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a build did. `seconds` gives the time of each phase, in order.

    `unchanged`: nothing was to be done, which was found out beforehand. `held` is what the build
    read: a program that leaves anyway keeps it, since to give it back takes a second.
    """

    site_dir: Path
    pages: int
    written: int = 0
    removed: int = 0
    problems: tuple[Problem, ...] = ()
    seconds: tuple[tuple[str, float], ...] = ()
    unchanged: bool = False
    held: object = field(default=None, repr=False, compare=False)


@dataclass(slots=True)
class Clock:
    """Measures phases."""

    seconds: list[tuple[str, float]] = field(default_factory=list)

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Measure what is done inside."""
        start = perf_counter()
        yield
        self.seconds.append((name, perf_counter() - start))
