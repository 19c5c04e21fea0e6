/** Whether the lines that a signature needs, or must not have, stand near its match (faultbook.diagnosis.companions). */

import { sameProcess } from "../logs/split.js";
import { bisectLeft, bisectRight, fileOf, lineOf, place } from "./sighting.js";

const SAME_RANK_LOOKED_AT = 10_000;

/** Whether a companion matched within its reach. The line itself counts as near. */
export function standsNear(scan, sighting, near) {
  const tally = scan.tallies.get(near.rule);
  if (!tally) return false;
  const [low, high] = reach(sighting.at, near);
  if (anyBetween(scan, sighting, near, tally, low, high)) return true;
  if (near.within != null) return false;
  // Another file has no order against this one: anywhere in it counts.
  const file = fileOf(sighting.at);
  const [start, end] = [place(file, 0, 0), place(file + 1, 0, 0) - 1];
  return (
    anyBetween(scan, sighting, near, tally, 0, start - 1) ||
    anyBetween(scan, sighting, near, tally, end + 1, tally.places.at(-1))
  );
}

/** The first and the last place, in the same file, where a companion may stand. */
function reach(at, near) {
  const file = fileOf(at);
  let [low, high] = [place(file, 0, 0), place(file + 1, 0, 0) - 1];
  const line = lineOf(at);
  if (near.within != null) {
    low = Math.max(low, (line - near.within) * 256);
    high = Math.min(high, (line + near.within + 1) * 256 - 1);
  }
  if (near.where === "before") high = Math.min(high, (line + 1) * 256 - 1);
  else if (near.where === "after") low = Math.max(low, line * 256);
  return [low, high];
}

function anyBetween(scan, sighting, near, tally, low, high) {
  const first = bisectLeft(tally.places, low);
  const last = bisectRight(tally.places, high);
  if (near.scope !== "same-rank") return last > first;
  const here = scan.processes[sighting.process];
  for (let number = first; number < Math.min(last, first + SAME_RANK_LOOKED_AT); number += 1) {
    if (sameProcess(here, scan.processes[tally.processes[number]])) return true;
  }
  return false;
}

/** Whether everything that the rule of a match asks of its neighbours holds. */
export function qualifies(scan, sighting) {
  const { allOf, unless } = scan.index.rules[sighting.rule];
  return (
    allOf.every((near) => standsNear(scan, sighting, near)) &&
    !unless.some((near) => standsNear(scan, sighting, near))
  );
}
