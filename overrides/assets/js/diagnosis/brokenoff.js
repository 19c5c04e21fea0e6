/**
 * Lines that break off: as far as they go, they are a signature's line (faultbook.diagnosis.brokenoff).
 *
 * Terminals, collectors and people cut lines. Only where a log has no finding is it looked
 * whether an error line that no entry knows is the beginning of one that an entry knows.
 */

import { match } from "../engine/match.js";
import { fold, Pattern } from "../engine/pattern.js";
import { Kind } from "./kinds.js";
import { wordsOf } from "./resemble.js";
import { SYSTEM_WORDS } from "./vocabulary.js";

const LINES = 20; // that are looked at
const ENOUGH = 16; // letters and digits that must be there
const SHARE = 0.45; // of those that the whole signature has
const OWN = 8; // of them that are not the operating system's words, which end many whole lines
const ANYTHING = { type: "slot", kind: "any", choices: [] };

/** For error lines that no entry knows, the signature whose beginning they are. */
export function* brokenOff(scan) {
  const rows = scan.notables.inOrder().filter((note) => !note.known && note.kind < Kind.ECHO);
  for (const note of rows.slice(0, LINES)) yield* beginnings(scan, note);
}

function* beginnings(scan, note) {
  const text = note.line.text.replace(/[ \t\u00a0]+$/, "");
  const words = wordsOf(text);
  for (const [number, rule] of scan.index.rules.entries()) {
    if (rule.entry < 0 || rule.whole || rule.role === "context" || rule.role === "harmless") continue;
    const pattern = scan.index.pattern(number);
    if (![...firstWords(pattern.tokens)].every((word) => words.has(word))) continue;
    if (!breaksOff(pattern, text)) continue;
    const { at, line, episode } = note;
    yield { rule: number, at, line, start: 0, end: text.length, episode, process: 0, cut: true };
  }
}

/** The words that even the shortest beginning has, but for the last of them. */
function firstWords(tokens) {
  const first = tokens[0]?.type === "text" ? tokens[0].text : "";
  return wordsOf(first.split(" ").slice(0, 2).slice(0, -1).join(" "));
}

/** Whether a text ends inside what a pattern describes, and far enough into it. */
export function breaksOff(pattern, text) {
  const whole = pattern.strength();
  const folded = fold(text);
  for (let at = pattern.tokens.length - 1; at >= 0; at -= 1) {
    const before = pattern.tokens.slice(0, at);
    for (const end of endsOf(pattern.tokens[at], folded)) {
      const beginning = new Pattern("", [...before, { type: "text", text: end }]);
      if (beginning.strength() < Math.max(ENOUGH, SHARE * whole)) return false; // each further one says less
      if (match(new Pattern("", [ANYTHING, ...beginning.tokens]), text, { whole: true }) !== null) {
        return ownWords(beginning) >= OWN;
      }
    }
  }
  return false;
}

/** How many letters and digits are not an error text of the operating system. */
function ownWords(beginning) {
  const texts = beginning.tokens.filter((token) => token.type === "text").map((token) => fold(token.text));
  const said = SYSTEM_WORDS.reduce((left, words) => left.replaceAll(words, " "), texts.join(" "));
  return said.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** The proper beginnings of a literal with which the text ends, longest first. */
function* endsOf(token, folded) {
  if (token.type !== "text") return;
  const literal = fold(token.text);
  for (let size = Math.min(literal.length - 1, folded.length); size > 0; size -= 1) {
    if (literal[size - 1] !== " " && folded.endsWith(literal.slice(0, size))) yield literal.slice(0, size);
  }
}
