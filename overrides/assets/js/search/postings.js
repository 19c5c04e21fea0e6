/**
 * Which signatures and entries have a word. Made in the browser from the texts, which takes less
 * time than fetching it; what only some words need is made when they are asked for.
 */

import { wordsOf } from "./words.js";

export const PLACEHOLDER = /<([a-z]+)(?::([^>]*))?>/g;
export const FIELDS = { title: 3, further: 2, signature: 1.4, summary: 0.8 };
const BASE = 45;

export class Postings {
  /**
   * @param {object[]} entries with `id`, `title`, `further`, `category`; each is told how many words it is titled with
   * @param {object[]} signatures with `text`, and `entry`, a number into the entries
   * @param {[string, string]} summaries the words of the summaries, and which entries have each
   */
  constructor(entries, signatures, summaries) {
    this.signatures = signatures;
    this.inSignatures = new Map(); // word -> signatures
    this.inFields = new Map(); // word -> entry, weight of the field, entry, weight ...
    this.inSummaries = new Map(); // word -> the text of its entries, see `numbersOf`
    this.inEntries = new Map(); // as `inFields`, over all fields, of words that were asked for
    this.post(entries);
    this.postSummaries(...summaries);
    this.byLetter = null; // letter -> words, made at the first word that nothing has
    this.rarity = new Map();
    for (const [word, { length }] of this.inSignatures) {
      this.rarity.set(word, Math.log(1 + signatures.length / length));
    }
  }

  post(entries) {
    this.signatures.forEach(({ text }, number) => {
      const plain = text.includes("<") ? text.replace(PLACEHOLDER, (_, kind, values) => ` ${values ?? ""} `) : text;
      for (const word of wordsOf(plain)) pushOnce(this.inSignatures, word, number);
    });
    entries.forEach((entry, number) => {
      const words = new Set(wordsOf(`${entry.id} ${entry.title}`));
      entry.titled = words.size;
      for (const word of words) push(this.inFields, word, number, FIELDS.title);
      for (const word of wordsOf(`${entry.further} ${entry.category}`)) {
        if (!words.has(word)) push(this.inFields, word, number, FIELDS.further);
        words.add(word);
      }
    });
  }

  postSummaries(words, holders) {
    const lists = holders.split(" ");
    wholeWords(words).forEach((word, at) => this.inSummaries.set(word, lists[at]));
  }

  /** What all words of each signature weigh together. */
  get roughly() {
    const sums = new Float64Array(this.signatures.length).fill(0.1);
    for (const [word, numbers] of this.inSignatures) {
      const rarity = this.rarity.get(word);
      for (const number of numbers) sums[number] += rarity;
    }
    Object.defineProperty(this, "roughly", { value: sums }); // once
    return sums;
  }

  /** Whether an entry has a word anywhere. */
  has(word) {
    return this.inFields.has(word) || this.inSignatures.has(word) || this.inSummaries.has(word);
  }

  /** Every word that an entry has, once: those of titles and tags first. */
  *words() {
    yield* this.inFields.keys();
    for (const word of this.inSignatures.keys()) if (!this.inFields.has(word)) yield word;
    for (const word of this.inSummaries.keys()) {
      if (!this.inFields.has(word) && !this.inSignatures.has(word)) yield word;
    }
  }

  /** Of every word those that begin with a letter, in the same order. */
  beginningWith(letter) {
    if (!this.byLetter) {
      this.byLetter = new Map();
      for (const word of this.words()) pushOnce(this.byLetter, word[0], word);
    }
    return this.byLetter.get(letter) ?? [];
  }

  /** The entries that have a word: entry, weight of its best field, entry, weight ... */
  holders(word) {
    let posts = this.inEntries.get(word);
    if (posts !== undefined) return posts;
    posts = [...(this.inFields.get(word) ?? [])];
    const known = new Set(posts.filter((_, at) => at % 2 === 0));
    const add = (number, weight) => {
      if (known.has(number)) return;
      known.add(number);
      posts.push(number, weight);
    };
    for (const signature of this.inSignatures.get(word) ?? []) add(this.signatures[signature].entry, FIELDS.signature);
    for (const number of numbersOf(this.inSummaries.get(word) ?? "")) add(number, FIELDS.summary);
    this.inEntries.set(word, posts);
    return posts;
  }

  /** The name of the best field of an entry that has a word, as in `FIELDS`; undefined if none has. */
  fieldOf(word, entry) {
    const posts = this.holders(word);
    for (let at = 0; at < posts.length; at += 2) if (posts[at] === entry) return NAMES[posts[at + 1]];
    return undefined;
  }
}

const NAMES = Object.fromEntries(Object.entries(FIELDS).map(([name, weight]) => [weight, name]));

/** The numbers that a text of distances stands for: see `gaps` of the artefact's maker. */
export function numbersOf(text) {
  const numbers = [];
  let [number, distance] = [-1, 0];
  for (let at = 0; at < text.length; at++) {
    const digit = digitAt(text, at);
    distance = distance * BASE + (digit % BASE);
    if (digit >= BASE) continue; // more digits follow
    number += distance + 1;
    numbers.push(number);
    distance = 0;
  }
  return numbers;
}

/** The words that a text of shortened ones stands for: see `shortened` of the artefact's maker. */
export function wholeWords(text) {
  let before = "";
  return text.split(" ").map((written) => (before = before.slice(0, digitAt(written, 0)) + written.slice(1)));
}

function digitAt(text, at) {
  const code = text.charCodeAt(at);
  return code - 35 - (code > 92);
}

function push(map, key, value, weight) {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value, weight]);
  else known.push(value, weight);
}

function pushOnce(map, key, value) {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else if (known[known.length - 1] !== value) known.push(value);
}
