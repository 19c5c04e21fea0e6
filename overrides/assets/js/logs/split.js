/** One physical line to the logical lines in it (faultbook.logs.split). */

import { cleanText, segments } from "./clean.js";
import { BAR, MIDDLE } from "./formats.js";
import { peel, prefixEnd } from "./peel.js";
import { NO_PROFILE } from "./profile.js";
import { unpack } from "./unpack.js";

const MAX_PIECES = 64; // more pieces on one line than this are noise
const LOOK = 65536; // glued prefixes are looked for in so many characters of a line

/**
 * The logical lines of one physical line, at least one, in order: `{number, file, text, message,
 * rank, localRank, host, pid, time, level, source}`.
 *
 * Several come out where carriage returns, a progress bar or another process's prefix stand in the
 * middle, or where a JSON string holds several lines.
 */
export function parseLine(raw, number, origin, profile = NO_PROFILE) {
  const text = cleanText(raw);
  const wrapped = unpack(text);
  const out = [];
  for (const line of wrapped ? wrapped.text.split("\n") : [text]) {
    if (out.length >= MAX_PIECES) break;
    for (const segment of segments(wrapped ? cleanText(line) : line)) {
      for (const piece of pieces(segment)) out.push(record(piece, number, origin, profile, wrapped));
    }
  }
  return out;
}

/** Split a segment where a progress bar ends or another line's prefix begins. */
export function pieces(text) {
  const looked = text.length > LOOK ? text.slice(0, LOOK) : text;
  const found = new Set();
  if (looked.includes("%|")) for (const bar of looked.matchAll(BAR)) found.add(bar.index + bar[0].length);
  MIDDLE.lastIndex = 1;
  for (let next = MIDDLE.exec(looked); next; next = MIDDLE.exec(looked)) found.add(next.index);
  if (!found.size) return [text];
  const cuts = realCuts(text, [...found].sort((a, b) => a - b)).slice(0, MAX_PIECES);
  const parts = [0, ...cuts].map((start, n) => text.slice(start, cuts[n] ?? text.length));
  const kept = parts.filter((part) => part.trim());
  return kept.length ? kept : [text];
}

/** Drop cuts inside the prefixes that a line starts with: those belong together. */
function realCuts(text, cuts) {
  const real = [];
  let last = 0;
  let beyond = prefixEnd(text, 0);
  for (const cut of cuts) {
    if (beyond < cut && cut < text.length && text.slice(last, cut).trim()) {
      real.push(cut);
      last = cut;
      beyond = prefixEnd(text, cut);
    }
  }
  return real;
}

/** A line that is known to be one logical line and no JSON. */
export function parsePlain(raw, number, origin, profile) {
  return record(cleanText(raw), number, origin, profile, null);
}

function record(text, number, origin, profile, wrapped) {
  const found = peel(text, profile.accepted);
  return {
    number,
    file: origin.file,
    text,
    message: found.message,
    rank: found.rank ?? wrapped?.rank ?? origin.rank,
    localRank: found.localRank ?? origin.localRank,
    host: found.host || wrapped?.host || origin.host,
    pid: found.pid,
    time: found.time ?? wrapped?.time ?? null,
    level: found.level || wrapped?.level || null,
    source: found.source,
  };
}

/** Whether two lines may come from one process: nothing known speaks against it. */
export function sameProcess(one, other) {
  if (one.rank !== null && other.rank !== null) return one.rank === other.rank;
  if (one.pid !== null && other.pid !== null && one.host === other.host) return one.pid === other.pid;
  if (one.localRank !== null && other.localRank !== null) {
    return one.localRank === other.localRank && one.host === other.host;
  }
  if (one.host !== null && other.host !== null) return one.host === other.host;
  return one.file === other.file;
}
