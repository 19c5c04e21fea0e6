/** Lines of a log by their numbers, for a reader who unfolds them. */

import { cleanText } from "../logs/clean.js";
import { parts } from "../logs/reader.js";
import { head, utf8 } from "./text.js";

const SHOWN = 2000; // characters of a line
const NEWLINE = 10;

/** Remembers, while a log is read, where its blocks begin: `[first line, byte]`. */
export class Places {
  constructor() {
    this.files = [];
    this.packed = [];
  }

  /** A block begins at this line, and has so many bytes. */
  add(file, line, bytes) {
    const places = (this.files[file] ??= []);
    const last = places.at(-1);
    places.push([line, last ? last[1] + last[2] : 0, bytes]);
  }

  /** `[line, byte]` of the last block that begins at or before a line. */
  before(file, line) {
    const places = this.files[file] ?? [];
    let found = [1, 0];
    for (const place of places) if (place[0] <= line) found = place;
    return found;
  }
}

/** Lines `from` to `to` of a log, cleaned. Of an archive all is unpacked up to there. */
export async function linesOf({ name, blob }, [line, byte], from, to) {
  const start = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const packed = start[0] === 0x1f && start[1] === 0x8b;
  const found = [];
  let number = packed ? 1 : line;
  let inside = false; // a line that began in the part before
  for await (const [data, endsLine] of parts(packed ? blob : blob.slice(byte), name)) {
    for (let at = 0; at < data.length; number += 1) {
      let end = data.indexOf(NEWLINE, at);
      const goesOn = end < 0 && !endsLine;
      if (end < 0) end = data.length;
      if (number >= from && !inside) found.push(head(cleanText(utf8(data.subarray(at, Math.min(end, at + 4 * SHOWN)))), SHOWN));
      if (number >= to) return found;
      inside = goesOn;
      if (goesOn) break;
      at = end + 1;
    }
  }
  return found;
}
