/**
 * The steps that a pattern is made of: each maps sets of positions forwards or backwards.
 *
 * `forward(subject, starts)` gives every end that the step can reach from one of the starts;
 * `backward(subject, ends)` every start from which it reaches one of the ends. Both take time
 * linear in the window, whatever the sets are: no step ever scans a run twice.
 */

import { fold, isWord, touches } from "./pattern.js";
import { fromPoints, intersection, keepPairs, union } from "./spans.js";

/** A text with optional edges: word edges at either side, or those of a value. */
export class Literal {
  constructor(text, { wordBefore = false, wordAfter = false, guard = "any" } = {}) {
    this.text = fold(text);
    this.pieces = this.text.split(" ");
    this.wordBefore = wordBefore && isWord(text[0]);
    this.wordAfter = wordAfter && isWord(text.at(-1));
    this.guard = guard;
  }

  forward(subject, starts) {
    if (!starts.length) return [];
    const pairs = this.isPlain(subject)
      ? this.plainPairs(subject, starts)
      : keepPairs(this.widePairs(subject, starts[0][0], starts.at(-1)[1]), starts, 0);
    return fromPoints(pairs.filter((pair) => this.fits(subject, pair)).map((pair) => pair[1]));
  }

  backward(subject, ends) {
    let pairs;
    if (this.isPlain(subject)) {
      const length = this.text.length;
      const starts = ends
        .filter(([, high]) => high >= length)
        .map(([low, high]) => [Math.max(low - length, 0), high - length]);
      pairs = this.plainPairs(subject, starts);
    } else {
      pairs = keepPairs(this.widePairs(subject, 0, subject.length), ends, 1);
    }
    return fromPoints(pairs.filter((pair) => this.fits(subject, pair)).map((pair) => pair[0]));
  }

  isPlain(subject) {
    return subject.plain || this.pieces.length === 1;
  }

  /** Occurrences whose blanks are single spaces and whose start is in the set. */
  plainPairs(subject, starts) {
    const { folded } = subject;
    const { text } = this;
    const pairs = [];
    let found = -1;
    for (const [low, high] of starts) {
      if (low === high) {
        if (folded.startsWith(text, low)) pairs.push([low, low + text.length]);
        continue;
      }
      // What was found beyond the interval before may lie in this one.
      if (found < low) found = folded.indexOf(text, low);
      while (found >= 0 && found <= high) {
        pairs.push([found, found + text.length]);
        found = folded.indexOf(text, found + 1);
      }
      if (found < 0) break;
    }
    return pairs;
  }

  /** Occurrences that start between two positions, with any runs of blanks. */
  widePairs(subject, low, high) {
    const pairs = [];
    const { folded } = subject;
    let start = folded.indexOf(this.pieces[0], low);
    while (start >= 0 && start <= high) {
      const end = this.wideEnd(folded, start);
      if (end >= 0) pairs.push([start, end]);
      start = folded.indexOf(this.pieces[0], start + 1);
    }
    return pairs;
  }

  wideEnd(folded, start) {
    let position = start + this.pieces[0].length;
    for (let index = 1; index < this.pieces.length; index += 1) {
      const blank = position;
      while (isBlankAt(folded, position)) position += 1;
      if (position === blank || !folded.startsWith(this.pieces[index], position)) return -1;
      position += this.pieces[index].length;
    }
    return position;
  }

  fits(subject, [start, end]) {
    if (this.wordBefore && isWord(subject.charBefore(start))) return false;
    if (this.wordAfter && isWord(subject.charAfter(end))) return false;
    if (this.guard === "any") return true;
    return !touches(this.guard, subject.twoBefore(start), subject.twoAfter(end));
  }
}

function isBlankAt(text, position) {
  const code = text.charCodeAt(position);
  return code === 32 || code === 9 || code === 160;
}

/** A class of characters: code units below 256 by table, all others alike. */
class CharClass {
  constructor(chars, negated = false) {
    this.table = new Uint8Array(256).fill(negated ? 1 : 0);
    for (const char of chars) this.table[char.charCodeAt(0)] = negated ? 0 : 1;
    this.beyond = negated;
  }

  /** Whether the class has the code unit at a position; false beyond the end. */
  at(text, position) {
    const code = text.charCodeAt(position);
    return code < 256 ? this.table[code] === 1 : this.beyond && code === code;
  }
}

/** One or more characters of a class. */
export class Run {
  constructor(chars, negated = false) {
    this.chars = new CharClass(chars, negated);
  }

  forward(subject, starts) {
    const { folded } = subject;
    const ends = [];
    let covered = -1;
    for (const [low, high] of starts) {
      let start = Math.max(low, covered);
      while (start <= high) {
        while (start <= high && !this.chars.at(folded, start)) start += 1;
        if (start > high) break;
        let end = start + 1;
        while (this.chars.at(folded, end)) end += 1;
        ends.push([start + 1, end]);
        covered = end + 1;
        start = covered;
      }
    }
    return ends;
  }

  backward(subject, ends) {
    const starts = [];
    for (const [low, end] of this.runs(subject)) {
      const reached = intersection([[low + 1, end]], ends);
      if (reached.length) starts.push([low, reached.at(-1)[1] - 1]);
    }
    return starts;
  }

  runs(subject) {
    const runs = [];
    for (let start = 0; start < subject.length; start += 1) {
      if (!this.chars.at(subject.folded, start)) continue;
      let end = start + 1;
      while (this.chars.at(subject.folded, end)) end += 1;
      runs.push([start, end]);
      start = end;
    }
    return runs;
  }
}

/** One character out of a few. */
export class OneOf {
  constructor(chars) {
    this.chars = chars;
  }

  forward(subject, starts) {
    return this.within(subject, starts).map((at) => [at + 1, at + 1]);
  }

  backward(subject, ends) {
    const before = ends.filter(([, high]) => high > 0).map(([low, high]) => [Math.max(low, 1) - 1, high - 1]);
    return this.within(subject, before).map((at) => [at, at]);
  }

  within(subject, spans) {
    const found = [];
    for (const [low, high] of spans) {
      for (let at = low; at <= high && at < subject.length; at += 1) {
        if (this.chars.includes(subject.folded[at])) found.push(at);
      }
    }
    return found;
  }
}

/** Zero or more characters. */
export class Anything {
  forward(subject, starts) {
    return starts.length ? [[starts[0][0], subject.length]] : [];
  }

  backward(_subject, ends) {
    return ends.length ? [[0, ends.at(-1)[1]]] : [];
  }
}

/** A quote, anything but that quote, and the same quote again. */
export class Quotation {
  forward(subject, starts) {
    const pairs = starts.length ? this.pairs(subject, starts[0][0]) : [];
    return fromPoints(ascending(keepPairs(pairs, starts, 0).map((pair) => pair[1])));
  }

  backward(subject, ends) {
    const pairs = this.pairs(subject, 0).sort((a, b) => a[1] - b[1]);
    return fromPoints(ascending(keepPairs(pairs, ends, 1).map((pair) => pair[0])));
  }

  /** Every quotation that starts at `low` or later, by its start. */
  pairs(subject, low) {
    const opened = new Map();
    const pairs = [];
    for (let at = low; at < subject.length; at += 1) {
      const quote = subject.folded[at];
      if (quote !== '"' && quote !== "'" && quote !== "`") continue;
      if (opened.has(quote)) pairs.push([opened.get(quote), at + 1]);
      opened.set(quote, at);
    }
    return pairs.sort((a, b) => a[0] - b[0]);
  }
}

const ascending = (points) => points.sort((a, b) => a - b);

/** Hexadecimal digits, dots and colons, with one dot or colon at least. */
export class Address extends Run {
  constructor() {
    super("0123456789abcdef.:");
  }

  forward(subject, starts) {
    const ends = [];
    for (const [low, high] of super.forward(subject, starts)) {
      for (let at = low - 1; at < high; at += 1) {
        if (isMark(subject.folded[at])) {
          ends.push([at + 1, high]);
          break;
        }
      }
    }
    return ends;
  }

  backward(subject, ends) {
    const starts = [];
    for (const [low, high] of super.backward(subject, ends)) {
      for (let at = high; at >= low; at -= 1) {
        if (isMark(subject.folded[at])) {
          starts.push([low, at]);
          break;
        }
      }
    }
    return starts;
  }
}

const isMark = (char) => char === "." || char === ":";

/** One step after the other. */
export class Sequence {
  constructor(...steps) {
    this.steps = steps;
  }

  forward(subject, starts) {
    return this.steps.reduce((reached, step) => step.forward(subject, reached), starts);
  }

  backward(subject, ends) {
    return this.steps.reduceRight((reached, step) => step.backward(subject, reached), ends);
  }
}

/** Any one of several steps. */
export class Either {
  constructor(...steps) {
    this.steps = steps;
  }

  forward(subject, starts) {
    return this.steps.reduce((reached, step) => union(reached, step.forward(subject, starts)), []);
  }

  backward(subject, ends) {
    return this.steps.reduce((reached, step) => union(reached, step.backward(subject, ends)), []);
  }
}

/** A step or nothing. */
export class Maybe {
  constructor(step) {
    this.step = step;
  }

  forward(subject, starts) {
    return union(starts, this.step.forward(subject, starts));
  }

  backward(subject, ends) {
    return union(ends, this.step.backward(subject, ends));
  }
}

const BLANK_CHARS = " \t\u00a0";
const DIGITS = "0123456789";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A run of blanks. */
export const blankStep = () => new Run(BLANK_CHARS);

/** The step for a placeholder. Classes are written for folded text. */
export function slotStep({ kind, choices }) {
  if (choices.length) return new Either(...choices.map((choice) => new Literal(choice, { guard: kind })));
  const sign = new Maybe(new OneOf("+-"));
  const digits = new Run(DIGITS);
  const name = new Run(`${DIGITS}${LETTERS}._-`);
  switch (kind) {
    case "int":
      return new Sequence(sign, digits);
    case "num": {
      const fraction = new Sequence(new OneOf("."), digits);
      const exponent = new Sequence(new OneOf("e"), sign, digits);
      const number = new Sequence(digits, new Maybe(fraction), new Maybe(exponent));
      return new Sequence(sign, new Either(number, new Literal("nan"), new Literal("inf")));
    }
    case "hex":
      return new Sequence(new Maybe(new Literal("0x")), new Run(`${DIGITS}abcdef`));
    case "word":
      return new Run(`${BLANK_CHARS},;()[]{}<>'"\`=`, true);
    case "path":
      return new Run(`${BLANK_CHARS}'"\`<>|(),;`, true);
    case "host":
      return name;
    case "ip": {
      const zone = new Sequence(new OneOf("%"), name);
      return new Sequence(new Maybe(new OneOf("[")), new Address(), new Maybe(zone), new Maybe(new OneOf("]")));
    }
    case "quoted":
      return new Quotation();
    default:
      return new Anything();
  }
}
