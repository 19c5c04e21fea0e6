/**
 * Matching a pattern against a line in linear time, without a regular expression engine.
 *
 * The set of positions that the pattern can have reached is carried from step to step, so
 * nothing is ever tried twice. If the last set is not empty the pattern matches, and the sets
 * that can still reach the end are found on the way back; from them the one assignment that is
 * reported follows: the leftmost start, then from the left each placeholder as long as can be,
 * `<any>` as short as can be (at the end of a pattern: all the rest).
 */

import { isAny, isDigit } from "./pattern.js";
import { intersection } from "./spans.js";
import { blankStep, Literal, slotStep } from "./steps.js";
import { countCharacters, Subject, WINDOW, windows } from "./subject.js";

/**
 * Match a pattern against a cleaned line: anywhere in it, or against the whole of it.
 *
 * The whole of a line is what is left once blanks at its ends are taken off; a line of more
 * than `WINDOW` characters is never matched as a whole.
 *
 * @returns {{start: number, end: number, values: [number, number][]} | null} offsets in the
 *   line, in code units; `values` has one pair for each placeholder
 */
export function match(pattern, line, { whole = false } = {}) {
  const steps = compiled(pattern);
  for (const subject of subjects(line, whole)) {
    const sets = reach(pattern, steps, subject, whole);
    if (sets) return assignment(pattern, steps, subject, sets);
  }
  return null;
}

/** Whether a pattern matches a line; quicker than `match`. */
export function matches(pattern, line, { whole = false } = {}) {
  const steps = compiled(pattern);
  for (const subject of subjects(line, whole)) {
    if (reach(pattern, steps, subject, whole)) return true;
  }
  return false;
}

const programs = new WeakMap();

function compiled(pattern) {
  let steps = programs.get(pattern);
  if (!steps) {
    const last = pattern.tokens.length - 1;
    steps = pattern.tokens.map((token, index) => {
      if (token.type === "text") {
        return new Literal(token.text, { wordBefore: index === 0, wordAfter: index === last });
      }
      return token.type === "blank" ? blankStep() : slotStep(token);
    });
    programs.set(pattern, steps);
  }
  return steps;
}

function* subjects(line, whole) {
  if (!whole) {
    yield* windows(line);
    return;
  }
  const stripped = line.replace(/^[ \t\u00a0]+/, "");
  const offset = line.length - stripped.length;
  let end = stripped.length;
  while (end > 0 && /[ \t\u00a0]/.test(stripped[end - 1])) end -= 1;
  const message = stripped.slice(0, end);
  if (message.length > WINDOW && countCharacters(message) > WINDOW) return;
  yield new Subject(message, offset);
}

/** The positions before the first step and after each step; null if there is no match. */
function reach(pattern, steps, subject, whole) {
  const { tokens } = pattern;
  let current = whole ? [[0, 0]] : startsOf(tokens[0], subject);
  const sets = [current];
  for (const step of steps) {
    current = step.forward(subject, current);
    if (!current.length) return null;
    sets.push(current);
  }
  if (whole) {
    sets[steps.length] = intersection(current, [[subject.length, subject.length]]);
  } else if (isNumeric(tokens.at(-1))) {
    sets[steps.length] = numberEnds(subject, current);
  }
  return sets[steps.length].length ? sets : null;
}

const isNumeric = (token) =>
  token.type === "slot" && (token.kind === "int" || token.kind === "num") && !token.choices.length;

/** Where a pattern may start: anywhere, but an integer or number not after a digit. */
function startsOf(first, subject) {
  if (!isNumeric(first)) return [[0, subject.length]];
  const spans = [];
  let low = isDigit(subject.charBefore(0)) ? 1 : 0;
  for (const run of subject.folded.matchAll(/[0-9]+/g)) {
    if (low <= run.index) spans.push([low, run.index]);
    low = run.index + run[0].length + 1;
  }
  if (low <= subject.length) spans.push([low, subject.length]);
  return spans;
}

/** Those ends of a last number that no digit follows. */
function numberEnds(subject, ends) {
  const kept = [];
  for (const [low, high] of ends) {
    for (let at = low; at <= high; at += 1) {
      if (!isDigit(subject.charAfter(at))) kept.push([at, at]);
    }
  }
  return kept;
}

/** Narrow the sets from the end, then walk them from the left. */
function assignment(pattern, steps, subject, sets) {
  const { tokens } = pattern;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    sets[index] = intersection(sets[index], steps[index].backward(subject, sets[index + 1]));
  }
  const start = sets[0][0][0];
  let position = start;
  const values = [];
  tokens.forEach((token, index) => {
    const ends = intersection(steps[index].forward(subject, [[position, position]]), sets[index + 1]);
    const shortest = isAny(token) && index < tokens.length - 1;
    const end = shortest ? ends[0][0] : ends.at(-1)[1];
    if (token.type === "slot") values.push([position + subject.offset, end + subject.offset]);
    position = end;
  });
  return { start: start + subject.offset, end: position + subject.offset, values };
}
