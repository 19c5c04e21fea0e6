"""What an entry holds for one reader alone: the manager's part and the runbook of on-call.

The engineer's part is the entry itself (`faultbook.entry`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cost:
    """Example figures: gpus x price (USD/h) x (hours_lost + hours_down)."""

    gpus: float
    price: float
    hours_lost: float
    hours_down: float
    note: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision a manager can take."""

    choice: str
    price: str
    result: str
    recommended: bool = False


@dataclass(frozen=True, slots=True)
class Executive:
    """What only the manager needs."""

    headline: str
    summary: str
    returns: str
    owner: str
    prevention_price: str
    cost: Cost
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """What is seen, and where it leads: a step number, `stop`, `done` or `entry:<id>`."""

    see: str
    go: int | str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class CallStep:
    """One numbered step of the runbook. `phase` is check, mitigate or verify."""

    phase: str
    title: str
    where: str
    outcomes: tuple[Branch, ...]
    command: str | None = None


@dataclass(frozen=True, slots=True)
class Wake:
    """Whom to call, by role."""

    role: str
    why: str


@dataclass(frozen=True, slots=True)
class OnCall:
    """What only on-call needs."""

    steps: tuple[CallStep, ...]
    stop_when: tuple[str, ...]
    wake: Wake
    hand_over: tuple[str, ...]
    mitigation_note: str | None = None
