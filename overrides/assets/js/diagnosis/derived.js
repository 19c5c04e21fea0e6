/**
 * Facts that no program prints, stated as lines so that an entry can have a signature for them
 * (faultbook.diagnosis.derived).
 *
 * Several lines together show them (ranks of one process group that wait in different
 * collectives), or the numbers in one line do (who holds a card's memory). A signature for such a
 * line names `faultbook` as its program.
 */

import { fold } from "../engine/pattern.js";
import { reason } from "./allocation.js";
import { place } from "./sighting.js";

const MARK = "faultbook: ";

/** Each derived fact as a line, with the line of a log that it rests on. */
function* derivedLines(scan, stall) {
  if (stall?.desync && stall.line) yield [`${MARK}${stall.desync}`, stall.line];
  const { allocations } = scan.facts;
  const last = allocations.reduce((high, [episode]) => Math.max(high, episode), 0);
  const found = allocations.find(([episode]) => episode === last);
  if (found) yield [`${MARK}${reason(found[1])}`, found[1].line];
}

/** The matches of rules on derived facts; they stand where their line stands. */
export function derivedSightings(scan, stall) {
  const found = [];
  const { index } = scan;
  for (const [text, line] of derivedLines(scan, stall)) {
    const folded = fold(text);
    index.rules.forEach((rule, number) => {
      if (rule.entry < 0 || !rule.literals.some((literal) => folded.includes(index.literals[literal].text))) return;
      if (!rule.text.includes(MARK) || !index.matches(number, text)) return;
      const file = scan.files.indexOf(line.file);
      const at = place(file, line.number, 0);
      const episode = scan.lastEpisodes[file];
      found.push({ rule: number, at, line, start: 0, end: line.text.length, episode, process: 0, cut: false });
    });
  }
  return found;
}
