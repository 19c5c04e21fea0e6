"""Which piece of a pattern to look for first: the one that healthy logs have least of.

A phrase is folded text of a pattern in which one space stands for any run of blanks; a
line without it cannot match. Its anchor is one run of letters in it which the line must
have with no further letter on either side, so that a line can also be found by its words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from faultbook.signature.pattern import Blank, Kind, Pattern, Slot, Text, Token, fold

SHORTEST = 4
"""Bytes that a phrase should have at least, if the pattern has such a one."""

LONGEST = 48
"""Characters of a phrase; more would find nothing less."""

WORDS = 4
"""Blank-separated words of a phrase at most."""

# Words that most logs of training and serving are full of.
_COMMON = frozenset(
    "a abort an and are as at be by byte bytes call called calling can cannot channel channels "
    "checkpoint code collective comm connect connected connection could cpu cuda data device "
    "devices do does done due during epoch error errors exception failed failure file for found "
    "from get got gpu gpus group has have host if import in info init initialized input invalid "
    "is it key kernel last layer length lib line load loading local log loss lr may memory "
    "message model module more most must name nccl net new no node none not num number of on "
    "op operation or out packages path pid please process processgroupnccl python rank ray read "
    "recent receive received request return returned root run running runtime runtimeerror save "
    "saved see self send server set site size so socket start started status step success such "
    "support that the this thread time timeout to token tokens too torch trace traceback train "
    "trainer training true type unable unknown update use used user using value version via wait "
    "waiting warn warning was when while will with work worker workers write you your".split()
)
_ENOUGH = 12.0
_BLANK = 0.5
_FURTHER_WORD = 3.0
_ANCHOR_WORTH = 10
_runs = re.compile("[a-z_]+").findall


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase, and its anchor: an empty text where no run of letters is sure to end."""

    text: str
    anchor: str


def best_phrases(pattern: Pattern) -> tuple[Phrase, ...]:
    """Phrases of which every matching line contains at least one; the rarest such choice.

    Usually that is one phrase; where the values of a restricted placeholder, with the text
    beside them, say more than any text alone, it is one phrase for each value. Empty if
    nothing is literal.
    """
    options: list[tuple[Phrase, ...]] = []
    for at, token in enumerate(pattern.tokens):
        if isinstance(token, Text):
            sure = _ends_letters(_at(pattern, at - 1)), _ends_letters(_at(pattern, at + 1))
            options.append((_best_window(fold(token.text), *sure),))
        elif isinstance(token, Slot) and token.choices:
            options.append(_phrases_of_choices(pattern, at, token))
    return max(options, key=_option_score, default=())


def _phrases_of_choices(pattern: Pattern, at: int, slot: Slot) -> tuple[Phrase, ...]:
    """A phrase for each value of a placeholder, with the literal text on both sides of it."""
    before, sure_before = _beside(pattern, at, -1, slot)
    after, sure_after = _beside(pattern, at, 1, slot)
    windows = {
        _best_window(fold(before + choice + after), sure_before, sure_after)
        for choice in slot.choices
    }
    return tuple(sorted(windows, key=lambda phrase: phrase.text))


def _beside(pattern: Pattern, at: int, step: int, slot: Slot) -> tuple[str, bool]:
    """The literal text on one side of a placeholder, and whether letters surely end beyond."""
    blank = " " if isinstance(_at(pattern, at + step), Blank) else ""
    place = at + step * (2 if blank else 1)
    text = _at(pattern, place)
    if isinstance(text, Text):
        joined = text.text + blank if step < 0 else blank + text.text
        return joined, _ends_letters(_at(pattern, place + step))
    return "", bool(blank) or slot.kind in (Kind.WORD, Kind.HEX)


def _at(pattern: Pattern, place: int) -> Token | None:
    return pattern.tokens[place] if 0 <= place < len(pattern.tokens) else None


def _ends_letters(neighbour: Token | None) -> bool:
    """Whether a run of letters surely ends at this neighbour of a text.

    At an end of the pattern the edge rule sees to it; an integer starts and ends with no
    letter, nor does a quotation.
    """
    if neighbour is None or isinstance(neighbour, Blank):
        return True
    return (
        isinstance(neighbour, Slot)
        and neighbour.kind in (Kind.INT, Kind.QUOTED)
        and not neighbour.choices
    )


@lru_cache(maxsize=65_536)
def _best_window(text: str, sure_before: bool, sure_after: bool) -> Phrase:
    """The best phrase of a text: a few neighbouring words of it."""
    words = text.split(" ")
    rarities = [word_rarity(word) for word in words]
    best, best_score = Phrase("", ""), -1e9
    start = 0
    for first, word in enumerate(words):
        total, end = 0.0, start - 1
        for last in range(first, min(first + WORDS, len(words))):
            total += rarities[last]
            end += 1 + len(words[last])
            cut = end - start > LONGEST
            if cut and last > first:
                break
            window = text[start : start + LONGEST if cut else end]
            most = _worth(total, last - first, max(rarities[first], rarities[last]))
            usual = not cut and len(window) >= SHORTEST
            if usual and most + _ANCHOR_WORTH / 2 <= best_score:
                continue  # no anchor could make it better
            before = first > 0 or sure_before
            after = not cut and (last + 1 < len(words) or sure_after)
            phrase = Phrase(window, _anchor(window, before, after))
            score = most + _anchor_worth(phrase.anchor) if usual else _score(phrase)
            if score > best_score:
                best, best_score = phrase, score
        start += len(word) + 1
    return best


def _anchor(window: str, sure_before: bool, sure_after: bool) -> str:
    """The rarest run of letters in a window that surely ends on both sides."""
    runs = _runs(window)
    if not runs:
        return ""
    unsure = set()
    if not sure_before and window.startswith(runs[0]):
        unsure.add(runs[0])
    if not sure_after and window.endswith(runs[-1]):
        unsure.add(runs[-1])
    found = [run for run in runs if run not in unsure] if unsure else runs
    return max(found, key=_rarity_and_word, default="")


def _rarity_and_word(word: str) -> tuple[float, str]:
    return word_rarity(word), word


def _score(phrase: Phrase) -> float:
    """How good a phrase is to look for: rare, with a rare anchor.

    A further word makes a phrase rarer, however usual the word is; but once a phrase is
    rare enough, each blank only costs: it is one more place where a line may have several,
    which is looked for by what stands on one side. So the first or the last word should be
    rare.
    """
    if len(phrase.text.encode()) < SHORTEST:
        return -100.0 + len(phrase.text)
    rarities = [word_rarity(word) for word in phrase.text.split(" ")]
    score = _worth(sum(rarities), len(rarities) - 1, max(rarities[0], rarities[-1]))
    return score + _anchor_worth(phrase.anchor)


def _anchor_worth(anchor: str) -> float:
    return (min(word_rarity(anchor), _ANCHOR_WORTH) if anchor else -_ANCHOR_WORTH) / 2


def _worth(total: float, further: int, ends: float) -> float:
    """The score without the anchor; `ends` is the rarer of the first and the last word."""
    score = min(total + _FURTHER_WORD * further, _ENOUGH) - _BLANK * further
    return score - max(0.0, 5 - ends) / 2 if further else score


@lru_cache(maxsize=65_536)
def word_rarity(word: str) -> float:
    """How little one expects to see a word: its letters, if it is none of the usual words."""
    rare, letters = 0.0, 0
    for run in _runs(word):
        rare += 1 if run in _COMMON else len(run)
        letters += len(run)
    return rare + (len(word) - letters) / 4


def _option_score(phrases: tuple[Phrase, ...]) -> tuple[float, tuple[str, ...]]:
    # Each further phrase is one more thing to look for.
    score = min(map(_score, phrases)) - 2 * (len(phrases) - 1)
    return score, tuple(phrase.text for phrase in phrases)
