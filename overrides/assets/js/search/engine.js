/**
 * The search: a pasted line finds the entry that prints it, words find what is about them.
 *
 * A query is weighed in three ways. A signature that matches it is certain. A signature that shares
 * much of its text with it resembles it: that bears a cut end, a changed number, a line broken in
 * two. Words are looked for in titles, tags, settings and summaries, with synonyms and with one or
 * two typing errors.
 */

import { mask } from "../engine/mask.js";
import { matches } from "../engine/match.js";
import { parse } from "../engine/pattern.js";
import { parseLine } from "../logs/split.js";

const WORD = /[a-z_][a-z0-9_]*|\d+/g;
const STOP = new Set(
  `a an and are as at be by do does for from has have i in is it its my no not of on or our that the
  this to was we what when why with int num hex word path host ip quoted any`.split(/\s+/),
);
const PLACEHOLDER = /<([a-z]+)(?::([^>]*))?>/g;
const TOUCHING = /[A-Za-z0-9_]*<[a-z]+(?::[^>]*)?>[A-Za-z0-9_]*/g;
const LONGEST = 8192;
const CANDIDATES = 160; // signatures that are matched exactly, likeliest first
const RESEMBLES = 0.42; // share of a line that must be in common
const FIELDS = { title: 3, further: 2, signature: 1.4, summary: 0.8 };
const NOT_PRINTED = new Set(["context"]);

/** The words of a text that can tell something. */
export function wordsOf(text) {
  const found = [];
  for (const word of text.toLowerCase().match(WORD) ?? []) {
    if (STOP.has(word)) continue;
    found.push(word);
    if (word.includes("_")) for (const part of word.split("_")) if (part.length > 1) found.push(part);
  }
  return found;
}

export class SearchIndex {
  /** @param {object} document the parsed search artefact */
  constructor(document) {
    this.roles = document.roles;
    this.synonyms = synonymTable(document.synonyms);
    this.entries = document.entries.map(([id, title, category, severity, further], number) => ({
      id, title, category, severity, further, summary: document.summaries[number] ?? "", signatures: [],
    }));
    this.signatures = document.signatures.map(([entry, role, text, whole], number) => {
      this.entries[entry].signatures.push(number);
      return { entry, role: this.roles[role], text, whole: Boolean(whole), words: null, weight: 0, pattern: null };
    });
    this.places = document.places.map(([kind, name, path, note]) => ({ kind, name, path, note }));
    this.post();
  }

  /** Make the postings: word -> signatures, and word -> entries with the best field's weight. */
  post() {
    this.inSignatures = new Map();
    this.inEntries = new Map();
    this.signatures.forEach((signature, number) => {
      signature.words = new Set(wordsOf(signature.text.replace(PLACEHOLDER, (_, kind, values) => ` ${values ?? ""} `)));
      for (const word of signature.words) push(this.inSignatures, word, number);
    });
    this.entries.forEach((entry, number) => {
      const weights = new Map();
      const add = (text, weight) => {
        for (const word of wordsOf(text)) if ((weights.get(word) ?? 0) < weight) weights.set(word, weight);
      };
      add(`${entry.id.replaceAll("-", " ")} ${entry.title}`, FIELDS.title);
      add(entry.further.replaceAll("-", " "), FIELDS.further);
      for (const signature of entry.signatures) {
        for (const word of this.signatures[signature].words) {
          if ((weights.get(word) ?? 0) < FIELDS.signature) weights.set(word, FIELDS.signature);
        }
      }
      add(entry.summary, FIELDS.summary);
      for (const [word, weight] of weights) push(this.inEntries, word, [number, weight]);
    });
    this.rarity = new Map();
    for (const [word, numbers] of this.inSignatures) {
      this.rarity.set(word, Math.log(1 + this.signatures.length / numbers.length));
    }
    for (const signature of this.signatures) signature.weight = this.weightOf(signature.text);
  }

  /** What a line that the signature matches surely has: whole words, and one value of each choice. */
  weightOf(text) {
    const sum = (words) => words.reduce((total, word) => total + (this.rarity.get(word) ?? 0), 0);
    let weight = 0;
    for (const [, , values] of text.matchAll(PLACEHOLDER)) {
      if (values) weight += Math.min(...values.split("|").map((value) => sum(wordsOf(value))));
    }
    // A word that touches a placeholder is a part of a longer one in the log.
    const whole = text.replace(TOUCHING, " ");
    return weight + sum([...new Set(wordsOf(whole))]) || 0.1;
  }

  /**
   * The best entries for a query, best first: `{entry, by, role, signature, words, score}`, where
   * `by` is `prints`, `resembles` or `words`.
   */
  search(query, limit = 12) {
    const text = query.slice(0, LONGEST).trim();
    if (!text) return [];
    const lines = text.split("\n").flatMap((line) => parseLine(line, 1, ORIGIN)).slice(0, 40);
    const found = new Map();
    for (const line of lines) this.byLine(line, found);
    this.byWords(text, lines, found);
    return [...found.values()]
      .sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1))
      .slice(0, limit);
  }

  /** Entries whose signature matches a line, or shares much of its text with it. */
  byLine(line, found) {
    const message = new Set(wordsOf(line.message));
    // What was peeled off as a prefix ("NCCL WARN") may be text of a signature: it helps, and
    // does not count against those that lack it.
    const asked = new Set([...message, ...wordsOf(line.text)]);
    const shared = new Map();
    let weight = 0;
    const share = (word, worth) => {
      for (const number of this.inSignatures.get(word)) shared.set(number, (shared.get(number) ?? 0) + worth);
    };
    for (const word of asked) {
      const rarity = this.rarity.get(word);
      if (rarity === undefined) continue;
      if (message.has(word)) weight += rarity;
      share(word, rarity);
    }
    // The last word may be cut.
    const last = [...message].at(-1);
    if (last && last.length > 2 && !this.inSignatures.has(last)) {
      const whole = [...this.inSignatures.keys()].filter((word) => word.startsWith(last)).slice(0, 40);
      const worth = Math.max(0, ...whole.map((word) => this.rarity.get(word))) * 0.8;
      weight += worth;
      for (const word of whole) share(word, Math.min(worth, this.rarity.get(word)));
    }
    if (!weight) return;
    const ranked = [...shared].map(([number, common]) => [number, common, this.likeness(number, common, weight)]);
    ranked.sort((a, b) => b[1] / this.signatures[b[0]].weight - a[1] / this.signatures[a[0]].weight || b[1] - a[1]);
    ranked.slice(0, CANDIDATES).forEach(([number, common, likeness]) => {
      const signature = this.signatures[number];
      const prints = common > 0.5 * signature.weight && this.prints(signature, line);
      if (prints) this.take(found, number, "prints", 100 + ROLE_BONUS[signature.role] + likeness + Math.min(common, 90) / 100);
      else if (asked.size > 2 && likeness >= RESEMBLES) this.take(found, number, "resembles", 10 * likeness);
    });
  }

  /** From 0 to 1: how much of the line and of the signature is common to both. */
  likeness(number, common, weight) {
    const signature = this.signatures[number];
    const ofLine = Math.min(1, common / weight);
    const ofSignature = Math.min(1, common / signature.weight);
    // A cut line has all its words in the signature; a line with more around it has all of the
    // signature's. Either is much; both is all.
    return 0.5 * Math.max(ofLine, ofSignature) + 0.5 * Math.sqrt(ofLine * ofSignature);
  }

  prints(signature, line) {
    signature.pattern ??= parse(signature.text, { wholeLine: signature.whole, minimum: 0 });
    return matches(signature.pattern, signature.whole ? line.message : line.text, { whole: signature.whole });
  }

  take(found, number, by, score) {
    const signature = this.signatures[number];
    if (by !== "prints" && NOT_PRINTED.has(signature.role)) score *= 0.7;
    const known = found.get(signature.entry);
    if (known && known.score >= score) return;
    found.set(signature.entry, {
      entry: this.entries[signature.entry], by, role: signature.role, signature: signature.text, words: [], score,
    });
  }

  /** Entries that have the words of the query. */
  byWords(text, lines, found) {
    const asked = new Set(lines.flatMap((line) => wordsOf(line.message)));
    if (!asked.size || asked.size > 60) return;
    const terms = [...asked].map((word) => [word, this.formsOf(word, text.toLowerCase())]).filter(([, forms]) => forms.size);
    const scores = new Map();
    for (const [word, forms] of terms) {
      const best = new Map();
      for (const [form, fit] of forms) {
        const posts = this.inEntries.get(form);
        // A word that stands for another is never worth more than the word itself.
        const common = Math.max(posts.length, this.inEntries.get(word)?.length ?? 0);
        const rarity = Math.log(1 + this.entries.length / common);
        for (const [number, weight] of posts) {
          const value = fit * weight * rarity;
          if (value > (best.get(number)?.[0] ?? 0)) best.set(number, [value, form]);
        }
      }
      for (const [number, [value, form]] of best) {
        const row = scores.get(number) ?? { total: 0, words: new Map() };
        row.total += value;
        row.words.set(form, word);
        scores.set(number, row);
      }
    }
    this.addWords(scores, terms.length, asked.size, found);
  }

  addWords(scores, known, asked, found) {
    let top = 0;
    const most = asked > 6 ? 5 : 8; // so many words are a line, which signatures know better
    for (const row of scores.values()) {
      // All words in one entry count far more than one word twice; unknown words count a little.
      row.value = row.total * (row.words.size / known) ** 2 * (row.words.size / asked) ** 0.25;
      top = Math.max(top, row.value);
    }
    for (const [number, row] of scores) {
      if (row.value < top / 4) continue;
      const score = most * (row.value / top) * Math.min(1, (known / asked) * 1.2);
      const words = [...row.words.keys()];
      const before = found.get(number);
      if (before && before.score >= score) {
        before.words = words;
        if (before.by !== "prints") before.score += score / 4;
      } else {
        found.set(number, { entry: this.entries[number], by: "words", role: null, signature: null, words, score });
      }
    }
  }

  /** The words that stand for a word of the query, and how well. */
  formsOf(word, text) {
    const forms = new Map();
    if (this.inEntries.has(word)) forms.set(word, 1);
    for (const other of this.synonyms.get(word) ?? []) {
      if (!forms.has(other) && this.inEntries.has(other)) forms.set(other, 0.6);
    }
    for (const [phrase, others] of this.synonyms.phrases) {
      if (!phrase.split(" ").includes(word) || !text.includes(phrase)) continue;
      for (const other of others) if (!forms.has(other) && this.inEntries.has(other)) forms.set(other, 0.6);
    }
    if (forms.size || word.length < 3) return forms;
    for (const other of this.inEntries.keys()) {
      if (other.startsWith(word)) forms.set(other, 0.8);
      else if (word.length >= 4 && !/\d/.test(word) && near(word, other)) forms.set(other, 0.7);
      if (forms.size >= 12) break;
    }
    return forms;
  }

  /** Settings and hubs that a query names. */
  placesFor(query) {
    const asked = new Set(wordsOf(query));
    const rows = [];
    for (const place of this.places) {
      const words = wordsOf(place.name);
      const common = words.filter((word) => asked.has(word)).length;
      if (common && (common === words.length || common >= 2)) rows.push([common / words.length, place]);
    }
    rows.sort((a, b) => b[0] - a[0]);
    return rows.slice(0, 6).map(([, place]) => place);
  }

  /** The query with what varies marked, as it was matched. */
  static masked(query) {
    return mask(query);
  }
}

const ORIGIN = { file: "query", rank: null, localRank: null, host: null };
const ROLE_BONUS = { initiating: 4, either: 3, collateral: 2, harmless: 2, context: 0 };

/** Whether two words differ by one letter, or by two when they are long: lost, added or changed. */
export function near(one, other) {
  const most = one.length >= 8 ? 2 : 1;
  if (Math.abs(one.length - other.length) > most || one[0] !== other[0]) return false;
  let before = null;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      let cost = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) cost = Math.min(cost, before[j - 2] + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return false;
    before = row;
    row = next;
  }
  return row[other.length] <= most;
}

function synonymTable(meanings) {
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

function push(map, key, value) {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
