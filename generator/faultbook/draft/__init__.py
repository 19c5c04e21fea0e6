"""From a line of a log to the draft of an entry.

```python
known = known_by(index, line)                # entries whose signature matches: no draft is needed
proposal = propose(index, line, today)       # id, title, category, signature, role, and why
text = render_draft(proposal)                # YAML; what only a person knows is marked `TODO:`
```
"""

from faultbook.draft.proposal import Answers, Proposal, propose
from faultbook.draft.redact import Redacted, redact
from faultbook.draft.render import render_draft
from faultbook.draft.sift import Candidate, Known, Sifted, known_by, sift

__all__ = [
    "Answers",
    "Candidate",
    "Known",
    "Proposal",
    "Redacted",
    "Sifted",
    "known_by",
    "propose",
    "redact",
    "render_draft",
    "sift",
]
