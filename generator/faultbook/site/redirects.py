"""Former and alternative ids lead to the entry for ever."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from faultbook.corpus import Corpus

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url={target}">
<link rel="canonical" href="{canonical}">
</head>
<body><p>This page has moved: <a href="{target}">{title}</a></p></body>
</html>
"""


def redirects(corpus: Corpus, site_url: str = "") -> Iterator[tuple[str, str]]:
    """Yield the file and the HTML of each redirect, for all three views of each alias."""
    for alias, name in sorted(corpus.aliases.items()):
        title = escape(corpus.by_id[name].title)
        for folder, up in (("", "../"), ("on-call/", "../../"), ("executive/", "../../")):
            target = f"{up}{name}/{folder}"
            canonical = f"{escape(site_url)}{name}/{folder}" if site_url else target
            page = _PAGE.format(title=title, target=target, canonical=canonical)
            yield f"{alias}/{folder}index.html", page
