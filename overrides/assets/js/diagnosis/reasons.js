/** How sure a finding is, and why, in words (faultbook.diagnosis.reasons). */

import { unknownFirst } from "./initiating.js";
import { rankNames } from "./stall.js";
import { COLLATERAL, EITHER, INITIATING, MACHINE, rankOf } from "./weigh.js";

export const CERTAIN = "certain";
export const LIKELY = "likely";
export const POSSIBLE = "possible";
const DISTINCT = 16; // letters and digits of a signature that hardly any other line has

/** How sure a finding is. */
export function confidenceOf(scan, verdict, match) {
  const near = rankOf(match);
  if (near === COLLATERAL || match.anchor.cut) return POSSIBLE;
  if (near === EITHER) return verdict.root !== null ? POSSIBLE : LIKELY;
  const rivals = verdict.findings.filter((other) => other !== match && rankOf(other) <= near);
  if (match !== verdict.findings[0]) return rivals.length ? POSSIBLE : LIKELY;
  if (match.companions || match.strength >= DISTINCT) return rivals.length > 2 ? LIKELY : CERTAIN;
  return LIKELY;
}

/** Why a finding is one, most telling first. */
export function* reasonsFor(scan, verdict, match) {
  const near = rankOf(match);
  yield firstReason(scan, verdict, match, near);
  if (match.companions) yield "The lines that must stand beside it do.";
  if (match === verdict.findings[0] && verdict.findings.length > 1 && near <= EITHER) {
    yield "It comes first among the lines that name a failure.";
  } else if (match !== verdict.findings[0]) {
    yield "It comes after the finding above; the two may be one failure.";
  }
  if (match.lastEpisode) yield "Training had made progress before it, and none after.";
  if (match.count > 1) yield howOften(match);
  const echoes = echoesOf(verdict, match.entry).reduce((sum, one) => sum + one.count, 0);
  if (echoes) yield `It explains ${echoes} other matched line${echoes !== 1 ? "s" : ""}.`;
}

function firstReason(scan, verdict, match, near) {
  const { number } = match.anchor.line;
  if (match.anchor.cut) return `Line ${number} breaks off; as far as it goes, it is a line of this failure.`;
  if (near === MACHINE) return `Line ${number} is the machine's own record and names the failure.`;
  if (near === INITIATING) return `Line ${number} names the failure itself.`;
  if (near !== EITHER) {
    const which = unknownFirst(scan, verdict) ? "; an error line that no entry knows may be that one." : ", and nothing here names that one.";
    return `Line ${number} is the echo of another failure${which}`;
  }
  const rest =
    verdict.root !== null
      ? "an error that no entry knows stands before it."
      : "nothing in these logs names another cause.";
  return `Line ${number} may name the failure or be its echo; ${rest}`;
}

/** The matches that an entry explains, by way of others too. */
function echoesOf(verdict, entry) {
  const by = new Map(verdict.explained.map(([match, cause]) => [match.entry, cause]));
  return verdict.explained
    .map(([match]) => match)
    .filter((match) => {
      const seen = new Set();
      let at = match.entry;
      while (at != null && at !== entry && !seen.has(at)) {
        seen.add(at);
        at = by.get(at);
      }
      return at === entry;
    });
}

function howOften(match) {
  if (match.ranks.length > 1) return `${match.count} lines on ${rankNames(match.ranks)} say so.`;
  return `${match.count} lines say so.`;
}
