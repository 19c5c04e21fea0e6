"""Checks of what an entry matches, and of what it must not match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from faultbook.checks.facts import Facts, Line, rule_of
from faultbook.checks.matching import (
    LogText,
    healthy_logs,
    hits,
    holds,
    readable,
    word_index,
)
from faultbook.checks.model import Check, Finding, Subject, World
from faultbook.entry import Entry, Role, Severity, Signature
from faultbook.source.document import Pointer

MOST_RELATED = 5
"""A signature that matches more other entries than this is not their relation: it is too wide."""


def syntax(subject: Subject) -> Iterator[Finding]:
    """Every pattern must be one."""
    from faultbook.signature.pattern import SignatureError, parse  # noqa: PLC0415

    for pointer, line, minimum in _patterns(subject.entry):
        try:
            parse(line.text, whole_line=line.whole, minimum=minimum)
        except SignatureError as error:
            message = error.message[0].upper() + error.message[1:] + "."
            yield Finding(pointer, message, error.hint, error.offset)


def _patterns(entry: Entry) -> Iterator[tuple[Pointer, Line, int | None]]:
    for number, signature in enumerate(entry.signatures):
        here = ("signatures", number)
        yield (*here, "line"), Line(signature.line, signature.whole_line), None
        for kind, companions in (("all_of", signature.all_of), ("unless", signature.unless)):
            for index, companion in enumerate(companions):
                # a companion stands beside a line that is strong enough by itself
                yield (*here, kind, index, "line"), Line(companion.line), 3
    if entry.monitor:
        yield ("monitor", "fingerprint"), Line(entry.monitor.fingerprint), None


def own_examples(subject: Subject) -> Iterator[Finding]:
    """A signature must match its own examples."""
    for number, signature in enumerate(subject.entry.signatures):
        rule = rule_of(signature)
        if not readable(rule):
            continue  # the check of the syntax says so
        for index, example in enumerate(signature.examples):
            found = hits(rule, LogText.of(example.text))
            if any(hit.holds for hit in found):
                continue
            pointer = ("signatures", number, "examples", index, "text")
            if not found:
                yield Finding(
                    pointer,
                    f"The signature `{signature.line}` does not match this example.",
                    "Compare them from the left: what varies needs a placeholder, and all else "
                    "must be as printed.",
                )
            elif found[0].missing:
                yield Finding(
                    pointer,
                    f"The example lacks the line that `all_of` asks for: "
                    f"`{found[0].missing.text}`.",
                    "Add that line to the example, as it stood in the log.",
                )
            elif found[0].excluded_by:
                yield Finding(
                    pointer,
                    f"`unless` excludes this example: `{found[0].excluded_by.text}` stands in it.",
                    "Narrow `unless`, or take the example out.",
                )


def near_misses(subject: Subject) -> Iterator[Finding]:
    """A signature must not match its own near-misses."""
    for number, signature in enumerate(subject.entry.signatures):
        rule = rule_of(signature)
        for index, miss in enumerate(signature.near_misses):
            if holds(rule, LogText.of(miss.text)):
                yield Finding(
                    ("signatures", number, "near_misses", index, "text"),
                    f"The signature `{signature.line}` matches this near-miss.",
                    "Make the value that decides literal, for example `<int:12|-12>`, or say "
                    "with `all_of` or `unless` what tells them apart.",
                )


def foreign_examples(world: World) -> Iterator[Finding]:
    """A signature must not match another entry's example without a declared relation."""
    rules = [(f, n) for f in world.facts.values() for n in range(len(f.rules))]
    by_word, wordless = word_index((i, f.rules[n]) for i, (f, n) in enumerate(rules))
    related = _related(world)
    matched: defaultdict[int, dict[str, None]] = defaultdict(dict)  # in order, each once
    for facts in world.facts.values():
        for sample in facts.samples:
            text = LogText.of(sample.text)
            likely = [*wordless, *(i for w in text.words for i in by_word.get(w, ()))]
            for i in likely:
                owner, number = rules[i]
                if owner.id == facts.id or facts.id in related[owner.id] or facts.id in matched[i]:
                    continue
                if holds(owner.rules[number], text):
                    matched[i][facts.id] = None
    for i, others in matched.items():
        owner, number = rules[i]
        if len(others) > MOST_RELATED:
            yield _too_wide(owner, number, list(others))
        else:
            yield from (_foreign(owner, number, other) for other in others)


def _foreign(owner: Facts, number: int, other: str) -> Finding:
    return Finding(
        ("signatures", number, "line"),
        f"This signature also matches an example of `{other}`.",
        f"If both failures print it, name `{other}` in `look_alikes` or `relations`; if not, "
        "make the signature narrower.",
        entry=owner.id,
        other=other,
    )


def _too_wide(owner: Facts, number: int, others: Sequence[str]) -> Finding:
    first, second, *rest = others
    return Finding(
        ("signatures", number, "line"),
        f"This signature also matches examples of {len(others)} other entries: `{first}`, "
        f"`{second}` and {len(rest)} more.",
        "It names a kind of error: add the words that this failure alone prints.",
        entry=owner.id,
    )


def _related(world: World) -> dict[str, set[str]]:
    aliases = {a: f.id for f in world.facts.values() for a in f.aliases}
    related: dict[str, set[str]] = {name: set() for name in world.facts}
    for facts in world.facts.values():
        for link in facts.links:
            target = aliases.get(link.target, link.target)
            if target in related and link.kind not in ("prose", "go", "successor"):
                related[facts.id].add(target)
                related[target].add(facts.id)
    return related


def healthy(world: World) -> Iterator[Finding]:
    """A signature must not match a healthy log, unless it never makes a finding by its role."""
    from pathlib import Path  # noqa: PLC0415

    logs = healthy_logs(Path(world.root) / "tests" / "healthy")
    for facts in world.facts.values():
        for number, rule in enumerate(facts.rules):
            if rule.role in (Role.HARMLESS, Role.CONTEXT):
                continue
            for name, log in logs.items():
                hit = next((h for h in hits(rule, log) if h.holds), None)
                if hit:
                    yield Finding(
                        ("signatures", number, "line"),
                        f"This signature matches line {hit.index + 1} of a healthy log, `{name}`.",
                        "Make it narrower, add `all_of`, or give it the role `context` or "
                        "`harmless`.",
                        entry=facts.id,
                    )


def empty_signatures(subject: Subject) -> Iterator[Finding]:
    """No signature and a reason why, or signatures and no such reason."""
    entry = subject.entry
    if not entry.signatures and not entry.no_signature:
        yield Finding(
            ("signatures",),
            "The entry has no signature and does not say why.",
            "Add one, or say in `no_signature` why nothing is printed.",
        )
    if entry.signatures and entry.no_signature:
        yield Finding(
            ("no_signature",),
            "`no_signature` says that nothing is printed, but there are signatures.",
            "Take one of the two out.",
        )


def harmless_roles(subject: Subject) -> Iterator[Finding]:
    """Severity, roles and presentation must agree about being harmless."""
    entry = subject.entry
    calm = entry.severity == Severity.HARMLESS
    for number, signature in enumerate(entry.signatures):
        if calm and signature.role not in (Role.HARMLESS, Role.CONTEXT):
            yield Finding(
                ("signatures", number, "role"),
                f"The entry is `harmless`, but this signature is `{signature.role}`.",
                "Write `role: harmless`, or change `severity`.",
            )
    if not calm and entry.signatures and _all_harmless(entry.signatures):
        yield Finding(
            ("severity",),
            f"Every signature is `harmless`, but the severity is `{entry.severity}`.",
            "Write `severity: harmless`, or correct the roles.",
        )
    if calm != ("harmless-line" in entry.presents_as):
        yield Finding(
            ("presents_as",),
            "`severity: harmless` and `presents_as: [harmless-line]` go together; here is only "
            "one of them.",
            "Write both or neither.",
        )


def _all_harmless(signatures: tuple[Signature, ...]) -> bool:
    return all(s.role == Role.HARMLESS for s in signatures)


CHECKS = (
    Check(
        "FB201",
        "signature-syntax",
        "Every signature, companion and fingerprint is a pattern that can be used.",
        "A pattern with a misspelt placeholder matches nothing; one with too little of its own "
        "text matches half of every log.",
        "Follow the message: it points at the character.",
        'line: "failed with error <integer>"',
        'line: "failed with error <int>"',
        on_entry=syntax,
    ),
    Check(
        "FB202",
        "signature-misses-example",
        "A signature matches each of its own examples, companions included.",
        "The example is the proof that the signature finds the line as a program prints it.",
        "Correct the one that is not as printed; a placeholder stands where the line varies.",
        'line: "RC: <int>, Error"\nexamples:\n  - text: "RC: twelve, Error"',
        'line: "RC: <int>, Error"\nexamples:\n  - text: "RC: 12, Error"',
        on_entry=own_examples,
    ),
    Check(
        "FB203",
        "signature-matches-near-miss",
        "A signature does not match its near-misses.",
        "A near-miss is another failure with another repair. To match it is to send somebody the "
        "wrong way.",
        "Keep the value that decides literal.",
        'line: "register memory. RC: <int>"\nnear_misses:\n  - text: "register memory. RC: -22"',
        'line: "register memory. RC: <int:-12>"\n'
        'near_misses:\n  - text: "register memory. RC: -22"',
        on_entry=near_misses,
    ),
    Check(
        "FB204",
        "signature-matches-other-entry",
        "A signature matches no example of another entry, unless one of the two names the other "
        "in `look_alikes`, `relations` or `near_misses`.",
        "When two entries claim one line, diagnosis must know how they relate, and the reader the "
        "check that tells them apart.",
        "Declare the relation, or make the signature narrower.",
        'line: "No space left on device"',
        'line: "posix_fallocate failed : No space left on device"',
        on_corpus=foreign_examples,
    ),
    Check(
        "FB205",
        "signature-matches-healthy-log",
        "No signature matches a line of `tests/healthy/*.log`, except those of the roles `context` "
        "and `harmless`, which never name a failure.",
        "A line that healthy runs print proves nothing, and a tool that cries wolf is turned off.",
        "Make the signature narrower, or ask for company with `all_of`.",
        'line: "NCCL INFO Bootstrap : Using"',
        'line: "NCCL WARN Bootstrap : no socket interface found"',
        on_corpus=healthy,
    ),
    Check(
        "FB206",
        "no-signature",
        "An entry has signatures, or `no_signature` says why nothing is printed.",
        "Without a line the entry cannot be found by its log; the reader must know that this is so "
        "on purpose.",
        "Add a signature, or the reason.",
        "signatures: []",
        "signatures: []\nno_signature: The values are wrong and nothing is printed.",
        on_entry=empty_signatures,
    ),
    Check(
        "FB207",
        "harmless-agrees",
        "`severity: harmless`, `role: harmless` and `presents_as: [harmless-line]` agree.",
        "Diagnosis never reports a harmless line as a failure; a contradiction would hide one.",
        "Change the one that is wrong.",
        "severity: harmless\nsignatures:\n  - role: initiating",
        "severity: harmless\nsignatures:\n  - role: harmless",
        on_entry=harmless_roles,
    ),
)
