/** Which of the ambiguous prefixes a file really uses, by majority (faultbook.logs.profile). */

import { AMBIGUOUS, mayBeHost, nextPrefix } from "./peel.js";

/** Lines looked at in the first block of a file, and in each later one. */
export const SAMPLE_HEAD = 2000;
export const SAMPLE_LATER = 50;

/** A profile that accepts nothing: `{accepted, isJson}`. */
export const NO_PROFILE = Object.freeze({ accepted: new Set(), isJson: false });

const NONE = new Set();

/** Counts shapes over samples of a file. `profile()` may be asked at any time. */
export class ProfileBuilder {
  constructor() {
    this.lines = 0;
    this.jsonLines = 0;
    this.tallies = new Map(
      AMBIGUOUS.map((format) => [format.name, { lines: 0, labels: new Map(), rising: 0, last: -1 }]),
    );
  }

  /** Count a sample of clean lines; blank ones do not count. */
  add(lines) {
    for (const line of lines) {
      if (!line.trim()) continue;
      this.lines++;
      if (line.trimStart().startsWith("{") && line.trimEnd().endsWith("}")) this.jsonLines++;
      if (nextPrefix(line, 0, NONE) !== null) continue;
      for (const format of AMBIGUOUS) {
        format.regex.lastIndex = 0;
        const found = format.regex.exec(line);
        if (found) this.count(format, found.groups[format.key]);
      }
    }
  }

  count(format, label) {
    if (format.key === "host" && !mayBeHost(label)) return;
    const tally = this.tallies.get(format.name);
    tally.lines++;
    if (tally.labels.size < 4096 || tally.labels.has(label)) {
      tally.labels.set(label, (tally.labels.get(label) ?? 0) + 1);
    }
    if (/^\d+$/.test(label)) {
      if (Number(label) > tally.last) tally.rising++;
      tally.last = Number(label);
    }
  }

  /** What the samples say so far. */
  profile() {
    const accepted = new Set(AMBIGUOUS.filter((f) => this.accepts(f)).map((f) => f.name));
    if (accepted.has("line_number")) accepted.delete("srun_label");
    return { accepted, isJson: this.jsonLines * 2 > this.lines };
  }

  accepts(format) {
    const tally = this.tallies.get(format.name);
    // A host repeats, line after line; a word of prose before a colon does not.
    let counted = tally.lines;
    if (format.key === "host") {
      counted = [...tally.labels.values()].filter((n) => n >= 2).reduce((sum, n) => sum + n, 0);
    }
    if (!counted || counted < format.share * this.lines) return false;
    if (tally.labels.size < format.distinct) return false;
    const rising = tally.rising > 0.9 * tally.lines && tally.lines >= 3;
    if (format.name === "line_number") return rising;
    // Labels that rise with every line are line numbers, not tasks.
    return !(format.name === "srun_label" && rising && tally.labels.size > 8);
  }
}
