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
const SLOTS = 1 << 15;

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
    /** Words that matter: what to compare, by hash. Others: their hashes, by slot. */
    this.uses = new Map();
    this.boring = new Int32Array(SLOTS);
    this.boring[slotOf(BASIS)] = BASIS; // no word at all
    // Anchors come first, so that no other word of the same hash can take their place.
    for (const word of this.anchored.keys()) this.uses.set(hashOf(word), this.usesOf(word));
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

  /**
   * The lines of a block that contain a phrase. The block is made of whole lines.
   *
   * @param {Uint8Array} block
   * @returns {{hits: {start: number, end: number, line: number, phrases: number[]}[], lines: number}}
   *   `start` and `end` are bytes, `line` counts from 0; `lines` is the number of line breaks
   */
  find(block) {
    const found = new LineHits(block);
    const lines = this.scan(block, found);
    if (this.bare.length) this.findBare(block, found);
    return { hits: found.finish(), lines };
  }

  /** The loop over all bytes. It is kept small: what happens rarely happens elsewhere. */
  scan(block, found) {
    const { boring } = this;
    const { length } = block;
    let hash = BASIS;
    let gap = -1; // where the last byte stands that is no letter
    let line = 0;
    for (let at = 0; at < length; at += 1) {
      const code = CODES[block[at]];
      const word = hash;
      hash = Math.imul(hash ^ code, PRIME);
      if (code < FIRST_LETTER) {
        hash = BASIS;
        if (boring[(word ^ (word >>> 15)) & (SLOTS - 1)] !== word) {
          this.atWord(block, gap + 1, at, word, line, found);
        }
        gap = at;
        if (code === NEWLINE) {
          line += 1;
        } else if (code === ESCAPE) {
          at = this.atEscape(block, at, line, found) - 1;
          gap = at;
        }
      }
    }
    if (gap < length - 1) this.atWord(block, gap + 1, length, hash, line, found);
    return line;
  }

  /** A word that matters, or is not known yet. */
  atWord(block, start, end, hash, line, found) {
    let uses = this.uses.get(hash);
    if (uses === undefined) {
      let word = "";
      for (let at = start; at < end; at += 1) word += String.fromCharCode(FOLDED[block[at]]);
      uses = this.usesOf(word);
      if (!uses.length) {
        this.boring[slotOf(hash)] = hash;
        return;
      }
      this.uses.set(hash, uses);
    }
    for (const { number, at, from } of uses) {
      if (standsAt(block, start + from, this.bytes[number], at)) found.add(line, start, number);
    }
  }

  /** What to compare where a word stands: each phrase, and where its own letters start. */
  usesOf(word) {
    const uses = (this.anchored.get(word) ?? []).map((place) => ({ ...place, from: 0 }));
    for (const [part, places] of this.within) {
      for (let from = word.indexOf(part); from >= 0; from = word.indexOf(part, from + 1)) {
        uses.push(...places.map((place) => ({ ...place, from })));
      }
    }
    return uses;
  }

  /** A line with terminal escapes: it is searched again without them. Returns its end. */
  atEscape(block, at, line, found) {
    const start = block.lastIndexOf(10, at) + 1;
    const end = endOfLine(block, at);
    const plain = withoutEscapes(block.subarray(start, end));
    const inside = new LineHits(plain);
    this.scan(plain, inside);
    found.drop(line);
    for (const number of inside.finish()[0]?.phrases ?? []) found.add(line, start, number);
    return end;
  }

  /** Phrases without a letter: searched for in every line. */
  findBare(block, found) {
    for (let start = 0, line = 0; start < block.length; line += 1) {
      const end = endOfLine(block, start);
      const text = block.subarray(start, end);
      const plain = text.includes(27) ? withoutEscapes(text) : text;
      for (const number of this.bare) {
        for (let at = 0; at < plain.length; at += 1) {
          if (standsAt(plain, at, this.bytes[number], 0)) {
            found.add(line, start, number);
            break;
          }
        }
      }
      start = end + 1;
    }
  }
}

/** Gathers the phrases found on each line of a block. */
class LineHits {
  constructor(block) {
    this.block = block;
    this.lines = new Map();
  }

  /** A phrase was found on a line, at some byte of it. */
  add(line, at, number) {
    let hit = this.lines.get(line);
    if (!hit) {
      const start = at > 0 ? this.block.lastIndexOf(10, at - 1) + 1 : 0;
      hit = { start, end: endOfLine(this.block, at), line, phrases: new Set() };
      this.lines.set(line, hit);
    }
    hit.phrases.add(number);
  }

  drop(line) {
    this.lines.delete(line);
  }

  finish() {
    const hits = [...this.lines.values()].sort((a, b) => a.line - b.line);
    for (const hit of hits) hit.phrases = [...hit.phrases].sort((a, b) => a - b);
    return hits;
  }
}

function endOfLine(block, at) {
  const end = block.indexOf(10, at);
  return end < 0 ? block.length : end;
}

function hashOf(word) {
  let hash = BASIS;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
  return hash;
}

const slotOf = (hash) => (hash ^ (hash >>> 15)) & (SLOTS - 1);

/**
 * Whether a phrase stands in a block so that its byte `index` is at `position`. A space in the
 * phrase is a run of blanks in a line: space, tab, carriage return, no-break space.
 */
function standsAt(block, position, phrase, index) {
  let at = position;
  for (let next = index; next < phrase.length; next += 1) {
    if (phrase[next] === 32) {
      const blank = at;
      while (at < block.length) {
        if (isBlank(block[at])) at += 1;
        else if (block[at] === 0xc2 && block[at + 1] === 0xa0) at += 2;
        else break;
      }
      if (at === blank) return false;
    } else {
      if (at >= block.length || FOLDED[block[at]] !== phrase[next]) return false;
      at += 1;
    }
  }
  at = position - 1;
  for (let next = index - 1; next >= 0; next -= 1) {
    if (phrase[next] === 32) {
      const blank = at;
      while (at >= 0) {
        if (isBlank(block[at])) at -= 1;
        else if (block[at] === 0xa0 && block[at - 1] === 0xc2) at -= 2;
        else break;
      }
      if (at === blank) return false;
    } else {
      if (at < 0 || FOLDED[block[at]] !== phrase[next]) return false;
      at -= 1;
    }
  }
  return true;
}

const isBlank = (byte) => byte === 32 || byte === 9 || byte === 13;

/** A copy of a line without its terminal escapes; the same forms as in cleaning.js. */
function withoutEscapes(line) {
  const plain = new Uint8Array(line.length);
  let length = 0;
  for (let at = 0; at < line.length; ) {
    if (line[at] === 27) {
      at = escapeEnd(line, at + 1);
    } else {
      plain[length] = line[at];
      length += 1;
      at += 1;
    }
  }
  return plain.subarray(0, length);
}

/** Where an escape ends whose second byte is at `at`. */
function escapeEnd(block, at) {
  const end = block.length;
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
