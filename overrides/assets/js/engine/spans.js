/**
 * Sets of positions in a line, kept as sorted, disjoint, inclusive intervals `[low, high]`.
 *
 * A pattern's reachable positions are few intervals even where they are many positions, which
 * is what keeps matching linear.
 */

/** The set of these ascending positions (which may repeat). */
export function fromPoints(points) {
  const spans = [];
  for (const point of points) {
    const last = spans.at(-1);
    if (last && point <= last[1] + 1) last[1] = point;
    else spans.push([point, point]);
  }
  return spans;
}

/** Positions that are in either set. */
export function union(one, other) {
  if (!one.length || !other.length) return one.length ? one : other;
  const merged = [];
  for (const [low, high] of [...one, ...other].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else merged.push([low, high]);
  }
  return merged;
}

/** Positions that are in both sets. */
export function intersection(one, other) {
  const common = [];
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const low = Math.max(one[i][0], other[j][0]);
    const high = Math.min(one[i][1], other[j][1]);
    if (low <= high) common.push([low, high]);
    if (one[i][1] < other[j][1]) i += 1;
    else j += 1;
  }
  return common;
}

/** Those pairs, ascending by `side` (0 or 1), whose position on that side is in the set. */
export function keepPairs(pairs, spans, side) {
  const kept = [];
  let index = 0;
  for (const pair of pairs) {
    while (index < spans.length && spans[index][1] < pair[side]) index += 1;
    if (index === spans.length) break;
    if (spans[index][0] <= pair[side]) kept.push(pair);
  }
  return kept;
}
