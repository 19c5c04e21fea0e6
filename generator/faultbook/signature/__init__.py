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

`parse` raises `SignatureError` (with `message`, `offset`, `hint`). Lines are given cleaned:
no terminal escapes, no line break.
"""

from faultbook.signature.generate import generate, sample
from faultbook.signature.index import (
    Command,
    IndexedEntry,
    IndexFormatError,
    Near,
    Rule,
    SignatureIndex,
    compile_index,
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

__all__ = [
    "BLANKS",
    "MINIMUM_STRENGTH",
    "MINIMUM_STRENGTH_COMPANION",
    "MINIMUM_STRENGTH_WHOLE",
    "Blank",
    "Command",
    "IndexFormatError",
    "IndexedEntry",
    "Kind",
    "Match",
    "Near",
    "Pattern",
    "Rule",
    "SignatureError",
    "SignatureIndex",
    "Slot",
    "Text",
    "Token",
    "compile_index",
    "escape",
    "fold",
    "generate",
    "mask",
    "match",
    "matches",
    "parse",
    "sample",
]
