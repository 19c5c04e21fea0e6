"""What an entry for a line could be called, where it belongs, and how the line is found again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from faultbook.diagnosis.kinds import Kind, kind_of
from faultbook.diagnosis.lookup import word_hits
from faultbook.draft.redact import redact
from faultbook.draft.sift import Candidate
from faultbook.entry import Category, Entry
from faultbook.logs import LogLine
from faultbook.signature import (
    MINIMUM_STRENGTH,
    MINIMUM_STRENGTH_WHOLE,
    SignatureError,
    mask,
    match,
    parse,
)
from faultbook.signature.index import SignatureIndex

PROGRAM = "TODO: which program, library or kernel prints the line?"
ID_WORDS = 5
TITLE_LENGTH = 100
NEAREST = 3
_PLACEHOLDER = re.compile(r"(?<!\\)<[^<>]*>")
_NUMBERED_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[._-]?[A-Za-z0-9]+)*")
_CLASS = re.compile(r"^(?:[A-Za-z_]\w*\.)*([A-Z]\w*(?:Error|Exception|Warning|Interrupt))\b:?\s*")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_DULL = frozenset(
    "a an and are as at be been but by could did do does error errors exception "
    "failed failure for from got has have if in into is it its of on or raise runtime "
    "that the their there this to use used using value warn warning was when while will "
    "with you your".split()
)

# A word that decides the field by itself, when the corpus has nothing that resembles.
_FIELDS: tuple[tuple[Category, str], ...] = (
    (Category.CHECKPOINT, r"checkpoint|state_dict|safetensors|\bckpt\b|\bresume"),
    (Category.COMMUNICATION, r"\bnccl|gloo|\bucx|infiniband|\bmlx5|allreduce|collective|\bibv?_"),
    (Category.HARDWARE, r"\bxid\b|\bsxid\b|\becc\b|nvlink|nvrm|thermal|pcie"),
    (Category.MEMORY, r"out of memory|\boom\b|alloc|cannot allocate"),
    (Category.ORCHESTRATION, r"slurm|kubelet|\bpod\b|torchrun|rendezvous|\bray\b|srun|elastic"),
    (Category.SERVING, r"vllm|sglang|triton ?server|\bkv cache|tensorrt"),
    (Category.COMPILATION, r"inductor|dynamo|nvcc|triton|ptxas|\bcompile"),
    (Category.NUMERICS, r"\bnan\b|\binf\b|overflow|underflow|loss scale"),
    (Category.STORAGE, r"nfs|lustre|\bs3\b|disk|no space left|stale file|input/output error"),
    (Category.DATA, r"dataloader|dataset|tokeniz|parquet|shard|collate"),
    (Category.ENVIRONMENT, r"\bimport|module named|driver|librar|symbol|\.so\b"),
)


@dataclass(frozen=True, slots=True)
class Answers:
    """What a person said; empty text means that it is for us to propose."""

    id: str = ""
    title: str = ""
    category: str = ""
    role: str = ""
    signature: str = ""
    program: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The draft's parts that can be known from the line and the corpus.

    `trouble` says why the signature would be refused, and is empty if it would not. `nearest`
    are entries that share its words; `caught` are entries one of whose examples it matches.
    """

    id: str
    title: str
    category: str
    tags: tuple[str, ...]
    components: tuple[str, ...]
    signature: str
    whole_line: bool
    role: str
    program: str
    example: str
    source: str
    added: str
    replaced: tuple[tuple[str, str], ...]
    trouble: str
    nearest: tuple[tuple[str, str], ...]
    caught: tuple[str, ...]


def propose(
    index: SignatureIndex, corpus: Iterable[Entry], line: Candidate, today: str, said: Answers
) -> Proposal:
    """Return a proposal for a line; what the person said stands as it was said."""
    entries = tuple(corpus)
    clean = redact(line.text, line.hosts, line.people)
    message = redact(line.message, line.hosts, line.people)
    # the same names must become the same in both: the message is a part of the text
    signature = said.signature or mask(message.to_mask)
    whole, trouble = _fitness(signature)
    if not trouble and match(parse(signature, minimum=0), clean.text) is None:
        clean = message
        if said.signature and match(parse(signature, minimum=0), clean.text) is None:
            trouble = "The signature does not match the line."
    near = list(word_hits(index, _words_of(signature)))[:NEAREST]
    components = _components(signature, entries)
    by_id = {entry.id: entry for entry in entries}
    lines = (_words_of(signature), *reversed(line.before))
    category = said.category or _category(lines, [by_id[h.entry.id] for h in near])
    taken = {name for entry in entries for name in (entry.id, *entry.aliases)}
    return Proposal(
        id=said.id or _free(_id(signature), taken),
        title=said.title or _title(signature),
        category=category,
        tags=_tags(signature, components),
        components=components or ("other",),
        signature=signature,
        whole_line=whole,
        role=said.role or _role(line),
        program=said.program or PROGRAM,
        example=clean.text,
        source=said.source,
        added=today,
        replaced=clean.replaced,
        trouble=trouble,
        nearest=tuple((h.entry.id, h.entry.title) for h in near),
        caught=tuple(_caught(signature, whole, entries)) if not trouble else (),
    )


def trouble_with(signature: str, line: str) -> str:
    """Return why a signature cannot stand for a line as it is drafted; empty if it can."""
    _, trouble = _fitness(signature)
    if not trouble and match(parse(signature, minimum=0), line) is None:
        return "The signature does not match the line."
    return trouble


def _fitness(signature: str) -> tuple[bool, str]:
    """Return whether a signature must be the whole line, and why it cannot be used at all."""
    for whole, minimum in ((False, MINIMUM_STRENGTH), (True, MINIMUM_STRENGTH_WHOLE)):
        try:
            parse(signature, minimum=minimum)
        except SignatureError as error:
            message = f"{error.message[:1].upper()}{error.message[1:].rstrip('.')}."
            trouble = f"{message} {error.hint}".strip()
            continue
        return whole, ""
    return False, trouble


def _words_of(signature: str) -> str:
    return _PLACEHOLDER.sub(" ", signature).replace("\\<", "<")


def _telling(signature: str) -> Iterator[str]:
    """Yield the words of the constant part, the name of an exception last."""
    text = _words_of(signature)
    found = _CLASS.match(text)
    rest = text[found.end() :] if found else text
    for source in (rest, found[1] if found else ""):
        for word in _NUMBERED_NAME.findall(source):
            for part in re.split(r"[._-]", _CAMEL.sub("-", word).lower()):
                if len(part) > 1 and part not in _DULL and not part.isdigit():
                    yield part


def _id(signature: str) -> str:
    words = list(dict.fromkeys(_telling(signature)))[:ID_WORDS]
    return "-".join(words)[:80].strip("-") or "new-failure"


def _free(name: str, taken: set[str]) -> str:
    number = 2
    found = name
    while found in taken:
        found = f"{name}-{number}"
        number += 1
    return found


def _title(signature: str) -> str:
    text = " ".join(_PLACEHOLDER.sub("…", signature).replace("\\<", "<").split())
    if len(text) > TITLE_LENGTH:
        text = text[:TITLE_LENGTH].rpartition(" ")[0] or text[:TITLE_LENGTH]
    return text.strip(" ,;:.-…") or "What fails"


def _components(signature: str, entries: Iterable[Entry]) -> tuple[str, ...]:
    """Return the components of the corpus that the line names, commonest first."""
    known = Counter(name for entry in entries for name in entry.components)
    words = set(_telling(signature))
    return tuple(name for name, _ in known.most_common() if name in words)[:4]


def _tags(signature: str, components: tuple[str, ...]) -> tuple[str, ...]:
    words = [w for w in dict.fromkeys((*components, *_telling(signature))) if len(w) > 2]
    return tuple(words[:4]) or ("new",)


def _category(lines: Iterable[str], near: Iterable[Entry]) -> str:
    """Return the field that the line names, or a line above it (the nearest), or a neighbour."""
    for text in lines:
        for category, words in _FIELDS:
            if re.search(words, text, re.IGNORECASE):
                return str(category)
    votes = Counter(str(entry.category) for entry in near)
    if votes:
        return votes.most_common(1)[0][0]
    return str(Category.ENVIRONMENT)


def _role(line: Candidate) -> str:
    whole = LogLine(1, "line", line.text, line.message)
    return "collateral" if kind_of(whole) in (Kind.ECHO, Kind.EXIT) else "initiating"


def _caught(signature: str, whole: bool, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the entries one of whose examples has a line that the signature matches."""
    pattern = parse(signature, minimum=0)
    for entry in entries:
        lines = (
            text
            for known in entry.signatures
            for example in known.examples
            for text in example.text.splitlines()
        )
        if any(match(pattern, text.strip(), whole=whole) for text in lines):
            yield entry.id
