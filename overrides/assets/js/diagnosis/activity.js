/** What the quiet lines of short logs show: when each rank printed anything, and what kind of lines a fold hides. */

import { parseLine } from "../logs/split.js";
import { BlockMaker, parts } from "../logs/reader.js";
import { originOf } from "../logs/origin.js";
import { isFrame, Kind, kindOf } from "./kinds.js";
import { counter } from "./progress.js";
import { utf8 } from "./text.js";

// Echoes that say nothing of their own: rules, code, advice, what ended well.
const IDLE = /^\s{0,200}(?:[=-]{3,}|raise |frame #)|^(?:Compile with|For debugging|Set the environment|CUDA kernel errors|Exception raised from|To enable traceback)|finalized successfully/;
const BACKTRACE = /^\s{0,20}={2,}(?: backtrace .{0,60})?={0,200}$/;

/** Whether a line says that something else failed, and is no mere decoration of such a line. */
export const isTellingEcho = (line, kind) => kind === Kind.ECHO && !IDLE.test(line.message);

/** Larger logs are not read a second time. */
export const MOST_BYTES = 2 << 20;
const ECHOES = 40; // lines that are kept

/**
 * `{lanes, times, folds, echoes}`: by lane the first and the last quiet line (`{line, time}`), all times,
 * and for each file a string with one letter a line: p for progress, f for a frame, o for others. `echoes`: `[file, line]`, the
 * lines that only say that something else failed.
 */
export async function quietLines(logs) {
  const lanes = new Map();
  const times = [];
  const folds = [];
  const echoes = [];
  for (const [file, { name, blob }] of logs.entries()) {
    const maker = new BlockMaker(originOf(name));
    let kinds = "";
    for await (const [data, endsLine] of parts(blob, name)) {
      const block = maker.make(data, endsLine);
      const lines = block.rawLines ?? utf8(block.data).split("\n");
      if (block.startsInside) lines.shift(); // the rest of a long line
      if (lines.length && !(lines.at(-1).length)) lines.pop();
      for (const raw of lines) {
        const text = typeof raw === "string" ? raw : utf8(raw);
        const pieces = parseLine(text, kinds.length + 1, block.origin, block.profile);
        kinds += letterOf(pieces[0]);
        for (const line of pieces) {
          see(line, lanes, times);
          if (echoes.length < ECHOES && isTellingEcho(line, kindOf(line))) echoes.push([file, line]);
        }
      }
    }
    folds.push(kinds);
  }
  const ends = times.length ? [Math.min, Math.max].map((of) => times.reduce((a, b) => of(a, b))) : [];
  return { lanes, times: ends, folds, echoes };
}

function letterOf(line) {
  if (counter(line.text) !== null) return "p";
  const frame = isFrame(line.message) && line.message.trim();
  return frame || BACKTRACE.test(line.message) ? "f" : "o";
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
