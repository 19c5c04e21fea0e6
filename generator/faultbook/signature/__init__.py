"""The signature language: parse, match, mask, generate.

```python
pattern = parse("Unable to register memory (type = <int>) for device <int>. RC: <int:12|-12>")
found = match(pattern, line)                  # None, or Match(start, end, values)
[line[a:b] for a, b in found.values]          # ['1', '0', '-12']
matches(pattern, line)                        # the same as a quick yes or no
match(pattern, message, whole=True)           # must be the whole message
pattern.strength(), pattern.literals()        # 41, ('unable to register memory (type =', ...)
mask("worker 7 died at 0x7f12: exit code 9")  # 'worker <int> died at <hex>: exit code 9'
generate(pattern, random.Random(1))           # a line that it matches
```

An index holds the rules of a whole corpus, and is the one artefact that the command line,
the web page and editors load:

```python
index = compile_index(corpus_entries)
index = SignatureIndex.from_json(index.to_json())
rule = index.rules[0]                         # Rule(entry, text, role, whole, all_of, unless, ...)
index.entries[rule.entry].id                  # rule.entry is -1 for a companion line
rule.all_of[0]                                # Near(rule=7, within=6, scope='same-rank', where=...)
index.matches(0, line), index.match(0, line)  # whole-line rules want the peeled message
```

A scanner reads logs of any size and gives the few lines that rules may match:

```python
scanner = Scanner(index)                      # engine="auto", "hyperscan" or "portable"
for line in scanner.scan(open(path, "rb")):   # Candidate(start, end, number, raw, rules)
    text = clean_line(line.raw.decode("utf-8", "replace"))
    found = [rule for rule in line.rules if index.matches(rule, text)]
finder = make_finder(index.literals)          # the engine alone, for blocks of whole lines:
finder.find(block)                            # [(start of line, (numbers of phrases, ...))]
for item, hits in finder.find_each(items, data): ...  # the same in order, threads ahead
```

`parse` raises `SignatureError` (with `message`, `offset`, `hint`). Lines are given cleaned:
no terminal escapes, no line break.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from faultbook.signature.cleaning import clean_line
from faultbook.signature.finder import EngineUnavailableError, Finder, make_finder
from faultbook.signature.generate import generate, sample
from faultbook.signature.index import (
    Command,
    IndexedEntry,
    IndexFormatError,
    Near,
    Rule,
    SignatureIndex,
)
from faultbook.signature.mask import mask
from faultbook.signature.match import Match, match, matches
from faultbook.signature.pattern import (
    BLANKS,
    MINIMUM_STRENGTH,
    MINIMUM_STRENGTH_COMPANION,
    MINIMUM_STRENGTH_WHOLE,
    Blank,
    Kind,
    Pattern,
    SignatureError,
    Slot,
    Text,
    Token,
    escape,
    fold,
    parse,
)
from faultbook.signature.rarity import Phrase
from faultbook.signature.scan import Candidate, Scanner

if TYPE_CHECKING:
    from faultbook.signature.compile import compile_index

__all__ = [
    "BLANKS",
    "MINIMUM_STRENGTH",
    "MINIMUM_STRENGTH_COMPANION",
    "MINIMUM_STRENGTH_WHOLE",
    "Blank",
    "Candidate",
    "Command",
    "EngineUnavailableError",
    "Finder",
    "IndexFormatError",
    "IndexedEntry",
    "Kind",
    "Match",
    "Near",
    "Pattern",
    "Phrase",
    "Rule",
    "Scanner",
    "SignatureError",
    "SignatureIndex",
    "Slot",
    "Text",
    "Token",
    "clean_line",
    "compile_index",
    "escape",
    "fold",
    "generate",
    "make_finder",
    "mask",
    "match",
    "matches",
    "parse",
    "sample",
]


def __getattr__(name: str) -> object:
    # Compiling needs the whole model of an entry, which a diagnosis need not wait for.
    if name == "compile_index":
        from faultbook.signature.compile import compile_index  # noqa: PLC0415

        return compile_index
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
