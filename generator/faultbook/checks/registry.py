"""All checks, by id and by slug."""

from __future__ import annotations

from difflib import get_close_matches

from faultbook.checks import (
    evidence,
    executive,
    exemptions,
    form,
    identity,
    links,
    on_call,
    privacy,
    prose,
    reading,
    signatures,
    snippets,
)
from faultbook.checks.model import Check

ALL_CHECKS: tuple[Check, ...] = (
    *reading.CHECKS,
    *identity.CHECKS,
    *links.CHECKS,
    *signatures.CHECKS,
    *prose.CHECKS,
    *snippets.CHECKS,
    *on_call.CHECKS,
    *executive.CHECKS,
    *evidence.CHECKS,
    *privacy.CHECKS,
    *form.CHECKS,
    *exemptions.CHECKS,
)


def find_check(name: str) -> Check | None:
    """Return the check of an id or slug, in any case."""
    wanted = name.lower()
    return next((c for c in ALL_CHECKS if wanted in (c.id.lower(), c.slug)), None)


def similar_checks(name: str) -> list[str]:
    """Return ids and slugs that `name` may have meant."""
    names = [n for c in ALL_CHECKS for n in (c.id, c.slug)]
    return get_close_matches(name, names, n=3, cutoff=0.5)
