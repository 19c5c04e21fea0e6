"""Checks of the runbook: a tired reader must never be left without a next step."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultbook.addresses import addresses
from faultbook.checks.model import Check, Finding, Subject
from faultbook.perspectives import CallStep
from faultbook.source.document import Pointer

CONFIRM = 5  # the number of that section on the page
STEPS: Pointer = ("perspectives", "on_call", "steps")
_ORDER = {"check": 0, "mitigate": 1, "verify": 2}

_CHANGES = re.compile(
    r"(?:^|[;&|(\n]\s*|\bsudo\s+|\bxargs\s+)"
    r"(?:rm|kill|pkill|killall|mv|chmod|chown|mkfs\S*|reboot|shutdown|scancel|umount|tee|dd|"
    r"systemctl\s+(?:re)?start|systemctl\s+stop|sysctl\s+-w|nvidia-smi\s+(?:-r|--gpu-reset)|"
    r"kubectl\s+(?:delete|apply|edit|patch|scale|drain|cordon)|docker\s+(?:rm|kill|stop|restart)|"
    r"scontrol\s+(?:update|requeue|reboot)|(?:pip3?|conda|apt|apt-get|yum|dnf)\s+(?:install|remove))"
    r"\b"
)


def targets(subject: Subject) -> Iterator[Finding]:
    """Every branch must lead to a step that exists, and not to itself."""
    steps = subject.entry.on_call.steps
    for number, step in enumerate(steps):
        for index, branch in enumerate(step.outcomes):
            if isinstance(branch.go, int) and branch.go > len(steps):
                yield Finding(
                    (*STEPS, number, "outcomes", index, "go"),
                    f"There is no step {branch.go}; the last is {len(steps)}.",
                    "Write the number of a step, `done`, `stop` or `entry:<id>`.",
                )
            elif branch.go == number + 1:
                yield Finding(
                    (*STEPS, number, "outcomes", index, "go"),
                    f"Step {number + 1} leads back to itself.",
                    "Say how often to try, in a step of its own or as a note, and lead on.",
                )


def reachable(subject: Subject) -> Iterator[Finding]:
    """Every step must be reached from the first."""
    steps = subject.entry.on_call.steps
    reached = _closure({0}, {n: _next(step, len(steps)) for n, step in enumerate(steps)})
    for number in range(len(steps)):
        if number not in reached:
            yield Finding(
                (*STEPS, number),
                f"No branch leads to step {number + 1}.",
                f"Let an outcome of an earlier step `go: {number + 1}`, or take the step out.",
            )


def way_out(subject: Subject) -> Iterator[Finding]:
    """From every step there must be a way to `done`, `stop` or another entry."""
    steps = subject.entry.on_call.steps
    leaving = {n for n, s in enumerate(steps) if any(isinstance(b.go, str) for b in s.outcomes)}
    backward: dict[int, set[int]] = {n: set() for n in range(len(steps))}
    for number, step in enumerate(steps):
        for target in _next(step, len(steps)):
            backward[target].add(number)
    trapped = sorted(set(range(len(steps))) - _closure(leaving, backward))
    if trapped:
        names = " and ".join(str(number + 1) for number in trapped)
        steps_named = f"step {names}" if len(trapped) == 1 else f"steps {names}"
        yield Finding(
            (*STEPS, trapped[0]),
            f"From {steps_named} nothing leads to `done` or `stop`.",
            "Give one of the outcomes an end.",
        )


def phases(subject: Subject) -> Iterator[Finding]:
    """Checks come first, then mitigation, then verification."""
    steps = subject.entry.on_call.steps
    highest = "check"
    for number, step in enumerate(steps):
        if _ORDER[step.phase] < _ORDER[highest]:
            yield Finding(
                (*STEPS, number, "phase"),
                f"A `{step.phase}` step stands behind a `{highest}` step.",
                "Put the steps in the order check, mitigate, verify.",
            )
        else:
            highest = step.phase


def harmless_checks(subject: Subject) -> Iterator[Finding]:
    """A check step and a confirm command must change nothing."""
    for index, check in enumerate(subject.entry.confirm):
        yield from _changing(("confirm", index, "command"), check.command)
    for number, step in enumerate(subject.entry.on_call.steps):
        if step.phase == "check" and step.command:
            yield from _changing((*STEPS, number, "command"), step.command)


def _changing(pointer: Pointer, command: str) -> Iterator[Finding]:
    found = _CHANGES.search(command)
    if found:
        word = " ".join(found.group().strip(";&|( \n").split())
        yield Finding(
            pointer,
            f"This step only looks, but `{word}` changes something.",
            "Use a command that reads, or move it to a `mitigate` step or to `fix`.",
            found.end() - len(found.group().lstrip(";&|( \n")),
        )


def repeated_outcomes(subject: Subject) -> Iterator[Finding]:
    """One output must not lead to two places."""
    for number, step in enumerate(subject.entry.on_call.steps):
        seen: set[str] = set()
        for index, branch in enumerate(step.outcomes):
            key = " ".join(branch.see.lower().split())
            if key in seen:
                yield Finding(
                    (*STEPS, number, "outcomes", index, "see"),
                    f"The outcome `{branch.see}` stands twice in step {number + 1}.",
                    "Keep one: an output leads to one place.",
                )
            seen.add(key)


def stands_alone(subject: Subject) -> Iterator[Finding]:
    """A sentence of the runbook must not send its reader to a number of the article."""
    for text in subject.texts:
        if text.pointer[:2] != STEPS[:2]:
            continue
        for found in addresses(text.value, subject.entry):
            section = "confirm" if found.section == CONFIRM else "fix"
            number = text.value[found.start : found.end]
            yield Finding(
                text.pointer,
                f"`{number}` is a number of `{section}`, which the runbook does not show.",
                "Name a step of the runbook, or say here what to run.",
                found.start,
            )


def _next(step: CallStep, count: int) -> set[int]:
    return {b.go - 1 for b in step.outcomes if isinstance(b.go, int) and b.go <= count}


def _closure(start: set[int], graph: dict[int, set[int]]) -> set[int]:
    reached, queue = set(start), list(start)
    for number in queue:
        fresh = graph[number] - reached
        reached |= fresh
        queue.extend(fresh)
    return reached


CHECKS = (
    Check(
        "FB501",
        "branch-target",
        "Every `go` leads to a step that exists, and not to its own step.",
        "A branch into nothing leaves somebody at three in the morning with a blank page.",
        "Correct the number.",
        "steps:\n  - outcomes:\n      - see: no output\n        go: 9",
        "steps:\n  - outcomes:\n      - see: no output\n        go: 2",
        on_entry=targets,
    ),
    Check(
        "FB502",
        "step-unreachable",
        "Every step is reached from step 1 over the branches.",
        "A step that no outcome leads to is never done.",
        "Lead an outcome there, or take the step out.",
        "# step 2: no outcome says `go: 2`",
        "# step 1, an outcome:\n- see: 64M\n  go: 2",
        on_entry=reachable,
    ),
    Check(
        "FB503",
        "no-way-out",
        "From every step some path ends in `done`, `stop` or another entry.",
        "Without an end a tired reader goes round in circles.",
        "Say when to stop.",
        "# step 2 -> 3, step 3 -> 2",
        "# step 2 -> 3, step 3 -> 2 or stop",
        on_entry=way_out,
    ),
    Check(
        "FB504",
        "phase-order",
        "Steps are listed in the order check, mitigate, verify. Branches may lead anywhere.",
        "Look first, change then, and see whether it helped.",
        "Sort the steps, and correct the numbers behind `go`.",
        "steps:\n  - phase: mitigate\n  - phase: check",
        "steps:\n  - phase: check\n  - phase: mitigate\n  - phase: verify",
        on_entry=phases,
    ),
    Check(
        "FB505",
        "check-changes-something",
        "Commands of `confirm` and of `check` steps do not kill, delete, restart or install.",
        "They are run before anybody knows what is wrong. Evidence must survive them.",
        "Look with a command that reads.",
        "confirm:\n  - command: systemctl restart docker",
        "confirm:\n  - command: systemctl status docker",
        on_entry=harmless_checks,
    ),
    Check(
        "FB506",
        "repeated-outcome",
        "No output stands twice among the outcomes of a step.",
        "One output cannot lead to two places.",
        "Merge them, or say what differs.",
        "outcomes:\n  - {see: no output, go: 2}\n  - {see: no output, go: stop}",
        "outcomes:\n  - {see: no output, go: 2}\n  - {see: permission denied, go: stop}",
        on_entry=repeated_outcomes,
    ),
    Check(
        "FB507",
        "runbook-needs-article",
        "No sentence of the runbook names a number of the article (`5.2`, `8.1`).",
        "On paper, on the phone and in the terminal the runbook stands alone.",
        "Name a step, or write down what to run.",
        "hand_over:\n  - What 5.1 printed.",
        "hand_over:\n  - What step 1 printed.",
        on_entry=stands_alone,
    ),
)
