/**
 * What a pass looks for: the phrases of an index, and the words that errors are made of
 * (faultbook.diagnosis.phrases).
 */

import { Finder } from "../engine/finder.js";
import { fold } from "../engine/pattern.js";
import { cleanBytes } from "../logs/reader.js";
import { latin } from "./text.js";

const HOT = 64; // lines of a block with a phrase: more is more than it can be worth
const SEGMENTS = [2, 8, 32]; // blocks after which it is judged again which phrases are hot
const LAST_SEGMENT = 128;
const ESCAPE = 27;
const SETS_KEPT = 65_536;
const BLANKS = /[ \t]{2,}|\t|\u00c2\u00a0/g; // of bytes that are read as characters
const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte > 64 && byte < 91 ? byte + 32 : byte));

/**
 * Which rules a phrase belongs to, and the finder for all of them.
 *
 * Phrases numbered from `context` on belong to no rule: a line that has only such a phrase is
 * looked at for what kind of line it is.
 */
export class PhraseTable {
  constructor(index, words) {
    this.phrases = [...index.literals, ...words.map((text) => ({ text, anchor: "" }))];
    this.context = index.literals.length;
    this.rules = index.literals.map(() => []);
    index.rules.forEach((rule, number) => {
      for (const literal of rule.literals) this.rules[literal].push(number);
    });
    this.finder = new Finder(this.phrases);
    this.index = index;
    this.literals = new Array(index.rules.length);
    this.onlyCompanions = new Set();
    this.rules.forEach((of, number) => {
      if (of.every((rule) => index.rules[rule].entry < 0)) this.onlyCompanions.add(number);
    });
    this.sets = new Map();
  }

  /**
   * The rules that a line with these phrases may satisfy, in order.
   *
   * Only rules of which the line has every literal count; that spares most parsing.
   */
  candidates(phrases, raw) {
    const found = this.rulesOf(phrases);
    if (!found.length) return found;
    const plain = raw.includes(ESCAPE) ? cleanBytes(raw) : raw;
    let flat = latin(plain.map((byte) => LOWER[byte]));
    if (flat.includes("  ") || flat.includes("\t") || flat.includes("\u00c2")) flat = flat.replace(BLANKS, " ");
    return found.filter((rule) => this.literalsOf(rule).every((text) => flat.includes(text)));
  }

  rulesOf(phrases) {
    const key = phrases.join();
    let found = this.sets.get(key);
    if (!found) {
      const all = new Set(phrases.flatMap((phrase) => (phrase < this.context ? this.rules[phrase] : [])));
      found = [...all].sort((a, b) => a - b);
      if (this.sets.size < SETS_KEPT) this.sets.set(key, found);
    }
    return found;
  }

  /** The texts that every line of a rule has, folded, as bytes that are read as characters. */
  literalsOf(rule) {
    this.literals[rule] ??= this.index
      .pattern(rule)
      .tokens.filter((token) => token.type === "text")
      .map((token) => latin(new TextEncoder().encode(fold(token.text))));
    return this.literals[rule];
  }
}

/**
 * The search through the blocks of one log.
 *
 * A phrase that only companions need, and that every other line has, would cost more than all
 * others together. Once it is seen to be hot it is looked for only in the blocks around a line
 * that needs the companion: `hot` holds such phrases.
 */
export class Search {
  constructor(table) {
    this.table = table;
    this.hot = new Set();
    this.finder = table.finder;
    this.numbers = null;
    this.hotFinder = null;
    this.counted = new Map();
    this.seen = 0;
    this.segment = 0;
  }

  /** The lines of the next block that have a phrase. To be called once for each block, in order. */
  next(data) {
    const size = SEGMENTS[this.segment] ?? LAST_SEGMENT;
    if (this.seen === size) {
      this.judge();
      this.counted.clear();
      this.seen = 0;
      this.segment += 1;
    }
    this.seen += 1;
    const found = this.finder.find(data);
    if (this.numbers) renumber(found.hits, this.numbers);
    for (const { phrases } of found.hits) {
      for (const phrase of phrases) this.counted.set(phrase, (this.counted.get(phrase) ?? 0) + 1);
    }
    return found;
  }

  /** The lines of a block that have a hot phrase. */
  hotHits(data) {
    if (!this.hotFinder) return [];
    const { hits } = this.hotFinder.find(data);
    renumber(hits, [...this.hot].sort((a, b) => a - b));
    return hits;
  }

  judge() {
    let fresh = false;
    for (const [number, count] of this.counted) {
      if (count <= HOT * this.seen || !this.table.onlyCompanions.has(number) || this.hot.has(number)) continue;
      this.hot.add(number);
      fresh = true;
    }
    if (!fresh) return;
    const { phrases } = this.table;
    this.numbers = phrases.map((_, number) => number).filter((number) => !this.hot.has(number));
    this.finder = new Finder(this.numbers.map((number) => phrases[number]));
    this.hotFinder = new Finder([...this.hot].sort((a, b) => a - b).map((number) => phrases[number]));
  }
}

function renumber(hits, numbers) {
  for (const hit of hits) hit.phrases = hit.phrases.map((phrase) => numbers[phrase]);
}
