/** The first real error line of the logs, known or not (faultbook.diagnosis.initiating). */

import { sameProcess } from "../logs/split.js";
import { Kind, kindOf } from "./kinds.js";
import { fileOf, lineOf, place } from "./sighting.js";
import * as words from "./vocabulary.js";
import { COLLATERAL, rankOf, speaksForMachine } from "./weigh.js";

const BELOW = 12; // lines below a wrapper's first line in which it gives NCCL's reason
const NEAR = 200; // lines before an exception in which NCCL's own line is its reason
const GOES_ON = 3; // lines below an error: a program that dies of it prints hardly more
const FATAL = new Set([Kind.EXCEPTION, Kind.NATIVE, Kind.SIGNAL]);
const REASON = new Set([Kind.NCCL, Kind.ERROR]);
const LOOKS = new Set([Kind.NCCL, Kind.ERROR, Kind.SUSPECT]);
const BY_KIND = [[Kind.NODE], [Kind.NCCL, Kind.ERROR], [Kind.WATCHDOG], [Kind.EXIT], [Kind.SUSPECT]];

/** `[line, entry or null]`: the first real error line, and the number of the entry that knows it; or null. */
export function firstError(scan, verdict) {
  const known = verdict.findings[0] ?? null;
  if (known && rankOf(known) < COLLATERAL && verdict.root === null) return [known.anchor.line, known.entry];
  if (verdict.root !== null) return [verdict.root.line, null];
  const note = bestNotable(scan, verdict);
  if (note === null || (known && note.kind >= Kind.WATCHDOG)) {
    return known ? [known.anchor.line, known.entry] : null;
  }
  const matches = [...verdict.findings, ...verdict.explained.map(([match]) => match)];
  return [note.line, matches.find((match) => match.sightings.some((s) => s.at === note.at))?.entry ?? null];
}

/** Whether the first real error line is one that no entry knows, and no mere warning. */
export function unknownFirst(scan, verdict) {
  const first = firstError(scan, verdict);
  return first !== null && first[1] === null && kindOf(first[0]) !== Kind.SUSPECT;
}

/**
 * Whether lines merely look like errors, and nothing says that the job failed.
 *
 * So it is where no line is fatal, none is of a kind that ends a process or follows an end, and
 * each log goes on below the last of them.
 */
export function onlyLooks(scan, verdict) {
  if (verdict.findings.length || verdict.explained.length || scan.notables.crowdedOut) return false;
  return scan.notables
    .inOrder()
    .filter((note) => note.kind <= Kind.ECHO && note.episode >= scan.lastEpisodes[fileOf(note.at)])
    .every((note) => isToldHarmless(note) || merelyLooks(scan, note));
}

/** Whether an entry knows a line that ends nothing; no finding came of it. */
const isToldHarmless = (note) => note.known && (LOOKS.has(note.kind) || note.kind === Kind.ECHO);

function merelyLooks(scan, note) {
  if (!LOOKS.has(note.kind) || words.FATAL_LEVELS.has(note.line.level)) return false;
  const file = fileOf(note.last);
  const below = scan.wholeLines[file] - lineOf(note.last - place(file, 0, 0));
  return below >= GOES_ON && !words.FATAL_TEXT.test(note.line.message);
}

/** The line that looks most like a cause, by its kind and its place, and that no entry calls harmless; or null. */
export function bestNotable(scan, verdict) {
  const harmless = new Set(verdict.harmless.flatMap((match) => match.sightings.map((sighting) => sighting.at)));
  const rows = scan.notables
    .inOrder()
    .filter(
      (note) =>
        note.kind < Kind.ECHO &&
        !harmless.has(note.at) &&
        note.rooted &&
        note.episode >= scan.lastEpisodes[fileOf(note.at)],
    );
  const machine = rows.find((note) => speaksForMachine(note.line));
  if (machine) return machine;
  const fatal = rows.find((note) => FATAL.has(note.kind));
  if (fatal) return reasonBelow(fatal, rows) ?? reasonBefore(fatal, rows);
  for (const kinds of BY_KIND) {
    const found = rows.find((note) => kinds.includes(note.kind));
    if (found) return found;
  }
  return null;
}

/** The reason that a wrapper's text gives under its heading `Last error:`; or undefined. */
function reasonBelow(fatal, rows) {
  return rows.find((note) => {
    const told = note.kind === Kind.NCCL && note.line.source !== "nccl" && note.at > fatal.at;
    return told && lineOf(note.at - fatal.at) <= BELOW && sameProcess(note.line, fatal.line);
  });
}

/** NCCL's own line, or an error line, that stands just before what it led to. */
function reasonBefore(fatal, rows) {
  for (const note of rows) {
    if (!REASON.has(note.kind) || note.at >= fatal.at) continue;
    if (lineOf(fatal.at - note.at) <= NEAR && sameProcess(note.line, fatal.line)) return note;
  }
  return fatal;
}
