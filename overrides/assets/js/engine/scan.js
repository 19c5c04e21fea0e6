/** Scanning a log of any size for the lines that rules may match, in flat memory. */

import { cleanLine } from "./cleaning.js";
import { Finder } from "./finder.js";

/** A longer line is scanned in pieces of about this many bytes. */
export const BLOCK = 1 << 20;

/** Bytes that one piece of such a line shares with the piece before. */
export const OVERLAP = 8192;

/**
 * Finds the candidate lines of one log. Feed it the bytes as they come.
 *
 * A candidate is `{start, end, number, raw, rules, watched}`: the bytes where the line stands,
 * its number from 1, the line undecoded, the numbers of the rules to verify, and of the further
 * phrases that it contains.
 */
export class Scanner {
  /**
   * @param {import("./index.js").SignatureIndex} index
   * @param {string[]} [watch] further phrases (folded, one space for any blanks)
   */
  constructor(index, watch = []) {
    this.further = index.literals.length;
    this.finder = new Finder([...index.literals, ...watch.map((text) => ({ text, anchor: "" }))]);
    this.rules = index.literals.map(() => []);
    index.rules.forEach((rule, number) => {
      for (const literal of rule.literals) this.rules[literal].push(number);
    });
    this.reset();
  }

  /** Begin another log. */
  reset() {
    this.rest = new Uint8Array(0);
    this.offset = 0;
    this.first = 1;
  }

  /** Lines that have ended so far. */
  get lines() {
    return this.first - 1;
  }

  /** The candidates among the lines that end in this chunk, given what came before. */
  feed(chunk) {
    const found = [];
    const cut = chunk.lastIndexOf(10) + 1;
    if (cut) {
      const block = this.rest.length ? joined(this.rest, chunk.subarray(0, cut)) : chunk.subarray(0, cut);
      found.push(...this.search(block));
      this.offset += block.length;
      this.rest = chunk.slice(cut);
    } else {
      this.rest = joined(this.rest, chunk);
    }
    if (this.rest.length >= BLOCK) {
      found.push(...this.search(this.rest));
      this.offset += this.rest.length - OVERLAP;
      this.rest = this.rest.slice(-OVERLAP);
    }
    return found;
  }

  /** The candidates in what is left at the end of the log. */
  finish() {
    const found = this.rest.length ? this.search(this.rest) : [];
    this.rest = new Uint8Array(0);
    return found;
  }

  search(block) {
    const { hits, lines } = this.finder.find(block);
    const found = hits.map(({ start, end, line, phrases }) => ({
      start: this.offset + start,
      end: this.offset + end,
      number: this.first + line,
      raw: block.slice(start, end),
      rules: this.rulesOf(phrases),
      watched: phrases.filter((phrase) => phrase >= this.further).map((phrase) => phrase - this.further),
    }));
    this.first += lines;
    return found;
  }

  rulesOf(phrases) {
    const rules = new Set(phrases.flatMap((phrase) => this.rules[phrase] ?? []));
    return [...rules].sort((a, b) => a - b);
  }
}

const decoder = new TextDecoder();

/** A candidate's line as text, ready to be matched. */
export const textOf = (candidate) => cleanLine(decoder.decode(candidate.raw));

function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
