/** From the state of a scan to the answer: findings, echoes, what is unknown, what is missing (faultbook.diagnosis.conclude). */

import { brokenOff } from "./brokenoff.js";
import { entryMatches } from "./contest.js";
import { derivedSightings } from "./derived.js";
import { firstError, onlyLooks } from "./initiating.js";
import { Kind, kindOf } from "./kinds.js";
import { missingFacts } from "./missing.js";
import { confidenceOf, reasonsFor } from "./reasons.js";
import { resemblances } from "./resemble.js";
import { findStall } from "./stall.js";
import { grouped, head, size } from "./text.js";
import { weigh } from "./weigh.js";

const EVIDENCE_LINES = 5;
const SHOWN = 4096; // characters of a line; longer ones are dumps that happen to lack newlines
const COUNTED = 200_000; // characters: fewer than the shortest part of a line that is read in parts
const UNKNOWN_LINES = 50;
const RESEMBLED_LINES = 20;

/**
 * What the logs read so far show, as `faultbook diagnose --format json` prints it. The scan may
 * go on afterwards. `problems` are doubts about logs as such (logs/doubt.js).
 */
export function conclude(scan, problems = []) {
  const { verdict, stall } = verdictOf(scan);
  const { entries } = scan.index;
  const first = firstError(scan, verdict);
  const unknown = unknownErrors(scan);
  const lines = unknown.slice(0, RESEMBLED_LINES);
  return {
    file: scan.files.length === 1 ? scan.files[0] : [...scan.files],
    findings: verdict.findings.map((match) => findingOf(scan, verdict, match)),
    explained: verdict.explained.map(([match, by, why]) => explainedOf(scan, match, by, why)),
    survived: verdict.survived.map((match) => explainedOf(scan, match, null, "training went on after it")),
    harmless: verdict.harmless.map((match) => explainedOf(scan, match, null, entries[match.entry].summary)),
    resembles: [...resemblances(scan.index, lines)].map(({ entry, line, signature }) => ({
      entry: entry.id,
      title: entry.title,
      signature,
      line: line.line,
      text: line.text,
      file: line.file,
    })),
    unknown_errors: unknown,
    missing: [...missingFacts(scan, verdict, stall)],
    initiating: first && initiatingOf(scan, verdict, ...first),
    problems: problems.map((problem) => problem.text),
  };
}

function initiatingOf(scan, verdict, line, entry) {
  const known = entry !== null;
  const note = known ? null : scan.notables.inOrder().find((one) => one.line === line);
  return {
    ...asEvidence(scan, line),
    entry: known ? scan.index.entries[entry].id : null,
    warning: !known && kindOf(line) === Kind.SUSPECT,
    unconfirmed: !known && kindOf(line) !== Kind.SUSPECT && onlyLooks(scan, verdict),
    frames: note ? scan.frames.of(note.at) : [],
  };
}

/** The verdict on what was read, and who is to blame for a stall. */
export function verdictOf(scan) {
  const { facts } = scan;
  const origins = facts.timeoutOrigins.map(([rank]) => rank);
  const stall = findStall(facts.watchdog, facts.ranks, facts.worldSize, origins);
  const derived = derivedSightings(scan, stall);
  let verdict = weigh(scan, entryMatches(scan, derived));
  if (!verdict.findings.length && !verdict.survived.length && !verdict.explained.length) {
    verdict = weigh(scan, entryMatches(scan, [...derived, ...brokenOff(scan)]));
  }
  return { verdict, stall };
}

function findingOf(scan, verdict, match) {
  const { id, title, first, fix, verify } = scan.index.entries[match.entry];
  return {
    entry: id,
    title,
    role: match.role,
    confidence: confidenceOf(scan, verdict, match),
    reasons: [...reasonsFor(scan, verdict, match)],
    evidence: evidenceOf(scan, match),
    count: match.count,
    ranks: match.ranks,
    next: first,
    fix,
    fixed_when: verify,
  };
}

function explainedOf(scan, match, by, why) {
  const { id, title } = scan.index.entries[match.entry];
  return {
    entry: id,
    title,
    by: by === null ? null : scan.index.entries[by].id,
    why,
    evidence: evidenceOf(scan, match).slice(0, 1),
    count: match.count,
    ranks: match.ranks,
  };
}

/** A few different lines that speak for an entry, its anchor first. */
function evidenceOf(scan, match) {
  const shown = [match.anchor];
  const rules = new Set([match.anchor.rule]);
  const ranks = new Set([match.anchor.line.rank]);
  for (const sighting of match.sightings) {
    const fresh = !rules.has(sighting.rule) || !ranks.has(sighting.line.rank);
    if (!fresh || sighting.at === match.anchor.at || shown.length >= EVIDENCE_LINES) continue;
    shown.push(sighting);
    rules.add(sighting.rule);
    ranks.add(sighting.line.rank);
  }
  return shown.map((sighting) => asEvidence(scan, sighting.line));
}

/** What is shown of a line. */
export function asEvidence(scan, line) {
  const length = size(line.text);
  const more = length > SHOWN ? moreThan(length - SHOWN) : "";
  return {
    line: line.number,
    text: head(line.text, SHOWN) + more,
    rank: scan.facts.rankOf(line),
    host: line.host,
    file: line.file,
  };
}

/** What follows the start of a long line. A line of a megabyte is read in parts: its length is not known. */
export const moreThan = (count) =>
  ` (and ${count < COUNTED ? grouped(count) : `more than ${grouped(COUNTED)}`} characters more)`;

/** The lines that look like errors and that no rule matched, in order. */
function unknownErrors(scan) {
  return scan.notables
    .inOrder()
    .filter((note) => note.kind < Kind.ECHO && !note.known)
    .slice(0, UNKNOWN_LINES)
    .map((note) => ({
      ...asEvidence(scan, note.line),
      count: note.count,
      ranks: [...note.ranks].sort((a, b) => a - b),
      frames: scan.frames.of(note.at),
    }));
}
