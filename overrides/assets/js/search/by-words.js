/** By words: entries that have those of a query, with synonyms and one or two typing errors. */

import { FIELDS } from "./postings.js";
import { isTelling, near, slips, wordsOf } from "./words.js";

const SAME = 0.95; // how well a form stands for the word of which it is another ending
const ENDING = /(?:es|ed|ing|e|s)$/; // "throttle" and "throttling" are one word

/** Entries that have the words of the query. */
export function byWords(index, text, lines, found) {
  const { entries, postings } = index;
  const asked = new Set(lines.flatMap((line) => wordsOf(line.message)));
  if (!asked.size || asked.size > 60) return;
  const terms = [...asked].map((word) => [word, formsOf(index, word, text.toLowerCase())]).filter(([, forms]) => forms.size);
  const scores = new Map();
  const plain = ![...asked].some(isTelling); // a number is all that is asked for
  for (const [word, forms] of terms) {
    const best = new Map();
    const alike = [...forms].filter(([, fit]) => fit >= SAME).map(([form]) => postings.holders(form).length);
    const typed = Math.max(postings.holders(word).length, ...alike);
    for (const [form, fit] of forms) {
      const posts = postings.holders(form);
      // A word that stands for another is never worth more than the word itself, nor is a rare ending of it.
      const common = Math.max(posts.length, typed) / 2;
      const worth = fit * Math.log(1 + entries.length / common);
      for (let at = 0; at < posts.length; at += 2) {
        const [number, weight] = [posts[at], posts[at + 1]];
        const value = worth * weight;
        if (value > (best.get(number)?.[0] ?? 0)) best.set(number, [value, form, weight === FIELDS.title]);
      }
    }
    for (const [number, [value, form, titled]] of best) {
      const row = scores.get(number) ?? { total: 0, titled: 0, words: new Map(), telling: plain };
      row.total += value;
      row.titled += titled;
      row.telling ||= isTelling(word);
      row.words.set(form, word);
      scores.set(number, row);
    }
  }
  addWords(entries, scores, terms.length, asked.size, found);
}

function addWords(entries, scores, known, asked, found) {
  let top = 0;
  const most = asked > 6 ? 5 : 8; // so many words are a line, which signatures know better
  for (const [number, row] of scores) {
    if (!row.telling) {
      scores.delete(number);
      continue;
    }
    const { links, titled } = entries[number];
    // All words in one entry count far more than one word twice; unknown words count a little.
    row.value = row.total * (row.words.size / known) ** 2 * (row.words.size / asked) ** 0.25;
    // Of equals, the one that is about these words, and the one of which others speak.
    row.value *= (1 + (0.4 * row.titled) / (titled + 4)) * (1 + 0.05 * Math.log2(1 + links));
    top = Math.max(top, row.value);
  }
  for (const [number, row] of scores) {
    if (row.value < top / 4) continue;
    const score = most * (row.value / top) * Math.min(1, (known / asked) * 1.2);
    const words = [...row.words.keys()];
    const before = found.get(number);
    if (before && before.score >= score) {
      before.words = words;
      if (before.by === "resembles") before.score += score / 4;
    } else {
      found.set(number, { entry: entries[number], by: "words", role: null, signature: null, words, score });
    }
  }
}

/** The words that stand for a word of the query, and how well. */
function formsOf({ postings, synonyms }, word, text) {
  const forms = new Map();
  if (postings.has(word)) forms.set(word, 1);
  const single = word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word; // "hangs", "timeouts"
  if (postings.has(single)) forms.set(single, single === word ? 1 : SAME);
  for (const other of synonyms.get(word) ?? []) {
    if (!forms.has(other) && postings.has(other)) forms.set(other, 0.6);
  }
  for (const [phrase, others] of synonyms.phrases) {
    if (!phrase.split(" ").includes(word) || !text.includes(phrase)) continue;
    for (const other of others) if (!forms.has(other) && postings.has(other)) forms.set(other, 0.6);
  }
  if (forms.size || word.length < 3) return forms;
  const stem = word.length > 5 ? word.replace(ENDING, "") : word;
  for (const other of postings.beginningWith(word[0])) {
    if (other.startsWith(word)) forms.set(other, 0.8);
    else if (stem !== word && other.startsWith(stem) && other.length - word.length < 4) forms.set(other, 0.75);
    else if (word.length >= 4 && !/\d/.test(word) && near(word, other)) forms.set(other, slips(word, other) > 1 ? 0.5 : 0.7);
    if (forms.size >= 12) break;
  }
  return forms;
}

/** Words by a word that means the same; `phrases` by those of several words. */
export function synonymTable(meanings) {
  const table = new Map();
  table.phrases = new Map();
  for (const meaning of meanings) {
    const words = meaning.flatMap((phrase) => phrase.split(" "));
    for (const phrase of meaning) {
      if (phrase.includes(" ")) table.phrases.set(phrase, words);
      else table.set(phrase, [...(table.get(phrase) ?? []), ...words.filter((word) => word !== phrase)]);
    }
  }
  return table;
}
