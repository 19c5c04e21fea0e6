/**
 * Training progress: lines that count steps (faultbook.diagnosis.progress). Steps that go on
 * after a fault outlive it.
 */

import { head, latin, utf8 } from "./text.js";

const NUMBER = String.raw`(\d{1,12}(?:\.\d{1,6})?)`;
// Each gives a counter in group 1. The first that is found in a line counts.
const COUNTERS = [
  new RegExp(String.raw`\d{1,3}%\|[^|]{0,400}\| {0,4}${NUMBER}[kKMG]?\/`),
  new RegExp(
    String.raw`\b(?:global[_ ]step|num_updates|steps?|iteration|iter|it)\b['"]?[ :=\[]{1,8}${NUMBER}`,
    "i",
  ),
  new RegExp(String.raw`\d{1,3}(?:\.\d{1,4})?% \[${NUMBER}\/\d`),
  new RegExp(String.raw`\bEpoch\b[^\[\]]{0,40}\[ {0,8}${NUMBER}\/ {0,8}\d`, "i"),
  new RegExp(String.raw`['"]epoch['"]: ['"]?${NUMBER}`),
];
// A counter counts only beside one of these: `step 3: loading` is no training step.
const COMPANY =
  /loss|lr\b|learning_rate|it\/s|s\/it|samples|tokens|elapsed|throughput|\d{1,3}%\||eta|tflop|\d\/ {0,8}\d/i;
const BAD = /\berror|exception|traceback|nan\b/i;
const LITERALS = ["step", "iter", "it/s", "s/it", "epoch", "num_updates", "%|"];
const ENOUGH = 2; // rises of a counter
const STRETCH = 16384; // bytes looked at on each side of a stretch
const SHORTEST = 24;
const MAX_LINE = 2048;

/** The series and the value of the step counter in a line, if it shows progress, else null. */
export function counter(whole) {
  const line = head(whole, MAX_LINE);
  if (!COMPANY.test(line) || BAD.test(line)) return null;
  for (const [number, pattern] of COUNTERS.entries()) {
    const found = pattern.exec(line);
    if (found) return [String(number), Number(found[1])];
  }
  return null;
}

/**
 * Watches whether training goes on after a fault: two steps or more. One more refresh of a
 * progress bar is no step: a bar is drawn once more when its program ends.
 */
export class Progress {
  constructor() {
    this.rises = 0;
    this.last = new Map();
  }

  /** Begin to count anew, after a fault. */
  restart() {
    this.rises = 0;
  }

  /** Whether training has gone on since the last fault. */
  get goesOn() {
    return this.rises >= ENOUGH;
  }

  /** Look at a stretch of a block, at its two ends, so that it costs the same however long. */
  feed(data, start, end) {
    if (end - start < SHORTEST) return;
    if (end - start <= 2 * STRETCH) {
      this.look(data.subarray(start, end));
    } else {
      this.look(data.subarray(start, start + STRETCH));
      this.look(data.subarray(end - STRETCH, end));
    }
  }

  look(data) {
    const lowered = latin(data).toLowerCase();
    if (!LITERALS.some((literal) => lowered.includes(literal))) return;
    for (const line of utf8(data).split(/[\r\n]/)) {
      const seen = counter(line);
      if (seen === null) continue;
      const [series, value] = seen;
      if (value > (this.last.get(series) ?? value)) this.rises += 1;
      this.last.set(series, value);
    }
  }
}
