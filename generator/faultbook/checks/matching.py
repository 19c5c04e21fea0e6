"""Signatures against stored texts: examples, near-misses, other entries, healthy logs.

Everything about the signature language comes from `faultbook.signature`; here is only what
makes a whole corpus cheap: a pattern is tried on a text only if the text has all the complete
words that the pattern needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from faultbook.checks.facts import Line, Rule
from faultbook.logs.clean import clean_text, segments
from faultbook.logs.peel import ALL_AMBIGUOUS, peel
from faultbook.signature.match import matches
from faultbook.signature.pattern import (
    Blank,
    Pattern,
    SignatureError,
    Slot,
    fold,
    is_word,
    parse,
)
from faultbook.signature.pattern import Text as Literal

_WORD = re.compile(r"[A-Za-z0-9_]+")


@lru_cache(maxsize=65_536)
def parsed(text: str, whole: bool) -> Pattern | None:
    """Parse a pattern; `None` when it is not one (another check says so)."""
    try:
        return parse(text, whole_line=whole, minimum=0)
    except SignatureError:
        return None


def readable(rule: Rule) -> bool:
    """Say whether all patterns of a rule can be parsed."""
    lines = (rule.line, *rule.all_of, *rule.unless)
    return all(parsed(line.text, line.whole) is not None for line in lines)


@dataclass(frozen=True, slots=True)
class LogText:
    """The lines of a text as matching sees them, and all their words."""

    lines: tuple[str, ...]
    folded: tuple[str, ...]
    words: frozenset[str]

    @classmethod
    def of(cls, text: str) -> LogText:
        """Clean a text and cut it into lines."""
        lines = tuple(s for raw in text.split("\n") for s in segments(clean_text(raw)))
        folded = tuple(map(fold, lines))
        return cls(lines, folded, frozenset(_WORD.findall("\n".join(folded))))


@lru_cache(maxsize=65_536)
def needed_words(pattern: Pattern) -> frozenset[str]:
    """Return the words, folded, that stand complete in every line that matches.

    A word at the edge of a literal counts only if the edge is the pattern's own (which must
    not be touched by a word character) or a blank; beside a placeholder it may go on.
    """
    found: set[str] = set()
    last = len(pattern.tokens) - 1
    for index, token in enumerate(pattern.tokens):
        if not isinstance(token, Literal):
            continue
        text = fold(token.text)
        before = None if index == 0 else pattern.tokens[index - 1]
        after = None if index == last else pattern.tokens[index + 1]
        for word in _WORD.finditer(text):
            opens = word.start() > 0 or _ends_word(before)
            closes = word.end() < len(text) or _ends_word(after)
            if opens and closes and _ascii_edges(text, word.start(), word.end()):
                found.add(word.group())
    return frozenset(found)


def _ends_word(token: Literal | Blank | Slot | None) -> bool:
    return token is None or isinstance(token, Blank)


def _ascii_edges(text: str, start: int, end: int) -> bool:
    return not (start > 0 and is_word(text[start - 1])) and not (
        end < len(text) and is_word(text[end])
    )


def line_matches(line: Line, text: str) -> bool:
    """Say whether a pattern matches one clean line (for `whole_line`: its message)."""
    pattern = parsed(line.text, line.whole)
    if pattern is None:
        return False
    if not line.whole:
        return matches(pattern, text)
    return matches(pattern, text, whole=True) or matches(
        pattern, peel(text, ALL_AMBIGUOUS).message, whole=True
    )


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a rule's own line matches, and what its companions say of that place."""

    index: int
    missing: Line | None = None
    excluded_by: Line | None = None

    @property
    def holds(self) -> bool:
        """Whether the rule matches, companions considered."""
        return self.missing is None and self.excluded_by is None


def hits(rule: Rule, text: LogText) -> list[Hit]:
    """Return every line of the text that the rule's own pattern matches."""
    pattern = parsed(rule.line.text, rule.line.whole)
    if pattern is None or not needed_words(pattern) <= text.words:
        return []
    literal = _longest_part(pattern)
    return [
        _with_company(rule, text.lines, index)
        for index, line in enumerate(text.lines)
        if literal in text.folded[index] and line_matches(rule.line, line)
    ]


@lru_cache(maxsize=65_536)
def _longest_part(pattern: Pattern) -> str:
    """Return the longest text without a blank that a matching line, folded, contains."""
    parts = (part for literal in pattern.literals() for part in literal.split())
    return max(parts, key=len, default="")


def holds(rule: Rule, text: LogText) -> bool:
    """Say whether a rule matches somewhere in a text, companions considered."""
    return any(hit.holds for hit in hits(rule, text))


def _with_company(rule: Rule, lines: Sequence[str], index: int) -> Hit:
    missing = next((c for c in rule.all_of if not _is_near(c, lines, index)), None)
    excluded = next((c for c in rule.unless if _is_near(c, lines, index)), None)
    return Hit(index, missing, excluded)


def _is_near(companion: Line, lines: Sequence[str], index: int) -> bool:
    reach = companion.within if companion.within is not None else len(lines)
    first = index if companion.where == "after" else max(0, index - reach)
    last = index if companion.where == "before" else min(len(lines) - 1, index + reach)
    return any(line_matches(companion, lines[n]) for n in range(first, last + 1))


def word_index(rules: Iterable[tuple[int, Rule]]) -> tuple[dict[str, list[int]], list[int]]:
    """File rules under their longest needed word; the second list has those without one."""
    by_word: dict[str, list[int]] = {}
    wordless: list[int] = []
    for number, rule in rules:
        pattern = parsed(rule.line.text, rule.line.whole)
        if pattern is None:
            continue
        words = needed_words(pattern)
        if words:
            key = max(words, key=lambda w: (len(w), w))
            by_word.setdefault(key, []).append(number)
        else:
            wordless.append(number)
    return by_word, wordless


def healthy_logs(folder: Path) -> dict[str, LogText]:
    """Read the stored logs of healthy runs, by file name."""
    if not folder.is_dir():
        return {}
    return {
        path.name: LogText.of(path.read_text("utf-8", "replace"))
        for path in sorted(folder.glob("*.log"))
    }
