"""Which literal of a pattern to look for first: the one that healthy logs have least of.

A phrase is folded text in which one space stands for any run of blanks.
"""

from __future__ import annotations

from faultbook.signature.pattern import Pattern, Slot, Text, fold

SHORTEST = 4
"""Bytes that a literal should have at least, if the pattern has such a one."""

LONGEST = 64
"""Characters of a phrase that are looked for; more would find nothing less."""

# Words that most logs of training and serving are full of.
_COMMON = frozenset(
    "a an and are as at be by call called calling can cannot code comm connection could cuda data "
    "device do does error errors exception failed failure file for from get gpu group has have "
    "host if in info init initialized input invalid is it key last line load local log memory "
    "message model module most name nccl net node none not number of on op operation or out path "
    "pid process python rank recent request return returned root run runtime runtimeerror see "
    "self send server set size socket start step success that the this thread time timeout to "
    "torch traceback true type unable unknown update use used using value version via wait warn "
    "warning was while will with work worker you your".split()
)


def best_phrases(pattern: Pattern) -> tuple[str, ...]:
    """Phrases of which every matching line contains at least one; the rarest such choice.

    Usually that is one phrase; where the values of a restricted placeholder say more than
    the text around them, it is one phrase for each value. Empty if nothing is literal.
    """
    options: list[tuple[str, ...]] = []
    for token in pattern.tokens:
        if isinstance(token, Text):
            options.append((_shorten(fold(token.text)),))
        elif isinstance(token, Slot) and token.choices:
            options.append(tuple(sorted({_shorten(fold(choice)) for choice in token.choices})))
    return max(options, key=_option_key, default=())


def rarity(phrase: str) -> float:
    """How little one expects to see a phrase; comparable between phrases only."""
    return sum(_word_rarity(word) for word in phrase.split(" "))


def _word_rarity(word: str) -> float:
    letters = "".join(char for char in word if char.isalnum() or char == "_")
    if letters.isdigit():
        return 1 + len(letters) / 4
    if letters in _COMMON:
        return 1 + (len(word) - len(letters)) / 4
    return len(letters) + (len(word) - len(letters)) / 4


def _option_key(phrases: tuple[str, ...]) -> tuple[bool, float, tuple[str, ...]]:
    long_enough = all(len(phrase.encode()) >= SHORTEST for phrase in phrases)
    # Each further phrase is one more thing to look for.
    return long_enough, min(map(rarity, phrases)) - 2 * (len(phrases) - 1), phrases


def _shorten(phrase: str) -> str:
    """The rarest window of whole words of a long phrase; a very long word is cut."""
    words = phrase.split(" ")
    best = ""
    for first in range(len(words)):
        taken = words[first]
        for word in words[first + 1 :]:
            if len(taken) + 1 + len(word) > LONGEST:
                break
            taken += " " + word
        taken = taken[:LONGEST]
        if not best or rarity(taken) > rarity(best):
            best = taken
    return best
