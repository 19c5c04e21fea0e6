"""What one occurrence costs, by the entry's own example figures."""

from __future__ import annotations

from faultbook.entry import Cost


def total(cost: Cost) -> float:
    """Return the dollars that the processors held cost over the hours lost and down."""
    return cost.gpus * cost.price * (cost.hours_lost + cost.hours_down)


def dollars(cost: Cost) -> str:
    """Return the total for readers: `$960`. Empty if the entry has no example."""
    return f"${total(cost):,.0f}" if cost.gpus else ""
