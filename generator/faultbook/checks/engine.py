"""Runs the checks: each entry alone (in parallel, remembered), then all entries together."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from faultbook.checks.exemptions import FILE, apply_exemptions, read_exemptions
from faultbook.checks.facts import Facts, facts_of, sentences
from faultbook.checks.model import Check, Finding, Subject, World
from faultbook.checks.registry import ALL_CHECKS
from faultbook.checks.rows import decoder, encode
from faultbook.checks.store import Store
from faultbook.checks.texts import texts_of
from faultbook.corpus import entry_files, shown
from faultbook.machine import forks, processors
from faultbook.problem import Problem
from faultbook.source.collector import collector_paused
from faultbook.source.document import Document, Place
from faultbook.source.entries import Loaded, load_file
from faultbook.source.offsets import place_in
from faultbook.source.text import MAX_BYTES

PARALLEL_FROM = 48
"""Fewer files are done sooner by one process."""

PART = 32
"""Files that are worked on together: one call of the shell for all, and no more in memory."""

Advance = Callable[[int, int], None]
"""Is told how many more files are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Job:
    """One file to check. `folder` as in `Subject`; `layer` numbers the corpus it belongs to."""

    path: Path
    file: str
    folder: str | None
    layer: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one file gave. `facts` is `None` when it is no entry."""

    problems: tuple[Problem, ...]
    facts: Facts | None


@dataclass(frozen=True, slots=True)
class Report:
    """The problems of a run, sorted, and the files that were checked."""

    problems: tuple[Problem, ...]
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """What to check.

    `layers` are the folders of entries that make up the corpus, later over earlier; `chosen`
    the files and folders to report on (`None`: the whole last layer); `today` an ISO date.
    """

    layers: tuple[Path, ...]
    today: str
    chosen: tuple[Path, ...] | None = None
    shellcheck: bool = False


def run_checks(request: Request, advance: Advance = lambda _, __: None) -> Report:
    """Check entries and return what is wrong. Never prints, never raises for a file's content."""
    jobs = _jobs(request)
    outcomes = _outcomes(jobs, request.shellcheck, advance)
    chosen = {job.file for job in jobs if job.chosen}
    problems = [p for job, o in zip(jobs, outcomes, strict=True) if job.chosen for p in o.problems]
    world = _world(jobs, outcomes, request)
    ids = {f.id for f in world.facts.values() if f.file in chosen}
    pending: dict[str, list[tuple[Check, Finding]]] = defaultdict(list)
    for check in ALL_CHECKS:
        for finding in check.on_corpus(world) if check.on_corpus else ():
            file = finding.file or world.facts[finding.entry].file
            if file in chosen or finding.other in ids:
                pending[file].append((check, finding))
    for file, found in pending.items():
        problems += _resolve_later(file, found)
    path = request.layers[-1] / FILE if request.layers else Path(FILE)
    exemptions, broken = read_exemptions(path, shown(path), ALL_CHECKS)
    last = len(request.layers) - 1
    whole = all(job.chosen for job in jobs if job.layer == last)
    kept = apply_exemptions(problems, exemptions, whole=whole)
    return Report(tuple(sorted({*kept, *broken})), tuple(sorted(chosen)))


def _jobs(request: Request) -> list[Job]:
    chosen_files = None if request.chosen is None else entry_files(request.chosen)
    wanted = None if chosen_files is None else {os.path.abspath(p) for p in chosen_files}  # noqa: PTH100
    jobs: list[Job] = []
    seen: set[str] = set()
    last = len(request.layers) - 1
    for number, layer in enumerate(request.layers):
        for path in entry_files([layer]):
            absolute = os.path.abspath(path)  # noqa: PTH100 - quick, and links stay as they are
            seen.add(absolute)
            picked = number == last if wanted is None else absolute in wanted
            inside = path.relative_to(layer).parts
            folder = inside[0] if len(inside) > 1 else None
            jobs.append(Job(path, shown(path), folder, number, picked))
    stray = [p for p in chosen_files or () if os.path.abspath(p) not in seen]  # noqa: PTH100
    return jobs + [Job(path, shown(path), None, last + 1, chosen=True) for path in stray]


def _outcomes(jobs: list[Job], shellcheck: bool, advance: Advance) -> list[Outcome]:
    """Return the outcome of each job: remembered, or worked out and remembered."""
    store = Store.open("check")
    keys = [_key(job) for job in jobs]
    depths = [(SHELLCHECKED if shellcheck else CHECKED) if job.chosen else READ for job in jobs]
    outcomes = [_recall(store, key, depth) for key, depth in zip(keys, depths, strict=True)]
    todo = [n for n, outcome in enumerate(outcomes) if outcome is None]
    advance(len(jobs) - len(todo), len(jobs))
    for number, row in _work(jobs, todo, shellcheck, advance):
        outcomes[number] = _decode(row)
        store.put(keys[number], [depths[number], row])
    store.keep(set(keys))
    store.save()
    return [outcome for outcome in outcomes if outcome is not None]


READ, CHECKED, SHELLCHECKED = range(3)
"""How far a file was looked at: only read for what others need to know of it, or more."""


def _key(job: Job) -> str:
    try:
        # a file that is too large is not read for its key either
        content = job.path.read_bytes() if job.path.stat().st_size <= MAX_BYTES else b"too large"
    except OSError:
        content = b""
    head = f"{job.file}|{job.folder}|".encode()
    return hashlib.blake2b(head + content, digest_size=16).hexdigest()


_decode = decoder(Outcome)


def _recall(store: Store, key: str, depth: int) -> Outcome | None:
    """Return what is remembered, if it goes at least as deep as is asked."""
    try:
        remembered, row = store.get(key) or (-1, None)
        if remembered < depth or (remembered == SHELLCHECKED and depth == CHECKED):
            return None
        outcome: Outcome = _decode(row)
    except (TypeError, ValueError, KeyError):
        return None
    return outcome


def _work(
    jobs: list[Job], todo: list[int], shellcheck: bool, advance: Advance
) -> Iterator[tuple[int, object]]:
    workers = processors()
    examine = partial(examine_files, shellcheck=shellcheck)
    parts = [todo[n : n + PART] for n in range(0, len(todo), PART)]
    if len(todo) < PARALLEL_FROM or workers < 2:
        for part in parts:
            yield from zip(part, examine([jobs[n] for n in part]), strict=True)
            advance(len(part), len(jobs))
        return
    with get_context("fork" if forks() else "spawn").Pool(workers) as pool:
        results = pool.imap(examine, [[jobs[n] for n in part] for part in parts])
        for part, rows in zip(parts, results, strict=True):
            yield from zip(part, rows, strict=True)
            advance(len(part), len(jobs))


def examine_files(jobs: Sequence[Job], shellcheck: bool) -> list[object]:
    """Check some files, each alone, and return their outcomes as rows."""
    with collector_paused():
        return _examine(jobs, shellcheck)


def _examine(jobs: Sequence[Job], shellcheck: bool) -> list[object]:
    loaded = [load_file(job.path, job.file) for job in jobs]
    subjects = [_subject(job, item) for job, item in zip(jobs, loaded, strict=True)]
    found: list[list[Problem]] = [list(item.problems) for item in loaded]
    ready = [n for n, s in enumerate(subjects) if s is not None and jobs[n].chosen]
    for check in ALL_CHECKS:
        if check.id == "FB403" and not shellcheck:
            continue
        for number, finding in _entry_findings(check, subjects, ready):
            document = loaded[number].document
            assert document is not None
            found[number].append(_resolve(check, finding, document))
    outcomes = [
        Outcome(
            tuple(
                replace(p, entry=p.entry or (item.entry.id if item.entry else job.path.stem))
                for p in problems
            ),
            facts_of(subject.entry, subject.texts, job.file) if subject else None,
        )
        for job, item, subject, problems in zip(jobs, loaded, subjects, found, strict=True)
    ]
    return [encode(outcome) for outcome in outcomes]


def _entry_findings(
    check: Check, subjects: Sequence[Subject | None], ready: Sequence[int]
) -> Iterator[tuple[int, Finding]]:
    if check.on_entry:
        for number in ready:
            subject = subjects[number]
            assert subject is not None
            for finding in check.on_entry(subject):
                yield number, finding
    if check.on_batch:
        batch = [s for n in ready if (s := subjects[n]) is not None]
        for index, finding in check.on_batch(batch):
            yield ready[index], finding


def _subject(job: Job, loaded: Loaded) -> Subject | None:
    if loaded.entry is None or loaded.document is None:
        return None
    entry = loaded.entry
    return Subject(entry, texts_of(entry), job.path.name, job.folder, loaded.document)


def _world(jobs: Sequence[Job], outcomes: Sequence[Outcome], request: Request) -> World:
    facts: dict[str, Facts] = {}
    layer_of: dict[str, int] = {}
    repeated: list[tuple[Facts, Facts]] = []
    broken: set[str] = set()
    for job, outcome in zip(jobs, outcomes, strict=True):
        if outcome.facts is None:
            broken.add(job.path.stem)
            continue
        own = replace(outcome.facts, file=job.file)
        if layer_of.get(own.id) == job.layer:
            repeated.append((own, facts[own.id]))
            continue
        facts[own.id] = own
        layer_of[own.id] = job.layer
    # What concerns two entries is said of the later one: let that be one that was named.
    named = {job.file for job in jobs if job.chosen}
    ordered = {n: facts[n] for n in sorted(facts, key=lambda n: (facts[n].file in named, n))}
    root = request.layers[-1].resolve().parent if request.layers else Path.cwd()
    return World(ordered, tuple(repeated), frozenset(broken), str(root), request.today)


def _resolve(check: Check, finding: Finding, document: Document) -> Problem:
    place = _place(finding, document)
    return Problem(
        document.file,
        place.line,
        place.column,
        check.id,
        finding.message,
        finding.hint,
        check.level,
        finding.entry or None,
        finding.other,
    )


def _place(finding: Finding, document: Document) -> Place:
    if finding.place or not finding.pointer:
        return finding.place or Place(1, 1)
    node = document.node(finding.pointer)
    if finding.offset is not None:
        return place_in(document, finding.pointer, finding.offset)
    return document.key_place(finding.pointer) if node.children else document.place(finding.pointer)


def _resolve_later(file: str, found: Sequence[tuple[Check, Finding]]) -> Iterator[Problem]:
    """Find the places of what came to light when its file was no longer open."""
    loaded = load_file(Path(file), file)
    if loaded.document is None or loaded.entry is None:  # it was changed in the meantime
        yield from (Problem(file, 1, 1, c.id, f.message, f.hint, c.level) for c, f in found)
        return
    said = {}
    if any(finding.sentence is not None for _, finding in found):
        said = {key: (t, offset) for t, offset, key in sentences(texts_of(loaded.entry))}
    for check, finding in found:
        if finding.sentence in said:
            text, offset = said[finding.sentence]
            finding = replace(finding, pointer=text.pointer, offset=offset)  # noqa: PLW2901
        yield _resolve(check, finding, loaded.document)
