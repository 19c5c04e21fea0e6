/** A line, or one window of a long line, made ready for matching. */

import { fold } from "./pattern.js";

/** A line of more characters than this is matched window by window. */
export const WINDOW = 16384;

/** Characters that a window shares with the one before it. */
export const OVERLAP = 2048;

export class Subject {
  /**
   * @param {string} text the window
   * @param {number} offset where it starts in the line
   * @param {string} before up to two characters before it
   * @param {string} after up to two characters after it
   */
  constructor(text, offset = 0, before = "", after = "") {
    this.folded = fold(text);
    this.length = text.length;
    this.offset = offset;
    this.before = before;
    this.after = after;
    /** No run of blanks in it is other than one space. */
    this.plain = !/[\t\u00a0]| {2}/.test(text);
  }

  charBefore(position) {
    return position > 0 ? this.folded[position - 1] : this.before.slice(-1);
  }

  charAfter(position) {
    return position < this.length ? this.folded[position] : this.after.slice(0, 1);
  }

  twoBefore(position) {
    if (position >= 2) return this.folded.slice(position - 2, position);
    return (this.before + this.folded.slice(0, position)).slice(-2);
  }

  twoAfter(position) {
    if (position + 2 <= this.length) return this.folded.slice(position, position + 2);
    return (this.folded.slice(position) + this.after).slice(0, 2);
  }
}

/** The line as one subject, or as overlapping windows if it is longer than `WINDOW`. */
export function* windows(line) {
  if (line.length <= WINDOW) {
    yield new Subject(line);
    return;
  }
  const at = offsets(line);
  const count = at ? at.length - 1 : line.length;
  if (count <= WINDOW) {
    yield new Subject(line);
    return;
  }
  for (let start = 0; start < count - OVERLAP; start += WINDOW - OVERLAP) {
    const end = Math.min(start + WINDOW, count);
    const [from, to] = at ? [at[start], at[end]] : [start, end];
    yield new Subject(line.slice(from, to), from, line.slice(Math.max(0, from - 2), from), line.slice(to, to + 2));
  }
}

/** The number of characters of a text: a pair of surrogates is one. */
export function countCharacters(text) {
  const at = offsets(text);
  return at ? at.length - 1 : text.length;
}

/**
 * Where each character starts, and the end, in code units; null if each is one unit.
 *
 * Windows are cut by characters, not by code units, so that they are the same in Python.
 */
function offsets(line) {
  if (!/[\ud800-\udfff]/.test(line)) return null;
  const at = [];
  for (let position = 0; position < line.length; ) {
    at.push(position);
    position += line.codePointAt(position) > 0xffff ? 2 : 1;
  }
  at.push(line.length);
  return at;
}
