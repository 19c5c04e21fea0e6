/**
 * Taking in the lines that were found: what they match, what they look like, what they state
 * (faultbook.diagnosis.intake).
 *
 * Lines that differ in digits alone are parsed a few dozen times; after that what is known of
 * them is only counted, so that a line that is printed a million times costs little more than
 * its bytes.
 */

import { cleanText } from "../logs/clean.js";
import { parseLine, parsePlain } from "../logs/split.js";
import { FrameTable } from "./frames.js";
import { FactBook } from "./gather.js";
import { isFrame, isHeading, Kind, kindOf, ROOTS } from "./kinds.js";
import { NotableTable } from "./notables.js";
import { EITHER, INITIATING } from "./roles.js";
import { place, PLACES_KEPT, RuleTally } from "./sighting.js";
import { latin, utf8 } from "./text.js";

const PARSED = 32; // so many lines of one shape are parsed in full
const READ = 2048; // and so many for their rank and process
const SHAPES_KEPT = 20_000;
const LONGEST_SHAPE = 4096; // bytes
const DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => (byte > 48 && byte < 58 ? 48 : byte));
const FAULTS = new Set([INITIATING, EITHER]);
const RETURN = 13;

const nothingTaken = () => ({ fault: false, wantsCompanions: false, traceback: null, heading: null });

/** All that is kept of the lines of all logs. */
export class Intake {
  constructor(index) {
    this.index = index;
    this.companions = new Set(index.rules.flatMap((rule) => [...rule.allOf, ...rule.unless].map((near) => near.rule)));
    this.tallies = new Map();
    this.notables = new NotableTable();
    this.frames = new FrameTable();
    this.facts = new FactBook();
    this.processes = [];
    this.processNumbers = new Map();
    this.shapes = new Map();
    this.byDigits = new Map();
    this.reason = -1; // place of the line that holds the reason under a heading
  }

  /** Forget what must not reach into the next file. */
  endFile() {
    this.shapes.clear();
    this.notables.endFile();
    this.facts.endFile();
  }

  /**
   * Take in one physical line that may match some rules (or none). `here` is `{file, origin,
   * profile, number, episode}`; returns `{fault, wantsCompanions, traceback}`.
   */
  take(raw, here, rules) {
    const shape = this.shape(raw);
    if (shape === null && !rules.length && this.notables.full) {
      this.notables.crowdedOut += 1;
      return nothingTaken();
    }
    if (shape !== null && shape.seen > PARSED && shape.plain) return this.again(raw, here, rules, shape);
    return this.parse(raw, here, rules, shape);
  }

  /** Take the line at a place, when it comes, for NCCL's reason, unless it is an echo. */
  expectReason(at) {
    this.reason = at;
  }

  /** Count the rules that match a line; return those that belong to an entry. */
  match(rules, line, at, episode) {
    const found = [];
    for (const number of rules) {
      const rule = this.index.rules[number];
      const hit = this.index.match(number, rule.whole ? line.message : line.text);
      if (hit === null) continue;
      const process = this.process(line);
      const sighting = { rule: number, at, line, start: hit.start, end: hit.end, episode, process, cut: false };
      this.tally(number).add(sighting, this.companions.has(number));
      if (rule.entry >= 0) found.push(sighting);
    }
    return found;
  }

  /** The number of the process that wrote a line: `processes` holds a line of it. */
  process(line) {
    const key = `${line.rank}\n${line.localRank}\n${line.host}\n${line.pid}\n${line.file}`;
    let number = this.processNumbers.get(key);
    if (number === undefined) {
      number = this.processes.length;
      this.processNumbers.set(key, number);
      this.processes.push(line);
    }
    return number;
  }

  parse(raw, here, rules, shape) {
    const taken = nothingTaken();
    const everything = [];
    const text = utf8(raw);
    const logical = parseLine(text, here.number, here.origin, here.profile);
    logical.forEach((line, piece) => {
      const at = place(here.file, here.number, piece);
      const found = this.match(rules, line, at, here.episode);
      everything.push(...found);
      const note = this.note(line, at, here.episode, taken, found.length > 0);
      taken.fault ||= note !== null && ROOTS.has(note.kind);
      if (shape !== null && note !== null) shape.notable = note;
      if (piece && note !== null && note.kind === Kind.EXCEPTION) {
        let from = piece;
        while (from && isFrame(logical[from - 1].message)) from -= 1;
        this.frames.add(at, here.episode, logical.slice(from, piece));
      }
    });
    if (rules.length && !everything.length && logical.length > 1 && !raw.includes(RETURN)) {
      everything.push(...this.matchJoined(rules, logical, here));
    }
    const { rules: all } = this.index;
    taken.fault ||= everything.some((s) => FAULTS.has(all[s.rule].role));
    taken.wantsCompanions = everything.some((s) => all[s.rule].allOf.length || all[s.rule].unless.length);
    if (shape !== null) {
      const single = logical.length === 1 && logical[0].text === cleanText(text);
      this.learn(shape, everything, taken, single);
    }
    return taken;
  }

  note(line, at, episode, taken, known) {
    let kind = kindOf(line);
    if (kind === Kind.TRACEBACK) taken.traceback = line;
    if (kind === Kind.PLAIN && isHeading(line.message)) taken.heading = line;
    if (kind === Kind.PLAIN && at === this.reason) kind = Kind.NCCL;
    this.facts.add(line, episode);
    return this.notables.add(line, at, episode, this.process(line), { kind, known });
  }

  /** Match a line as it stands, in case what looked like several lines was one. */
  matchJoined(rules, logical, here) {
    const text = logical.map((line) => line.text).join("");
    const joined = { ...logical[0], text, message: text };
    return this.match(rules, joined, place(here.file, here.number, 0), here.episode);
  }

  /** Lines that differ in digits alone: how often they came, and what the first ones gave. */
  shape(raw) {
    if (raw.length > LONGEST_SHAPE) return null;
    const key = latin(raw.map((byte) => DIGITS[byte]));
    let shape = this.shapes.get(key);
    if (!shape) {
      if (this.shapes.size >= SHAPES_KEPT) return null;
      // `plain`: each was one logical line, and all matched the same.
      shape = { seen: 0, plain: true, notable: null, matched: null, taken: null };
      this.shapes.set(key, shape);
    }
    shape.seen += 1;
    return shape;
  }

  learn(shape, found, taken, single) {
    const matched = found
      .filter((s) => !this.readsDigits(s.rule))
      .map(({ rule, start, end }) => ({ rule, start, end }));
    if (!single || taken.traceback !== null || taken.heading !== null) shape.plain = false;
    if (shape.matched !== null && !sameMatches(shape.matched, matched)) shape.plain = false;
    shape.matched = matched;
    shape.taken = { fault: taken.fault, wantsCompanions: taken.wantsCompanions, traceback: null, heading: null };
  }

  /** Take in a line of a shape that is known well. */
  again(raw, here, rules, shape) {
    if (shape.notable !== null) shape.notable.count += 1;
    const at = place(here.file, here.number, 0);
    let line = null;
    const parsed = () => (line ??= parsePlain(utf8(raw), here.number, here.origin, here.profile));
    const matched = shape.matched ?? [];
    for (const { rule, start, end } of matched) {
      const tally = this.tally(rule);
      const placed = this.companions.has(rule) && tally.places.length < PLACES_KEPT;
      if (shape.seen > READ && !placed) {
        tally.countOnly(here.file, here.episode);
        continue;
      }
      const process = this.process(parsed());
      tally.add({ rule, at, line: parsed(), start, end, episode: here.episode, process, cut: false }, placed);
    }
    const others = rules.filter((rule) => !matched.some((one) => one.rule === rule) && this.mayDiffer(rule));
    if (others.length) this.match(others, parsed(), at, here.episode);
    return shape.taken ?? nothingTaken();
  }

  /** Whether a rule may match one line of a shape and not another, or is a companion. */
  mayDiffer(rule) {
    return this.readsDigits(rule) || this.index.rules[rule].entry < 0;
  }

  /** Whether the digits of a line decide whether a rule matches. */
  readsDigits(rule) {
    let known = this.byDigits.get(rule);
    if (known === undefined) {
      known = this.index.pattern(rule).tokens.some((token) => textsOf(token).some((text) => /\d/.test(text)));
      this.byDigits.set(rule, known);
    }
    return known;
  }

  tally(rule) {
    let tally = this.tallies.get(rule);
    if (!tally) this.tallies.set(rule, (tally = new RuleTally()));
    return tally;
  }
}

function textsOf(token) {
  if (token.type === "text") return [token.text];
  return token.type === "slot" ? token.choices : [];
}

function sameMatches(one, other) {
  return (
    one.length === other.length &&
    one.every((a, n) => a.rule === other[n].rule && a.start === other[n].start && a.end === other[n].end)
  );
}
