"""Estimates of how much room a page takes, to set it so that it fits.

The runbook must fit one printed A4 sheet and the executive's page one screen of 1280 x 900.
The estimates count the lines of each text at the widths of the style sheet (`50-on-call.css`,
`60-executive.css`); a test in a real browser shows that the chosen setting fits. Lengths are
CSS pixels at the normal setting.
"""

from __future__ import annotations

from faultbook.entry import CallStep, Entry

PAGE = 1010.0
"""Height of the printed A4 sheet less its margins (1039), with some room for error."""

PRINT_SCALES = (94, 88, 82, 76, 71)
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


def printed_height(entry: Entry) -> float:
    """Return the height of the runbook on paper."""
    call = entry.on_call
    lead = entry.signatures[0].line if entry.signatures else entry.symptoms[0].see
    height = 126.0 + 29 * lines(entry.title, 48) + 18 * lines(lead, 98)
    if call.mitigation_note:
        height += 15 * (lines(call.mitigation_note, 95) - 1)
    checks = [step.phase == "check" for step in call.steps]
    height += 38 * sum(a != b for a, b in zip(checks, [None, *checks[:-1]], strict=True))
    height += sum(_step_height(step) for step in call.steps)
    columns = (
        sum(lines(text, 36) for text in call.stop_when),
        lines(f"{call.wake.role}: {call.wake.why}", 38),
        sum(lines(text, 34) for text in call.hand_over),
    )
    return height + 95 + 16.4 * max(columns)


def _step_height(step: CallStep) -> float:
    left = 23.0 + 17.3 * lines(step.title, 56) + 15 * lines(step.where, 76)
    if step.command:
        left += 13 + 15.6 * sum(lines(row, 62) for row in step.command.strip().split("\n"))
    right = sum(
        11.8 + max(17.0, 14.4 * max(lines(b.see, 15), lines(_note(b.note, b.go), 16)))
        for b in step.outcomes
    )
    return 1 + max(left, right)


def _note(note: str | None, go: int | str) -> str:
    if isinstance(go, str) and go.startswith("entry:"):
        return f"{'x' * 12} {'x' * 14} {'x' * 12} {'x' * 12} {note or ''}"  # a title
    return note or ""


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


def print_setting(entry: Entry) -> str:
    """Return the class that scales the runbook on paper; empty if it fits as it is."""
    height = printed_height(entry)
    if height <= PAGE:
        return ""
    # smaller type also holds more words a line, hence the square: a text that wraps gains twice
    fitting = [s for s in PRINT_SCALES if height * (s / 100) ** 1.5 <= PAGE]
    return f"print-{fitting[0] if fitting else PRINT_SCALES[-1]}"


def screen_setting(entry: Entry) -> str:
    """Return the class that tightens the executive's page; empty if it fits as it is."""
    level = sum(screen_height(entry) > limit for limit in SCREEN_STEPS)
    return f"dense-{level}" if level else ""
