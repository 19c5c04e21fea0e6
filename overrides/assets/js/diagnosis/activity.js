/** What the quiet lines of short logs show: when each rank printed anything, and what kind of lines a fold hides. */

import { parseLine } from "../logs/split.js";
import { BlockMaker, parts } from "../logs/reader.js";
import { originOf } from "../logs/origin.js";
import { isFrame, Kind, kindOf } from "./kinds.js";
import { counter } from "./progress.js";
import { utf8 } from "./text.js";

/** Larger logs are not read a second time. */
export const MOST_BYTES = 2 << 20;

/**
 * `{lanes, times, folds}`: by lane the first and the last quiet line (`{line, time}`), all times,
 * and for each file a string with one letter a line: p for progress, f for a frame, o for others.
 */
export async function quietLines(logs) {
  const lanes = new Map();
  const times = [];
  const folds = [];
  for (const { name, blob } of logs) {
    const maker = new BlockMaker(originOf(name));
    let kinds = "";
    for await (const [data, endsLine] of parts(blob, name)) {
      const block = maker.make(data, endsLine);
      const lines = block.rawLines ?? utf8(block.data).split("\n");
      if (lines.length && !(lines.at(-1).length)) lines.pop();
      for (const raw of lines) {
        const text = typeof raw === "string" ? raw : utf8(raw);
        const [line] = parseLine(text, kinds.length + 1, block.origin, block.profile);
        kinds += letterOf(line);
        see(line, lanes, times);
      }
    }
    folds.push(kinds);
  }
  return { lanes, times: [times.length ? times.reduce((a, b) => Math.min(a, b)) : null, times.length ? times.reduce((a, b) => Math.max(a, b)) : null], folds };
}

function letterOf(line) {
  if (counter(line.text) !== null) return "p";
  return isFrame(line.message) && line.message.trim() ? "f" : "o";
}

function see(line, lanes, times) {
  if (line.time !== null) times.push(line.time);
  if (line.rank === null || kindOf(line) !== Kind.PLAIN) return;
  const key = `rank ${line.rank}`;
  const one = { line: line.number, time: line.time };
  const seen = lanes.get(key);
  if (seen) seen[1] = one;
  else lanes.set(key, [one, one]);
}
