"""Checks of the words: placeholders, empty phrases, sentences said twice."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from faultbook.checks.facts import Facts
from faultbook.checks.model import Check, Finding, Subject, World
from faultbook.checks.texts import COMMAND, LABEL, NAME, PROSE
from faultbook.entry import Entry
from faultbook.source.document import Pointer

_PLACEHOLDER = re.compile(
    r"(?<![\w./-])(?:TODO|FIXME|TBD|XXX)\b|\blorem ipsum\b|\?\?\?+", re.IGNORECASE | re.ASCII
)
_PLACEHOLDERS = ("todo", "fixme", "tbd", "xxx", "lorem ipsum", "???")

_QUESTION = re.compile(r":[ \t]*(\S[^\n]{0,200}?[?.](?=\s|$))")  # that a draft asks after its TODO

BANNED: dict[str, str] = {
    "typically": "Say when it happens and when not, or leave it out.",
    "may potentially": "Write `may`, and under which condition.",
    "various issues": "Name the issues.",
    "ensure that": "Write the command that checks it.",
    "it is important to": "Say what breaks without it.",
    "try increasing": "Say from what to what, and when it does not help.",
}
"""Phrases that would be true in every entry, and what to write instead."""

_BANNED = re.compile(
    r"\b(" + "|".join(re.escape(p).replace(r"\ ", r"\s+") for p in BANNED) + r")\b", re.IGNORECASE
)

_BANNED_STARTS = tuple({phrase.split()[0] for phrase in BANNED})

MAX_ALIKE = 0.5
MANY_ALIKE = 5  # sentences: more in common with one other entry, and the entry is a copy
"""Share of common three-word runs from which two answers count as one."""


_FREQUENCIES = (
    "most reports", "most users", "most people", "in most cases", "most often", "usually", "mostly",
    "commonly", "almost always",
)  # fmt: skip
_FREQUENCY = re.compile(
    r"\b(?:" + "|".join(p.replace(" ", r"\s+") for p in _FREQUENCIES) + r")\b", re.IGNORECASE
)

NO_OUTPUT = "no output"
_OTHER_WORDS = re.compile(
    r"[(\[<]?(?:nothing|empty(?: output)?|no lines?)(?: (?:is |was )?printed)?"
    r"(?:$|[)\]>]|,| (?:for|within) (?:a|an|\d))|[(\[<]no output",
    re.IGNORECASE,
)


def placeholders(subject: Subject) -> Iterator[Finding]:
    """Nothing may be left to fill in."""
    for text, found in subject.search(_PLACEHOLDER, _PLACEHOLDERS, PROSE, LABEL, COMMAND, NAME):
        asked = _QUESTION.match(text.value, found.end())
        yield Finding(
            text.pointer,
            f"The placeholder `{found.group()}` is left{f': {asked[1]}' if asked else '.'}",
            f"{'Answer it' if asked else 'Write what belongs'} here, or take the property out.",
            found.start(),
        )


def banned_phrases(subject: Subject) -> Iterator[Finding]:
    """No phrase that would be true in every entry."""
    for text, found in subject.search(_BANNED, _BANNED_STARTS, PROSE, LABEL):
        phrase = " ".join(found.group().split())
        message = f"`{phrase}` says nothing about this failure."
        yield Finding(text.pointer, message, BANNED[phrase.lower()], found.start())


def unsourced_frequencies(subject: Subject) -> Iterator[Finding]:
    """No word for how often, unless the text cites somebody who says so."""
    for text, found in subject.search(_FREQUENCY, ("most", "usually", "commonly"), PROSE, LABEL):
        if "[@" in text.value or text.pointer[0] == "references":
            continue
        yield Finding(
            text.pointer,
            f"`{found.group()}` says how often, and nobody is cited who counted.",
            "Cite who says so, give the count of the threads cited, or leave it out.",
            found.start(),
        )


def repeated_sentences(world: World) -> Iterator[Finding]:
    """No sentence of more than six words in two entries. A copy is told of once."""
    owner: dict[int, str] = {}
    for facts in world.facts.values():
        shared: dict[str, list[int]] = defaultdict(list)
        for key in facts.sentences:
            first = owner.setdefault(key, facts.id)
            if first != facts.id:
                shared[first].append(key)
        for first, keys in shared.items():
            if len(keys) > MANY_ALIKE:
                what = f"This is one of {len(keys)} sentences that stand in `{first}` as well."
                hint = "If it is one failure, merge the two; else say what is true of this one."
                yield _repeated(facts, first, keys[0], what, hint)
                continue
            for key in keys:
                what = f"This sentence stands in `{first}` as well."
                hint = "Say what is true of this failure alone, or link the other entry."
                yield _repeated(facts, first, key, what, hint)


def _repeated(facts: Facts, first: str, key: int, what: str, hint: str) -> Finding:
    return Finding((), what, hint, sentence=key, entry=facts.id, other=first)


def similar_questions(world: World) -> Iterator[Finding]:
    """No question that could stand in another entry."""
    frequency = Counter(k for f in world.facts.values() for q in f.questions for k in q)
    index: dict[int, list[tuple[Facts, int]]] = defaultdict(list)
    for facts in world.facts.values():
        for number, shingles in enumerate(facts.questions):
            # Two sets that share at least `MAX_ALIKE` of their union share one of their rarest
            # shingles: only those need to be looked up.
            kept = len(shingles) - int(MAX_ALIKE * len(shingles)) + 1
            rare = sorted(shingles, key=lambda k: (frequency[k], k))[:kept]
            met: set[tuple[str, int]] = set()
            for key in rare:
                for other, place in index[key]:
                    if other.id == facts.id or (other.id, place) in met:
                        continue
                    met.add((other.id, place))
                    share = _jaccard(shingles, other.questions[place])
                    if share >= MAX_ALIKE:
                        yield _similar(facts, number, other, place, share)
                index[key].append((facts, number))


def _similar(facts: Facts, number: int, other: Facts, place: int, share: float) -> Finding:
    return Finding(
        ("faq", number),
        f"{share:.0%} of this question and answer stands in question {place + 1} of `{other.id}`.",
        "Answer what people asked about this failure alone, or take it out.",
        entry=facts.id,
        other=other.id,
    )


def empty_outputs(subject: Subject) -> Iterator[Finding]:
    """That a command prints nothing is said in one way everywhere."""
    for pointer, text in _outputs(subject.entry):
        if _OTHER_WORDS.match(text.strip()):
            yield Finding(
                pointer,
                f"`{text.strip()}` is another wording for no output.",
                f"Write `{NO_OUTPUT}`, without quotes or brackets.",
            )


def same_readings(subject: Subject) -> Iterator[Finding]:
    """What a check prints tells the cases apart."""
    for number, check in enumerate(subject.entry.confirm):
        if check.bad.output.strip() == check.good.output.strip():
            yield Finding(
                ("confirm", number, "good", "output"),
                "The good case prints what the bad case prints.",
                "Write an output by which a reader can tell them apart, or another command.",
            )


def _outputs(entry: Entry) -> Iterator[tuple[Pointer, str]]:
    for number, check in enumerate(entry.confirm):
        at: Pointer = ("confirm", number)
        yield (*at, "bad", "output"), check.bad.output
        yield (*at, "good", "output"), check.good.output
        for index, other in enumerate(check.other):
            yield (*at, "other", index, "output"), other.output
    for number, step in enumerate(entry.on_call.steps):
        if step.command:
            for index, branch in enumerate(step.outcomes):
                at = ("perspectives", "on_call", "steps", number, "outcomes", index, "see")
                yield at, branch.see


def _jaccard(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    first, second = set(one), set(other)
    return len(first & second) / max(1, len(first | second))


CHECKS = (
    Check(
        "FB301",
        "placeholder-left",
        "No TODO, FIXME, TBD, XXX, `???` or lorem ipsum is left.",
        "A draft marks the parts that only a person can fill; a published entry has none.",
        "Answer the question beside the mark.",
        "limits: TODO say what a match does not prove",
        "limits: The line does not tell which rank filled the tmpfs.",
        on_entry=placeholders,
    ),
    Check(
        "FB302",
        "empty-phrase",
        "No phrase that fits every failure: " + ", ".join(f"“{p}”" for p in BANNED) + ".",
        "Such words fill a page and help nobody; in their place belongs the condition, the number "
        "or the command.",
        "Follow the hint for the phrase.",
        "summary: This typically appears early in training.",
        "summary: It appears at the first collective, on every rank.",
        on_entry=banned_phrases,
    ),
    Check(
        "FB303",
        "repeated-sentence",
        "No sentence of more than six words stands in two entries (citations, case and "
        "punctuation aside).",
        "A sentence that is true of two failures explains neither.",
        "Say what is true of this one alone; or keep it in one entry and link it.",
        "# in a.yaml and in b.yaml\nlimits: The line alone does not prove which rank failed first.",
        "# in a.yaml only\nlimits: The line alone does not prove which rank failed first.",
        on_corpus=repeated_sentences,
    ),
    Check(
        "FB304",
        "similar-question",
        f"No question with its answer shares {MAX_ALIKE:.0%} or more of its three-word runs with "
        "a question of another entry.",
        "A question that could stand in any entry was asked by nobody.",
        "Take a question from a thread about this failure.",
        "faq:\n  - question: How long does the fix take?",
        "faq:\n  - question: Does `NCCL_SHM_DISABLE=1` cost speed?",
        on_corpus=similar_questions,
    ),
    Check(
        "FB305",
        "frequency-without-source",
        "No word for how often (" + ", ".join(_FREQUENCIES) + ") in a text that cites nobody.",
        "A reader weighs causes by such words; without a count they are a guess.",
        "Cite the thread or the maintainer who says so, give the count, or leave the word out.",
        "known_by: Usually the limit of the container.",
        "known_by: The limit of the container, in 2 of 3 threads [@a] [@b] [@c].",
        on_entry=unsourced_frequencies,
    ),
    Check(
        "FB306",
        "empty-output",
        f"An empty output is called `{NO_OUTPUT}`: not `nothing`, `(nothing)`, `(no output)`.",
        "Under one name it is known at a glance, and no reader looks for the words in a terminal.",
        f"Write `{NO_OUTPUT}`; what else may be seen follows after a comma.",
        "good:\n  output: (nothing)",
        "good:\n  output: no output",
        on_entry=empty_outputs,
    ),
    Check(
        "FB307",
        "same-reading",
        "`bad` and `good` of a check print different things.",
        "Somebody holds the screen beside the two: the same output decides nothing.",
        "Show the values by which they differ, or ask another command.",
        'bad: {output: "False", means: ...}\ngood: {output: "False", means: ...}',
        'bad: {output: "False", means: ...}\ngood: {output: "True", means: ...}',
        on_entry=same_readings,
    ),
)
