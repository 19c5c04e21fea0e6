"""How to cite an entry: as a sentence, and as BibTeX."""

from __future__ import annotations

import re

from faultbook.entry import Entry
from faultbook.views.words import long_date

_SPECIAL = re.compile(r"[\\{}$&#^_%~]")
_ESCAPED = {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}


def sentence(entry: Entry, site_name: str, site_url: str) -> str:
    """Return the citation in words; without an address when the site does not know its own."""
    text = (
        f"{site_name} contributors. \u201c{entry.title}.\u201d {site_name}, entry {entry.id}, "
        f"reviewed {long_date(entry.evidence.reviewed)}."
    )
    return f"{text} {site_url}{entry.id}/" if site_url else text


def bibtex(entry: Entry, site_name: str, site_url: str) -> str:
    """Return the citation as BibTeX."""
    fields = {
        "title": f"{{{_latex(entry.title)}}}",
        "author": f"{{{_latex(site_name)} contributors}}",
        "year": entry.evidence.reviewed[:4],
        "note": f"{_latex(site_name)}, entry {_latex(entry.id)}, "
        f"reviewed {long_date(entry.evidence.reviewed)}",
    }
    if site_url:
        fields["url"] = f"{site_url}{entry.id}/"
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@misc{{{entry.id},\n{lines}}}"


def _latex(text: str) -> str:
    return _SPECIAL.sub(lambda found: _ESCAPED.get(found[0], f"\\{found[0]}"), text)
