"""Sets of positions in a line, kept as sorted, disjoint, inclusive intervals.

A set is a list of `(low, high)` pairs. A pattern's reachable positions are few intervals
even where they are many positions, which is what keeps matching linear.
"""

from __future__ import annotations

from typing import TypeAlias

Spans: TypeAlias = list[tuple[int, int]]


def from_points(points: list[int]) -> Spans:
    """The set of these ascending positions (which may repeat)."""
    if not points:
        return []
    spans: Spans = []
    low = high = points[0]
    for point in points:
        if point > high + 1:
            spans.append((low, high))
            low = point
        high = point
    spans.append((low, high))
    return spans


def union(one: Spans, other: Spans) -> Spans:
    """Positions that are in either set."""
    if not one or not other:
        return one or other
    merged: Spans = []
    for low, high in sorted(one + other):
        if merged and low <= merged[-1][1] + 1:
            if high > merged[-1][1]:
                merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return merged


def intersection(one: Spans, other: Spans) -> Spans:
    """Positions that are in both sets."""
    common: Spans = []
    i = j = 0
    while i < len(one) and j < len(other):
        low = max(one[i][0], other[j][0])
        high = min(one[i][1], other[j][1])
        if low <= high:
            common.append((low, high))
        if one[i][1] < other[j][1]:
            i += 1
        else:
            j += 1
    return common


def keep_pairs(pairs: list[tuple[int, int]], spans: Spans, side: int) -> list[tuple[int, int]]:
    """Those pairs, ascending by `side` (0 or 1), whose position on that side is in the set."""
    kept: list[tuple[int, int]] = []
    index = 0
    for pair in pairs:
        while index < len(spans) and spans[index][1] < pair[side]:
            index += 1
        if index == len(spans):
            break
        if spans[index][0] <= pair[side]:
            kept.append(pair)
    return kept
