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

`parse` raises `SignatureError` (with `message`, `offset`, `hint`). Lines are given cleaned:
no terminal escapes, no line break.
"""

from faultbook.signature.generate import generate, sample
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
    "Kind",
    "Match",
    "Pattern",
    "SignatureError",
    "Slot",
    "Text",
    "Token",
    "escape",
    "fold",
    "generate",
    "mask",
    "match",
    "matches",
    "parse",
    "sample",
]
