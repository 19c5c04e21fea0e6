/**
 * Finding the lines of a block of bytes that have one of many phrases.
 *
 * A phrase is folded text in which one space stands for any run of blanks; letters count in
 * either case. One loop over the bytes takes the words (runs of letters and underscores) and
 * looks each up in a table; only at a word that belongs to a phrase is the phrase compared. So
 * nothing is decoded but the few lines that are found. The answers are those of `Finder.find`
 * in Python.
 */

const LETTERS = /[a-z_]+/g;
const NEWLINE = 1;
const ESCAPE = 2;
const FIRST_LETTER = 3;
const BASIS = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
const TABLE = 1 << 16;
const TABLE_FULL = 1 << 15;
const BORING = 1;

/** For each byte: a folded letter, `NEWLINE`, `ESCAPE`, or 0 for all else. */
const CODES = new Uint8Array(256);
/** For each byte: the same in lower case. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => (byte > 64 && byte < 91 ? byte + 32 : byte));
for (const letter of "abcdefghijklmnopqrstuvwxyz_") CODES[letter.charCodeAt(0)] = letter.charCodeAt(0);
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") CODES[letter.charCodeAt(0)] = letter.charCodeAt(0) + 32;
CODES[10] = NEWLINE;
CODES[27] = ESCAPE;

export class Finder {
  /** @param {{text: string, anchor: string}[]} phrases a hit names a phrase by its number here */
  constructor(phrases) {
    const encoder = new TextEncoder();
    this.bytes = phrases.map(({ text }) => encoder.encode(text));
    /** Anchor, and part of a word: a list of {number, at}, where it starts in the phrase. */
    this.anchored = new Map();
    this.within = new Map();
    this.bare = [];
    phrases.forEach((phrase, number) => this.sort(phrase, number, encoder));
    this.scratch = new Uint8Array(1024);
    this.clear();
  }

  sort({ text, anchor }, number, encoder) {
    const runs = [...text.matchAll(LETTERS)];
    const longest = runs.reduce((best, run) => (run[0].length > best[0].length ? run : best), [""]);
    const run = anchor ? runs.find((one) => one[0] === anchor) : longest;
    if (!run?.[0]) {
      this.bare.push(number);
      return;
    }
    const places = anchor ? this.anchored : this.within;
    const at = encoder.encode(text.slice(0, run.index)).length;
    if (!places.has(run[0])) places.set(run[0], []);
    places.get(run[0]).push({ number, at });
  }

  /** Forget the words seen so far. */
  clear() {
    this.hashes = new Int32Array(TABLE);
    this.lengths = new Int32Array(TABLE);
    this.verdicts = new Int32Array(TABLE);
    this.known = 0;
    /** For a verdict above `BORING`: which phrases to compare, and where. */
    this.uses = [null, null];
  }

  /**
   * The lines of a block that contain a phrase. The block is made of whole lines.
   *
   * @param {Uint8Array} block
   * @returns {{hits: {start: number, end: number, line: number, phrases: number[]}[], lines: number}}
   *   `start` and `end` are bytes, `line` counts from 0; `lines` is the number of line breaks
   */
  find(block) {
    const hits = [];
    let { hashes, lengths, verdicts } = this;
    let [line, lineStart, escaped, found] = [0, 0, false, null];
    let hash = BASIS;
    let gap = -1; // where the last byte stands that is no letter
    const { length } = block;
    for (let at = 0; at <= length; at += 1) {
      // One plain loop with one branch for each letter: nested loops run at a third of the speed.
      const code = at < length ? CODES[block[at]] : NEWLINE;
      if (code >= FIRST_LETTER) {
        hash = Math.imul(hash ^ code, PRIME);
        continue;
      }
      const size = at - gap - 1;
      if (size > 0) {
        const slot = slotOf(hash);
        let verdict = verdicts[slot];
        if (hashes[slot] !== hash || lengths[slot] !== size) {
          verdict = this.lookUp(block, gap + 1, at, hash);
          ({ hashes, lengths, verdicts } = this);
        }
        if (verdict !== BORING && !escaped) {
          found = this.compare(verdict, block, lineStart, gap + 1, found);
        }
        hash = BASIS;
      }
      gap = at;
      if (code === NEWLINE) {
        if (escaped) found = this.findInEscaped(block, lineStart, at);
        else if (this.bare.length) found = this.compareBare(block, lineStart, at, found);
        if (found) {
          const phrases = [...found].sort((a, b) => a - b);
          hits.push({ start: lineStart, end: at, line, phrases });
        }
        [found, escaped, lineStart] = [null, false, at + 1];
        line += 1;
      } else if (code === ESCAPE) {
        escaped = true;
      }
    }
    return { hits, lines: line - 1 };
  }

  /** The verdict on a word: `BORING`, or where `uses` tells what to compare. */
  lookUp(block, start, end, hash) {
    const length = end - start;
    let slot = slotOf(hash);
    while (this.verdicts[slot] !== 0) {
      if (this.hashes[slot] === hash && this.lengths[slot] === length) return this.verdicts[slot];
      slot = (slot + 1) & (TABLE - 1);
    }
    if (this.known >= TABLE_FULL) {
      this.clear();
      return this.lookUp(block, start, end, hash);
    }
    this.known += 1;
    this.hashes[slot] = hash;
    this.lengths[slot] = length;
    this.verdicts[slot] = this.learn(block, start, end);
    return this.verdicts[slot];
  }

  learn(block, start, end) {
    let word = "";
    for (let at = start; at < end; at += 1) word += String.fromCharCode(FOLDED[block[at]]);
    // `from` is where the phrase's own run of letters starts in the word.
    const uses = (this.anchored.get(word) ?? []).map((place) => ({ ...place, from: 0 }));
    for (const [part, places] of this.within) {
      for (let from = word.indexOf(part); from >= 0; from = word.indexOf(part, from + 1)) {
        uses.push(...places.map((place) => ({ ...place, from })));
      }
    }
    if (!uses.length) return BORING;
    this.uses.push(uses);
    return this.uses.length - 1;
  }

  /** Add the phrases that stand around a word to those found on the line. */
  compare(verdict, block, lineStart, wordStart, found) {
    for (const { number, at, from } of this.uses[verdict]) {
      if (standsAt(block, lineStart, block.length, wordStart + from, this.bytes[number], at)) {
        (found ??= new Set()).add(number);
      }
    }
    return found;
  }

  compareBare(block, lineStart, lineEnd, found) {
    for (const number of this.bare) {
      for (let at = lineStart; at < lineEnd; at += 1) {
        if (standsAt(block, lineStart, lineEnd, at, this.bytes[number], 0)) {
          (found ??= new Set()).add(number);
          break;
        }
      }
    }
    return found;
  }

  /** The phrases on a line with terminal escapes, once these are taken out. */
  findInEscaped(block, start, end) {
    if (this.scratch.length < end - start) this.scratch = new Uint8Array(2 * (end - start));
    const length = stripEscapes(block, start, end, this.scratch);
    const { hits } = this.find(this.scratch.subarray(0, length));
    return hits.length ? new Set(hits[0].phrases) : null;
  }
}

const slotOf = (hash) => (hash ^ (hash >>> 15)) & (TABLE - 1);

/**
 * Whether a phrase stands in a line so that its byte `index` is at `position`. A space in the
 * phrase is a run of blanks in the line: space, tab, carriage return, no-break space.
 */
function standsAt(block, lineStart, lineEnd, position, phrase, index) {
  let at = position;
  for (let next = index; next < phrase.length; next += 1) {
    if (phrase[next] === 32) {
      const blank = at;
      while (at < lineEnd) {
        if (isBlank(block[at])) at += 1;
        else if (block[at] === 0xc2 && block[at + 1] === 0xa0) at += 2;
        else break;
      }
      if (at === blank) return false;
    } else {
      if (at >= lineEnd || FOLDED[block[at]] !== phrase[next]) return false;
      at += 1;
    }
  }
  at = position - 1;
  for (let next = index - 1; next >= 0; next -= 1) {
    if (phrase[next] === 32) {
      const blank = at;
      while (at >= lineStart) {
        if (isBlank(block[at])) at -= 1;
        else if (block[at] === 0xa0 && block[at - 1] === 0xc2 && at > lineStart) at -= 2;
        else break;
      }
      if (at === blank) return false;
    } else {
      if (at < lineStart || FOLDED[block[at]] !== phrase[next]) return false;
      at -= 1;
    }
  }
  return true;
}

const isBlank = (byte) => byte === 32 || byte === 9 || byte === 13;

/** Copy a line without its terminal escapes; the same forms as in cleaning.js. */
function stripEscapes(block, start, end, target) {
  let length = 0;
  for (let at = start; at < end; ) {
    if (block[at] === 27) {
      at = escapeEnd(block, at + 1, end);
    } else {
      target[length] = block[at];
      length += 1;
      at += 1;
    }
  }
  return length;
}

/** Where an escape ends whose second byte is at `at`. */
function escapeEnd(block, at, end) {
  const second = at < end ? block[at] : 0;
  const between = (position, low, high) =>
    position < end && block[position] >= low && block[position] <= high;
  if (second === 0x5b) {
    let next = at + 1;
    while (between(next, 0x30, 0x3f)) next += 1;
    while (between(next, 0x20, 0x2f)) next += 1;
    return between(next, 0x40, 0x7e) ? next + 1 : at;
  }
  if (second === 0x5d) {
    let next = at + 1;
    while (next < end && block[next] !== 7 && block[next] !== 27) next += 1;
    if (next < end && block[next] === 7) return next + 1;
    return next + 1 < end && block[next + 1] === 0x5c ? next + 2 : next;
  }
  if (between(at, 0x20, 0x2f)) {
    let next = at;
    while (between(next, 0x20, 0x2f)) next += 1;
    return between(next, 0x30, 0x7e) ? next + 1 : at;
  }
  const single = between(at, 0x30, 0x5a) || between(at, 0x5c, 0x5c) || between(at, 0x5e, 0x7e);
  return single ? at + 1 : at;
}
