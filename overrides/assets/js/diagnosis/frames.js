/** The end of each traceback: the frames nearest to its exception (faultbook.diagnosis.frames). */

import { fileOf } from "./sighting.js";
import { head } from "./text.js";

export const NEAREST = 8; // lines: two or three frames, each with its code
const LONGEST = 400; // characters of a line
const KEPT = 1000; // tracebacks
const FILE = /^\s{0,200}File "/;

/** The last lines above an exception, `{line, text}`, by the place of the exception. */
export class FrameTable {
  constructor() {
    this.rows = new Map();
  }

  /**
   * Keep the lines nearest to the exception that stands at a place. Where there is no room, those
   * go that training has overcome since.
   */
  add(at, episode, above) {
    if (this.rows.size >= KEPT) this.forget(fileOf(at), episode);
    if (!above.length || this.rows.size >= KEPT) return;
    this.rows.set(at, { episode, frames: whole(above.slice(-NEAREST)).map(frameOf) });
  }

  /** The lines above the exception at a place, if it ended a traceback. */
  of(at) {
    return this.rows.get(at)?.frames ?? [];
  }

  forget(file, episode) {
    for (const [at, row] of this.rows) if (fileOf(at) === file && row.episode < episode) this.rows.delete(at);
  }
}

/** The lines from the first whole frame on. */
const whole = (lines) => lines.slice(Math.max(0, lines.findIndex((line) => FILE.test(line.message))));

const frameOf = ({ number, text }) => ({ line: number, text: head(text, LONGEST).replace(/[ \t\r\n]+$/, "") });
