/** The lines of a log that look like errors, folded by what they say (faultbook.diagnosis.notables). */

import { Kind } from "./kinds.js";
import { head } from "./text.js";

const KEPT = 2000; // different lines; further ones are only counted
const RANKS_KEPT = 65536;
const VARYING = /0x[0-9a-fA-F]+|\d+/g;

/**
 * Lines that look like errors, by kind and text without numbers, one set an episode.
 *
 * A row is `{kind, at, line, episode, count, ranks, known, rooted}`: `rooted` is false for an
 * exception that another one in its chain brought about; `known` is true once a rule matched it; `last` is
 * where it came last.
 */
export class NotableTable {
  constructor() {
    this.rows = new Map();
    this.crowdedOut = 0;
    this.chains = new Map();
  }

  /** Whether a line that was not seen before finds no room. */
  get full() {
    return this.rows.size >= KEPT;
  }

  /** Take in one line of a kind; null if it is plain, or one too many. */
  add(line, at, episode, process, { kind, known = false }) {
    if (kind === Kind.TRACEBACK || kind === Kind.CHAIN) {
      if (kind === Kind.CHAIN) this.chain(process).goesOn = true;
      return null;
    }
    if (kind === Kind.PLAIN) return null;
    const key = `${episode} ${kind} ${head(line.message, 300).replace(VARYING, "#")}`;
    let row = this.rows.get(key);
    if (!row) {
      if (this.full) {
        this.crowdedOut += 1;
        return null;
      }
      row = { kind, at, line, episode, count: 0, ranks: new Set(), known: false, rooted: true, last: at };
      this.rows.set(key, row);
    }
    row.count += 1;
    row.last = Math.max(row.last, at);
    row.known ||= known;
    if (line.rank !== null && row.ranks.size < RANKS_KEPT) row.ranks.add(line.rank);
    if (kind === Kind.EXCEPTION) this.link(row, process);
    return row;
  }

  /** Close all chains: an exception in the next file starts anew. */
  endFile() {
    this.chains.clear();
  }

  /** All rows in the order of their lines. */
  inOrder() {
    return [...this.rows.values()].sort((one, other) => one.at - other.at);
  }

  chain(process) {
    let chain = this.chains.get(process);
    if (!chain) this.chains.set(process, (chain = { root: null, goesOn: false }));
    return chain;
  }

  link(row, process) {
    const chain = this.chain(process);
    if (chain.goesOn && chain.root !== null) {
      if (row.count === 1 && row !== chain.root) row.rooted = false;
    } else {
      chain.root = row;
    }
    chain.goesOn = false;
  }
}
