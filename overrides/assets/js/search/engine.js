/**
 * The search: a pasted line finds the entry that prints it, words find what is about them.
 *
 * A query is weighed in four ways. A signature that matches it is certain. A signature of which it is
 * a piece holds it: somebody typed the beginning of a line. A signature that shares much of its text
 * with it resembles it: that bears a cut end, a changed number, a line broken in two. Words are
 * looked for in titles, tags, settings and summaries, with synonyms and one or two typing errors.
 */

import { matches } from "../engine/match.js";
import { parse } from "../engine/pattern.js";
import { parseLine } from "../logs/split.js";
import { byWords, synonymTable } from "./by-words.js";
import { PLACEHOLDER, Postings } from "./postings.js";
import { isSeveral, isTelling, wordsOf } from "./words.js";

const TOUCHING = /[A-Za-z0-9_]*<[a-z]+(?::[^>]*)?>[A-Za-z0-9_]*/g;
const LONGEST = 8192;
const CANDIDATES = 160; // signatures that are matched exactly, likeliest first
const WEIGHED = 1500; // signatures that are weighed exactly, likeliest first
const DERIVED = "faultbook: "; // what a diagnosis derives begins so (faultbook.diagnosis.derived)
const RESEMBLES = 0.42; // share of a line that must be in common
const SHARED = 2; // words that must be in common, besides numbers and single letters
const SHORTEST_PART = 8; // characters of a line that are a piece of it, and no word
const NOT_PRINTED = new Set(["context"]);

export class SearchIndex {
  /** @param {object} document the parsed search artefact */
  constructor(document) {
    this.roles = document.roles;
    this.synonyms = synonymTable(document.synonyms);
    this.entries = document.entries.map(([id, title, category, severity, further, links]) => ({
      id, title, category, severity, further, links, signatures: [], titled: 0,
    }));
    this.signatures = [];
    document.entries.forEach(([, , , , , , rows], entry) => {
      for (const [role, text, form = 0] of rows) {
        const [whole, company] = [(form & 1) > 0, (form & 2) > 0];
        this.entries[entry].signatures.push(this.signatures.length);
        this.signatures.push({ entry, role: this.roles[role], text, whole, company, plain: null, weight: 0, pattern: null });
      }
    });
    this.places = document.places.map(([kind, name, path, note]) => ({ kind, name, path, note }));
    this.postings = new Postings(this.entries, this.signatures, document.summaries);
  }

  /** What a line that the signature matches surely has: whole words, and one value of each choice. */
  weightOf(signature) {
    return (signature.weight ||= this.weigh(signature.text));
  }

  weigh(text) {
    const sum = (words) => words.reduce((total, word) => total + (this.postings.rarity.get(word) ?? 0), 0);
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
   * `by` is `prints`, `holds`, `resembles` or `words`. By words, `has` is `[field, words]` for each
   * field that has some.
   */
  search(query, limit = 12) {
    const text = query.slice(0, LONGEST).trim();
    if (!text) return [];
    const lines = text.split("\n").flatMap((line) => parseLine(line, 1, ORIGIN)).slice(0, 40);
    const found = new Map();
    for (const line of lines) this.byLine(line, found);
    this.byPart(text, found);
    byWords(this, text, lines, found);
    return (isSeveral(text) ? causesFirst([...found.values()]) : [...found.values()])
      .sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1))
      .slice(0, limit)
      .map((result) => this.shown(result, text));
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
      for (const number of this.postings.inSignatures.get(word)) shared.set(number, (shared.get(number) ?? 0) + worth);
    };
    for (const word of asked) {
      const rarity = this.postings.rarity.get(word);
      if (rarity === undefined) continue;
      if (message.has(word)) weight += rarity;
      share(word, rarity);
    }
    // The last word may be cut.
    const last = [...message].at(-1);
    if (last && last.length > 2 && !this.postings.inSignatures.has(last)) {
      const whole = [...this.postings.inSignatures.keys()].filter((word) => word.startsWith(last)).slice(0, 40);
      const worth = Math.max(0, ...whole.map((word) => this.postings.rarity.get(word))) * 0.8;
      weight += worth;
      for (const word of whole) share(word, Math.min(worth, this.postings.rarity.get(word)));
    }
    if (!weight) return;
    const ranked = this.likely(shared).map(([number, common]) => [number, common, common / this.weightOf(this.signatures[number])]);
    ranked.sort((a, b) => b[2] - a[2] || b[1] - a[1]);
    ranked.slice(0, CANDIDATES).forEach(([number, common, share]) => {
      const signature = this.signatures[number];
      const likeness = this.likeness(number, common, weight);
      const prints = share > 0.5 && this.prints(signature, line);
      if (prints) this.take(found, number, "prints", this.certainty(signature) + likeness + Math.min(common, 90) / 100);
      else if (asked.size > 2 && likeness >= RESEMBLES && this.alike(signature, asked, common)) {
        this.take(found, number, "resembles", 10 * likeness);
      }
    });
  }

  /**
   * Of very many signatures that share a word with the line, those of which the line has most. To
   * weigh one exactly takes far longer than to add up the rarity of its words.
   */
  likely(shared) {
    if (shared.size <= WEIGHED) return [...shared];
    const rows = [...shared];
    const worth = Float64Array.from(rows, ([number, common]) => common / this.postings.roughly[number]);
    const least = worth.slice().sort()[worth.length - WEIGHED]; // far quicker than to sort the rows
    const better = rows.filter((_, at) => worth[at] > least);
    const equal = rows.filter((_, at) => worth[at] === least);
    return [...better, ...equal.slice(0, WEIGHED - better.length)];
  }

  /** From 0 to 1: how much of the line and of the signature is common to both. */
  likeness(number, common, weight) {
    const signature = this.signatures[number];
    const ofLine = Math.min(1, common / weight);
    const ofSignature = Math.min(1, common / this.weightOf(signature));
    // A cut line has all its words in the signature; a line with more around it has all of the
    // signature's. Either is much; both is all.
    return 0.5 * Math.max(ofLine, ofSignature) + 0.5 * Math.sqrt(ofLine * ofSignature);
  }

  /** Whether it is words that a signature shares with a line: numbers and single letters are in any. */
  alike(signature, asked, common) {
    const shared = [...new Set(wordsOf(signature.text))].filter((word) => asked.has(word) && isTelling(word));
    const weight = shared.reduce((sum, word) => sum + this.postings.rarity.get(word), 0);
    return shared.length >= SHARED && weight >= common / 2;
  }

  prints(signature, line) {
    signature.pattern ??= parse(signature.text, { wholeLine: signature.whole, minimum: 0 });
    return matches(signature.pattern, signature.whole ? line.message : line.text, { whole: signature.whole });
  }

  /** A line alone cannot show the company that some signatures need. */
  certainty(signature) {
    return (signature.company ? 90 : 100) + ROLE_BONUS[signature.role];
  }

  /**
   * Entries whose line is longer than the query: somebody types its beginning, or a piece that the
   * signature begins in. Which entry it is, is open: the one of which most is said, and whose
   * signature has least beyond the query, comes first.
   */
  byPart(text, found) {
    const part = text.replace(/\s+/g, " ").toLowerCase();
    if (part.length < SHORTEST_PART || !part.includes(" ")) return;
    for (const number of this.partly(part)) {
      const signature = this.signatures[number];
      signature.plain ??= signature.text.toLowerCase();
      if (NOT_PRINTED.has(signature.role)) continue;
      const held = heldIn(signature.plain, part);
      if (!held) continue;
      const share = (held / part.length) ** 2 * (held / signature.plain.length);
      const certain = (signature.company ? 86 : HOLDS) + ROLE_BONUS[signature.role] / 10;
      this.take(found, number, "holds", certain + share + this.standing(number));
    }
  }

  /** Signatures that may hold a part: they have its rarest whole word, or begin inside it. */
  partly(part) {
    const having = wordsOf(part.slice(0, part.lastIndexOf(" "))).map((word) => this.postings.inSignatures.get(word) ?? []);
    having.sort((one, other) => one.length - other.length);
    const numbers = new Set(having[0] ?? this.signatures.keys());
    for (let at = 1; at <= part.length / 2; at++) {
      for (const number of this.heads.get(part.slice(at, at + SHORTEST_PART)) ?? []) numbers.add(number);
    }
    return numbers;
  }

  /** Signatures by how they begin. */
  get heads() {
    const heads = new Map();
    this.signatures.forEach(({ text }, number) => {
      const head = text.slice(0, SHORTEST_PART).toLowerCase();
      if (heads.has(head)) heads.get(head).push(number);
      else heads.set(head, [number]);
    });
    Object.defineProperty(this, "heads", { value: heads }); // once
    return heads;
  }

  /** How much other entries speak of a signature's entry, from 0 to 1. */
  standing(number) {
    return Math.min(1, Math.log2(1 + this.entries[this.signatures[number].entry].links) / 5);
  }

  take(found, number, by, score) {
    const signature = this.signatures[number];
    if (by === "resembles" && NOT_PRINTED.has(signature.role)) score *= 0.7;
    const known = found.get(signature.entry);
    if (known && known.score >= score) return;
    found.set(signature.entry, {
      entry: this.entries[signature.entry], by, role: signature.role, signature: signature.text, words: [], score,
    });
  }

  /** A result with a line that a reader can have seen: no program prints one that is derived. */
  shown(result, text) {
    if (result.by === "words") {
      return { ...result, signature: this.telling(result.entry, result.words), has: this.fieldsOf(result) };
    }
    if (!result.signature.startsWith(DERIVED)) return result;
    return { ...result, signature: this.telling(result.entry, wordsOf(text)) };
  }

  /** Which fields of an entry have the words that it was found by. */
  fieldsOf({ entry, words }) {
    const fields = new Map();
    for (const word of words) {
      const field = this.postings.fieldOf(word, this.entries.indexOf(entry));
      if (field) fields.set(field, [...(fields.get(field) ?? []), word]);
    }
    return [...fields];
  }

  /** The line of an entry that has most of some words; null if none has any. */
  telling(entry, words) {
    const asked = new Set(words);
    let [best, most] = [null, 0];
    for (const number of entry.signatures) {
      const { text } = this.signatures[number];
      if (text.startsWith(DERIVED)) continue;
      const common = new Set(wordsOf(text).filter((word) => asked.has(word))).size;
      if (common > most) [best, most] = [text, common];
    }
    return best;
  }

  /**
   * Settings and hubs that a query names; `exact` is a setting that it is the name of. A line that
   * some entry prints names those that it spells out, not each whose words happen to be in it.
   */
  placesFor(query, printed = false) {
    if (printed) return this.places.filter(({ kind, name }) => kind === "setting" && isName(name) && query.includes(name)).slice(0, 6);
    const name = query.trim().replace(/=.*/, "").toLowerCase(); // NCCL_SHM_DISABLE=1
    const asked = new Set(wordsOf(query));
    const rows = [];
    for (const place of this.places) {
      const words = wordsOf(place.name);
      const common = words.filter((word) => asked.has(word)).length;
      if (common && (common === words.length || common >= 2)) {
        const exact = place.kind === "setting" && place.name.toLowerCase() === name;
        rows.push([exact ? 2 : common / words.length, exact ? { ...place, exact } : place]);
      }
    }
    rows.sort((a, b) => b[0] - a[0]);
    return rows.slice(0, 6).map(([, place]) => place);
  }
}

const ORIGIN = { file: "query", rank: null, localRank: null, host: null };
// Of less weight than a line that the query matches, and of more than one that needs company as well.
const HOLDS = 96;
const ROLE_BONUS = { initiating: 4, either: 3, collateral: 2, harmless: 2, context: 0 };

/** Of a piece of a log the causes stand before the echoes, and what merely resembles it is left out. */
function causesFirst(results) {
  if (!results.some(({ by }) => by === "prints")) return results;
  const told = results.filter(({ by }) => by === "prints");
  for (const result of told) result.score += 10 * ROLE_BONUS[result.role];
  return told;
}

/** A name that is no plain word: "timeout" is in every second line. */
const isName = (name) => /[_A-Z-]/.test(name) && name.length > 4;

/** How many characters of a part a text holds: all, or its end, with which the text begins. */
function heldIn(text, part) {
  const at = text.indexOf(part);
  if (at >= 0 && beginsWord(text, at)) return endsNumber(text, at + part.length) ? part.length : 0;
  const head = text.slice(0, SHORTEST_PART);
  const from = part.indexOf(head);
  if (from <= 0 || from > part.length / 2 || !beginsWord(part, from)) return 0;
  const end = part.slice(from);
  return end.includes(" ") && text.startsWith(end) && endsNumber(text, end.length) ? end.length : 0;
}

/** Whether a text, cut at a place, has no number cut in two: "2" is not "217". */
const endsNumber = (text, at) => !/\d\d/.test(text.slice(at - 1, at + 1));

/** Whether a part of a text begins at the beginning of a word. It may end within one. */
function beginsWord(text, at) {
  return at === 0 || !/[a-z0-9_]/.test(text[at - 1]) || !/[a-z0-9_]/.test(text[at]);
}
