"""What one occurrence costs, by the entry's own example figures."""

from __future__ import annotations

from faultbook.perspectives import Cost


def total(cost: Cost) -> float:
    """Return the dollars that the processors held cost over the hours lost and down."""
    return cost.gpus * cost.price * (cost.hours_lost + cost.hours_down)


def dollars(cost: Cost) -> str:
    """Return the total for readers: `$960`, cents below a dollar. Empty if no machine is held."""
    amount = total(cost)
    return f"${amount:,.{2 if 0 < amount < 1 else 0}f}" if cost.gpus else ""
