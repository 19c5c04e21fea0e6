/** Which matches are the cause, which its echo, which overcome: ordering by cause (faultbook.diagnosis.weigh). */

import { sameProcess } from "../logs/split.js";
import { Kind, kindOf } from "./kinds.js";
import * as roles from "./roles.js";
import { fileOf } from "./sighting.js";
import { ENDED_FROM_OUTSIDE, TEARDOWN } from "./vocabulary.js";

// Ranks of a match, nearest to a cause first.
export const MACHINE = 0;
export const INITIATING = 1;
export const EITHER = 2;
export const COLLATERAL = 3;
const NEARNESS = { [roles.INITIATING]: INITIATING, [roles.EITHER]: EITHER };

const WRAPPED_COLLECTIVE = /Dist\w*Error|NCCL|nccl|c10d|Gloo|gloo|Connection|Broken|peer|Timeout|timed out/;

/**
 * The matches of all entries as causes, echoes and the rest: `{findings, explained, survived,
 * harmless, root}`. `explained` has `[match, entry or null, why]`; `root` is an error that no
 * entry knows and that stands first, or null.
 */
export function weigh(scan, matches) {
  const verdict = { findings: [], explained: [], survived: [], harmless: [], root: null };
  const standing = [];
  for (const match of matches) {
    if (match.role === roles.HARMLESS) {
      verdict.harmless.push(match);
    } else if (match.role === roles.CONTEXT) {
      continue;
    } else if (rankOf(match) === COLLATERAL && onlyTeardown(match)) {
      verdict.explained.push([match, null, "it says only that some process failed"]);
    } else if (match.outdoneBy !== null) {
      verdict.explained.push([match, match.outdoneBy, "says more about the same line"]);
    } else if (survived(scan, match)) {
      verdict.survived.push(match);
    } else {
      standing.push(match);
    }
  }
  if (!standing.length) {
    // The kernel's log has no order against training's: what is left of it may still count.
    standing.push(...verdict.survived.filter((match) => rankOf(match) === MACHINE));
    verdict.survived = verdict.survived.filter((match) => !standing.includes(match));
  }
  const ordered = inOrder(standing);
  verdict.root = unknownRoot(scan, ordered);
  explain(scan, ordered, verdict);
  return verdict;
}

/** Whether training went on after the last line of a failure that ends a job. */
function survived(scan, match) {
  if (!match.endsJob) return false;
  return [...match.lastSeen].every(([file, episode]) => episode < scan.lastEpisodes[file]);
}

/** Whether all lines of a match are a launcher's, about processes that it ends. */
const onlyTeardown = (match) => match.sightings.every((s) => TEARDOWN.test(s.line.message));

/** How near a match is to a cause: MACHINE, INITIATING, EITHER or COLLATERAL. */
export function rankOf(match) {
  const certain = match.role === roles.INITIATING && !match.anchor.cut;
  if (certain && match.endsJob && match.sightings.some((s) => speaksForMachine(s.line))) return MACHINE;
  const near = NEARNESS[match.role] ?? COLLATERAL;
  return match.anchor.cut ? Math.max(near, EITHER) : near;
}

/** Whether the kernel, or the batch system on its behalf, names a cause in a line. */
export function speaksForMachine(line) {
  const kind = kindOf(line);
  return kind === Kind.KERNEL || (kind === Kind.NODE && !ENDED_FROM_OUTSIDE.test(line.message));
}

/** Whether a line came before another. Times count within one host only. */
function earlier(one, other) {
  const [a, b] = [one.line, other.line];
  if (a.host !== null && a.host === b.host && a.time !== null && b.time !== null && a.time !== b.time) {
    return a.time < b.time;
  }
  return one.at < other.at;
}

/** Matches nearest to a cause first, then by time. */
function inOrder(matches) {
  const left = [...matches].sort((a, b) => a.anchor.at - b.anchor.at);
  const out = [];
  while (left.length) {
    const best = left.reduce((one, match) => (before(match, one) ? match : one));
    left.splice(left.indexOf(best), 1);
    out.push(best);
  }
  return out;
}

function before(one, other) {
  if (rankOf(one) !== rankOf(other)) return rankOf(one) < rankOf(other);
  if (one.endsJob !== other.endsJob) return one.endsJob; // what ended the job, before what only slowed it
  if (one.anchor.at === other.anchor.at) {
    return one.companions !== other.companions ? one.companions > other.companions : one.strength > other.strength;
  }
  return earlier(one.anchor, other.anchor);
}

/** Whether an entry declares, in either of the two, that it brings another about. */
function causes(scan, one, other) {
  const [a, b] = [scan.index.entries[one], scan.index.entries[other]];
  return a.causes.includes(b.id) || b.causedBy.includes(a.id);
}

function explain(scan, ordered, verdict) {
  for (const match of ordered) {
    const cause = declaredCause(scan, match, ordered);
    const top = verdict.findings[0] ?? null;
    if (cause !== null) {
      verdict.explained.push([match, cause.entry, "is known to bring it about"]);
    } else if (top === null && verdict.root !== null && follows(scan, verdict.root, match)) {
      verdict.explained.push([match, null, "an error that no entry knows stands before it"]);
    } else if (top !== null && rankOf(top) < rankOf(match) && echoes(top, match)) {
      verdict.explained.push([match, top.entry, "names a cause, and this line names none"]);
    } else {
      verdict.findings.push(match);
    }
  }
}

/**
 * Whether a match is the echo of an unknown error that stands before it: where it names no cause
 * by itself, or where Python says that it was raised while that error was handled.
 */
function follows(scan, root, match) {
  if (rankOf(match) === COLLATERAL) return true;
  if (rankOf(match) !== EITHER) return false;
  let before = null;
  let raised = false;
  for (const note of scan.notables.rows.values()) {
    if (note.kind !== Kind.EXCEPTION) continue;
    if (note.at === match.anchor.at) {
      raised = !note.rooted;
    } else if (note.rooted && note.at < match.anchor.at && sameProcess(note.line, root.line)) {
      before = before === null || note.at > before.at ? note : before;
    }
  }
  return raised && before === root && sameProcess(match.anchor.line, root.line);
}

/** Whether a line that may be an echo is one, given a finding that names a cause. */
function echoes(top, match) {
  if (rankOf(match) === COLLATERAL && rankOf(top) <= INITIATING) return true;
  return rankOf(top) === MACHINE || earlier(top.anchor, match.anchor);
}

/** The match that declares itself the cause of this one, and is as near to a cause; or null. */
function declaredCause(scan, match, ordered) {
  for (const other of ordered) {
    if (other === match || rankOf(other) > rankOf(match)) continue;
    if (!causes(scan, other.entry, match.entry)) continue;
    // Each may bring about the other: the earlier one did.
    if (causes(scan, match.entry, other.entry) && !earlier(other.anchor, match.anchor)) continue;
    return other;
  }
  return null;
}

/** An uncaught error that no entry knows and that stands before all that match, or null. */
function unknownRoot(scan, ordered) {
  if (ordered.length && rankOf(ordered[0]) < EITHER) return null;
  const first = ordered.length ? Math.min(...ordered.map((match) => match.anchor.at)) : null;
  for (const note of scan.notables.inOrder()) {
    if (note.known || !note.rooted || (note.kind !== Kind.EXCEPTION && note.kind !== Kind.NATIVE)) continue;
    if (note.episode < scan.lastEpisodes[fileOf(note.at)]) continue;
    if (WRAPPED_COLLECTIVE.test(note.line.message.slice(0, 400))) continue;
    if (first === null || note.at < first) return note;
  }
  return null;
}
