/** The signature index: the artefact that `faultbook build` writes, ready for matching. */

import { match, matches } from "./match.js";
import { parse } from "./pattern.js";

export const VERSION = 2;

/** An artefact that this version cannot read. */
export class IndexFormatError extends Error {}

/**
 * All rules of a corpus.
 *
 * - `entries`: what a diagnosis says of an entry: `{id, title, category, severity, summary,
 *   components, aliases, causes, causedBy, lookAlikes, first, fix, verify, named}`; `first` is
 *   where the runbook begins, `{step, title, where, command, outcomes: [{see, go, note}]}` or null;
 *   `fix` is `{text, where, command}` or null; `named` pairs the numbers of checks (`5.2`), which
 *   these or `verify` name, with such commands.
 * - `rules`: `{entry, text, role, whole, allOf, unless, literals}`; `entry` is a number of an
 *   entry, or -1 for a companion line; a companion is `{rule, within, scope, where}`.
 * - `literals`: `{text, anchor}`; a line that has none of a rule's literals cannot match it.
 */
export class SignatureIndex {
  /** @param {object} document the parsed JSON artefact */
  constructor(document) {
    if (document?.v !== VERSION) {
      throw new IndexFormatError(`the signature index has version ${document?.v}, not ${VERSION}`);
    }
    this.entries = document.entries.map(entryOf);
    this.rules = document.rules.map(ruleOf);
    this.literals = document.literals.map((text, number) => ({ text, anchor: document.anchors[number] }));
    this.patterns = new Array(this.rules.length);
  }

  /** The parsed pattern of a rule; parsed when first asked for. */
  pattern(rule) {
    const { text, whole } = this.rules[rule];
    this.patterns[rule] ??= parse(text, { wholeLine: whole, minimum: 0 });
    return this.patterns[rule];
  }

  /** Whether a rule's pattern matches a line (the message, if it is a whole-line rule). */
  matches(rule, line) {
    return matches(this.pattern(rule), line, { whole: this.rules[rule].whole });
  }

  /** The match of a rule's pattern, with the values of its placeholders, or null. */
  match(rule, line) {
    return match(this.pattern(rule), line, { whole: this.rules[rule].whole });
  }
}

function entryOf(stored) {
  return {
    id: stored.id,
    title: stored.title,
    category: stored.category,
    severity: stored.severity,
    summary: stored.summary,
    components: stored.components ?? [],
    aliases: stored.aliases ?? [],
    causes: stored.causes ?? [],
    causedBy: stored.caused_by ?? [],
    lookAlikes: stored.look_alikes ?? [],
    first: firstOf(stored.first),
    fix: commandOf(stored.fix),
    verify: stored.verify ?? null,
    named: Object.entries(stored.named ?? {}).map(([address, check]) => [address, commandOf(check)]),
  };
}

function firstOf(stored) {
  if (!stored) return null;
  const [step, title, where, command, outcomes] = stored;
  return { step, title, where, command, outcomes: outcomes.map(([see, go, note]) => ({ see, go, note })) };
}

function commandOf(stored) {
  if (!stored) return null;
  const [text, where, command] = stored;
  return { text, where, command };
}

function ruleOf(stored) {
  return {
    entry: stored.e,
    text: stored.p,
    role: stored.r ?? null,
    whole: stored.w ?? false,
    allOf: (stored.all ?? []).map(nearOf),
    unless: (stored.not ?? []).map(nearOf),
    literals: stored.lit,
  };
}

const nearOf = ([rule, within, scope, where]) => ({ rule, within, scope, where });
