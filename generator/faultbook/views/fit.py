"""An estimate of how much room the executive's page takes, to set it so that it fits one screen.

It counts the lines of each text at the widths of the style sheet (`60-executive.css`); a test in a
real browser shows that the chosen setting fits a screen of 1280 x 900. Lengths are CSS pixels at
the normal setting. For the runbook on paper see `paper`.
"""

from __future__ import annotations

from faultbook.entry import Entry

SCREEN_STEPS = (915.0, 1070.0, 1130.0)


def lines(text: str, width: int) -> int:
    """Return how many lines a text takes when a line holds `width` characters."""
    count, used = 1, 0
    for word in text.split():
        length = len(word)
        if used and used + 1 + length > width:
            count += 1
            used = 0
        if length > width:
            count += (length - 1) // width
            length %= width
        used += length + (1 if used else 0)
    return count


def screen_height(entry: Entry) -> float:
    """Return the height of the executive's page on a screen 1280 pixels wide."""
    view = entry.executive
    height = 248.0 + 39.4 * lines(view.headline, 66) + 29.5 * lines(view.summary, 102)
    height += 20.0 * (lines(entry.title, 135) - 1)
    calculator = 196.0 + max(49.0, 20.4 * lines(f"{view.cost.note} {'x' * 38}", 60))
    facts = sum(
        36.8 + 22.8 * lines(text, 56) for text in (view.returns, view.owner, view.prevention_price)
    )
    height += 16 + max(calculator, facts) + 76
    for choice in view.choices:
        rows = max(
            lines(choice.choice, 30 if choice.recommended else 43),
            lines(choice.price, 35),
            lines(choice.result, 60),
        )
        height += 15 + 22.8 * rows
    return height + 69


def screen_setting(entry: Entry) -> str:
    """Return the class that tightens the executive's page; empty if it fits as it is."""
    level = sum(screen_height(entry) > limit for limit in SCREEN_STEPS)
    return f"dense-{level}" if level else ""
