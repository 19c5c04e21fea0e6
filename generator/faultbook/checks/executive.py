"""Checks of the executive view: plain words, no command, one recommended decision."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faultbook.checks.model import Check, Finding, Subject
from faultbook.source.document import Pointer

VIEW: Pointer = ("perspectives", "executive")

KNOWN_ACRONYMS = frozenset(
    "AI AMD API AWS CPU CPUS EU GPU GPUS IBM ID IT MB GB TB KB NVIDIA OK PC PDF TV UK US USD "
    "UTC VIP URL".split()
)
"""Words in capitals that a manager knows, and names of companies and units."""

_ACRONYM = re.compile(r"(?<![\w./`-])([A-Z]{2,})(s?)(?![\w`])")
_CODE = re.compile(r"`([^`\n]+)`")
_COMMAND_CODE = re.compile(r"\s|^-|[=$|;>]|^/|\(\)$|^[A-Z][A-Z0-9]*_[A-Z0-9_]+$")
_COMMAND = re.compile(
    r"(?:^|\s)(?:--[a-z][\w-]+|\$ \S+|sudo \S+|(?:docker|kubectl|pip|srun|sbatch|scontrol|"
    r"systemctl|nvidia-smi|ulimit|export|torchrun|mpirun) (?:-{1,2}\w\S*|run|exec|install|get|"
    r"delete|inspect|restart|start|stop|show|update|[A-Z_]+=)\S*)"
)


def commands(subject: Subject) -> Iterator[Finding]:
    """No command on the executive page."""
    for pointer, text in _view(subject):
        for found in _CODE.finditer(text):
            if _COMMAND_CODE.search(found[1]):
                yield _command(pointer, found[1], found.start())
        for found in _COMMAND.finditer(_CODE.sub(lambda m: " " * len(m.group()), text)):
            word = found.group()
            yield _command(pointer, word.strip(), found.end() - len(word.lstrip()))


def _command(pointer: Pointer, word: str, offset: int) -> Finding:
    return Finding(
        pointer,
        f"`{word}` is a command or setting; the executive page has none.",
        "Say in plain words what it does.",
        offset,
    )


def recommended(subject: Subject) -> Iterator[Finding]:
    """Exactly one choice must be recommended."""
    choices = subject.entry.executive.choices
    count = sum(choice.recommended for choice in choices)
    if count != 1:
        told = "No choice is" if count == 0 else f"{count} choices are"
        yield Finding(
            (*VIEW, "choices"),
            f"{told} recommended.",
            "Write `recommended: true` on exactly one: the reader came for a decision.",
        )


def acronyms(subject: Subject) -> Iterator[Finding]:
    """Every acronym must be explained where it is first used."""
    seen = {*KNOWN_ACRONYMS, "TODO"}  # that one has a check of its own
    for pointer, text in _view(subject):
        for found in _ACRONYM.finditer(text):
            word = found[1]
            if word in seen:
                continue
            seen.add(word)
            if not _is_explained(text, found.start(), found.end()):
                yield Finding(
                    pointer,
                    f"The acronym `{word}` is not explained at its first use.",
                    f"Say it in plain words, or explain it once: `plain words ({word})`.",
                    found.start(),
                )


def _is_explained(text: str, start: int, end: int) -> bool:
    """Say whether `NCCL (words)`, `words (NCCL)` or `NCCL, the library ...,` stands here."""
    before, after = text[:start], text[end:]
    if re.match(r"\s*\([^)]*[a-z]{3}", after):
        return True
    if re.search(r"[a-z]{3}\S* \((?:the |an? )?$", before) and re.match(r"[\s,;)]", after):
        return True
    return bool(re.match(r", (?:the|an?|which|that is|short for)\b", after))


def _view(subject: Subject) -> Iterator[tuple[Pointer, str]]:
    """Yield the texts of the page in reading order."""
    view = subject.entry.executive
    for name in ("headline", "summary", "returns", "owner", "prevention_price"):
        yield (*VIEW, name), getattr(view, name)
    yield (*VIEW, "cost", "note"), view.cost.note
    for index, choice in enumerate(view.choices):
        for name in ("choice", "price", "result"):
            yield (*VIEW, "choices", index, name), getattr(choice, name)


CHECKS = (
    Check(
        "FB511",
        "executive-command",
        "The executive view holds no command, option, path or variable.",
        "Its reader decides on spend and risk and will not run anything.",
        "Say in plain words what the command achieves.",
        "summary: Start it with `docker run --shm-size=1g`.",
        "summary: Start it with more shared memory.",
        on_entry=commands,
    ),
    Check(
        "FB512",
        "one-recommended",
        "Exactly one of the choices is recommended.",
        "Who asks for a decision says which one; two recommendations are none.",
        "Write `recommended: true` on one choice.",
        "choices:\n  - choice: Set it once\n  - choice: Let each team set it",
        "choices:\n  - choice: Set it once\n    recommended: true\n"
        "  - choice: Let each team set it",
        on_entry=recommended,
    ),
    Check(
        "FB513",
        "unexplained-acronym",
        "Every acronym of the executive view is explained at its first use; "
        + ", ".join(sorted(KNOWN_ACRONYMS)[:6])
        + " and other everyday ones need none.",
        "The reader does not know them, and will not ask.",
        "Write `plain words (ACRONYM)`, or only the plain words.",
        "summary: NCCL stops at start-up.",
        "summary: The GPU communication library (NCCL) stops at start-up.",
        on_entry=acronyms,
    ),
)
