/** Entries whose signature looks like a line that no entry knows. Offered, never claimed (faultbook.diagnosis.resemble). */

import * as roles from "./roles.js";

const ENOUGH = 0.72; // share of a signature's weight that a line must have
const WORDS = 4; // words of a signature that a line must have
const OFFERED = 5;
const WORD = /[a-z][a-z0-9_]{2,}/g;
const NOT_OFFERED = new Set([roles.HARMLESS, roles.CONTEXT, null]);

/** The words of a text, in lower case. */
export const wordsOf = (text) => new Set(text.toLowerCase().match(WORD) ?? []);

/** The likeliest entry for each line that looks like one of its signatures: `{entry, line, signature}`. */
export function* resemblances(index, lines) {
  if (!lines.length) return;
  const signatures = signatureWords(index);
  const foundIn = new Map();
  for (const [rule, words] of signatures) {
    for (const word of words) {
      if (!foundIn.has(word)) foundIn.set(word, []);
      foundIn.get(word).push(rule);
    }
  }
  const weight = new Map([...foundIn].map(([word, rules]) => [word, Math.log(1 + signatures.size / rules.length)]));
  const offered = new Set();
  for (const line of lines) {
    const best = bestRule(line.text, signatures, foundIn, weight);
    if (best === null || offered.has(index.rules[best].entry) || offered.size >= OFFERED) continue;
    offered.add(index.rules[best].entry);
    yield { entry: index.entries[index.rules[best].entry], line, signature: index.rules[best].text };
  }
}

function signatureWords(index) {
  const out = new Map();
  index.rules.forEach((rule, number) => {
    if (NOT_OFFERED.has(rule.role)) return;
    const texts = index.pattern(number).tokens.filter((token) => token.type === "text");
    const words = wordsOf(texts.map((token) => token.text).join(" "));
    if (words.size >= WORDS) out.set(number, words);
  });
  return out;
}

function bestRule(text, signatures, foundIn, weight) {
  const words = wordsOf(text.slice(0, 4096));
  const shared = new Map();
  for (const word of words) {
    for (const rule of foundIn.get(word) ?? []) shared.set(rule, (shared.get(rule) ?? 0) + 1);
  }
  let best = null;
  for (const [rule, count] of shared) {
    if (count < WORDS) continue;
    const own = [...signatures.get(rule)].sort();
    // In parts of a million: sums in another order differ in their last digits.
    const held = sum(own.filter((word) => words.has(word)).map((word) => weight.get(word)));
    const share = Math.round((1e6 * held) / sum(own.map((word) => weight.get(word))));
    if (share >= 1e6 * ENOUGH && (best === null || share > best[0] || (share === best[0] && rule < best[1]))) {
      best = [share, rule];
    }
  }
  return best === null ? null : best[1];
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
