/**
 * Matches of rules, and how many of them are kept (faultbook.diagnosis.sighting).
 *
 * A place is one number, so that order and distance are plain arithmetic: the number of the file,
 * the number of the line, and which of the logical lines on it.
 *
 * A sighting is `{rule, at, line, start, end, episode, process, cut}`: one rule that matched one
 * logical line. `episode` counts how often training had made progress after a fault before this
 * line; `cut` is true where the line breaks off before the signature ends.
 */

const FIRST_KEPT = 64; // matches of one rule that are kept from the start of the logs
const LAST_KEPT = 32; // and from their end; counts are exact, whatever is kept
export const PLACES_KEPT = 200_000; // places of a rule that are kept for companions
const RANKS_KEPT = 65536;
const PIECES = 2 ** 8;
const LINES = 2 ** 32;

/** The place of a logical line. */
export const place = (file, number, piece) => (file * LINES + number) * PIECES + Math.min(piece, 255);

/** The number of the file of a place. */
export const fileOf = (at) => Math.floor(at / (LINES * PIECES));

/** A place without the piece: equal for all logical lines of a physical one. */
export const lineOf = (at) => Math.floor(at / PIECES);

/** All matches of one rule: how many, on which ranks, and some of them in full. */
export class RuleTally {
  constructor() {
    this.count = 0;
    this.first = [];
    this.last = [];
    this.byRank = new Map();
    this.places = [];
    this.processes = [];
    this.lastSeen = new Map(); // by file: the last episode
  }

  /** Count one more match like those that are kept. */
  countOnly(file, episode) {
    this.count += 1;
    this.lastSeen.set(file, episode);
  }

  /** Count a match, and keep it if it is among the first or the last. */
  add(sighting, asCompanion) {
    this.countOnly(fileOf(sighting.at), sighting.episode);
    if (this.first.length < FIRST_KEPT) {
      this.first.push(sighting);
    } else {
      this.last.push(sighting);
      if (this.last.length > LAST_KEPT) this.last.shift();
    }
    const { rank } = sighting.line;
    if (rank !== null && (this.byRank.has(rank) || this.byRank.size < RANKS_KEPT)) {
      this.byRank.set(rank, (this.byRank.get(rank) ?? 0) + 1);
    }
    if (!asCompanion || this.places.length >= PLACES_KEPT) return;
    // A companion that is looked for late comes out of order, by a few places.
    const at = bisectRight(this.places, sighting.at);
    if (at === this.places.length) {
      this.places.push(sighting.at);
      this.processes.push(sighting.process);
    } else {
      this.places.splice(at, 0, sighting.at);
      this.processes.splice(at, 0, sighting.process);
    }
  }

  /** The matches that are kept, in order. */
  kept() {
    return [...this.first, ...this.last];
  }
}

/** Where a value would go into a sorted list, before those that equal it. */
export function bisectLeft(list, value) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same, after those that equal it. */
export function bisectRight(list, value) {
  let [low, high] = [0, list.length];
  if (high && list[high - 1] <= value) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < list[middle]) high = middle;
    else low = middle + 1;
  }
  return low;
}
