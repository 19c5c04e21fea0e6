"""The company a signature needs, in words."""

from __future__ import annotations

from markupsafe import Markup

from faultbook.entry import Companion, Signature
from faultbook.views.line import line_text
from faultbook.views.words import counted

_WHERE = {"before": "before it", "after": "after it", "around": "near it"}


def _company(companion: Companion) -> Markup:
    line = Markup("<code>{}</code>").format(line_text(companion.line))
    if companion.within is None:
        where = Markup("") if companion.where == "around" else Markup(f" {companion.where} it")
        near = Markup("in the log") + where
    elif companion.where == "around":
        near = Markup(f"within {counted(companion.within, 'line')}")
    else:
        near = Markup(f"within {counted(companion.within, 'line')} {_WHERE[companion.where]}")
    same = Markup(", same rank") if companion.scope == "same-rank" else Markup("")
    return line + " " + near + same


def conditions(signature: Signature) -> tuple[Markup, ...]:
    """Return one phrase for each line that must, or must not, stand near the signature."""
    whole = (Markup("only as the whole message"),) if signature.whole_line else ()
    return (
        *whole,
        *(Markup("only with ") + _company(c) for c in signature.all_of),
        *(Markup("unless ") + _company(c) for c in signature.unless),
    )
