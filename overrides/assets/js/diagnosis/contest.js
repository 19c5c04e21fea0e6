/** Which of several matches on one line says the most, and all matches of an entry as one (faultbook.diagnosis.contest). */

import { qualifies } from "./companions.js";
import * as roles from "./roles.js";
import { fileOf } from "./sighting.js";

export const ROLE_ORDER = {
  [roles.INITIATING]: 0,
  [roles.EITHER]: 1,
  [roles.COLLATERAL]: 2,
  [roles.CONTEXT]: 3,
  [roles.HARMLESS]: 4,
};
const MUCH_STRONGER = 1.5;
const orderOf = (role) => ROLE_ORDER[role] ?? 5;

/**
 * Every entry with a qualified match, in the order of their first lines: `{entry, role, anchor,
 * sightings, count, ranks, lastEpisode, lastSeen, endsJob, outdoneBy, companions, strength,
 * context}`.
 *
 * `sightings` are those that qualified, in order; `role` is the best role among them and `anchor`
 * the first sighting with it in the last episode that has any. `lastSeen` is, by file, the last
 * episode with one; `endsJob` is the entry's severity. `outdoneBy` is the entry whose signature says more about every line of this one, or null.
 */
export function entryMatches(scan, derived = []) {
  const { rules } = scan.index;
  const qualified = [...derived];
  for (const [number, tally] of scan.tallies) {
    if (rules[number].entry < 0) continue;
    qualified.push(...tally.kept().filter((sighting) => qualifies(scan, sighting)));
  }
  const beaten = beatenOf(scan, qualified);
  const byEntry = new Map();
  for (const sighting of [...qualified].sort((a, b) => a.at - b.at || a.start - b.start)) {
    add(byEntry, rules[sighting.rule].entry, sighting);
  }
  const matches = [...byEntry].map(([entry, found]) => entryMatch(scan, entry, found, beaten));
  return matches.sort((a, b) => a.anchor.at - b.anchor.at);
}

function entryMatch(scan, entry, found, beaten) {
  const { rules } = scan.index;
  const standing = found.filter((sighting) => !beaten.has(placeKey(sighting)));
  const counted = (standing.length ? standing : found).filter((s) => rules[s.rule].role !== roles.CONTEXT);
  const used = [counted, standing, found].find((list) => list.length);
  const lastSeen = lastSeenOf(scan, used);
  const inLast = used.filter((sighting) => sighting.episode === lastSeen.get(fileOf(sighting.at)));
  const last = inLast.length ? inLast : used;
  const best = Math.min(...last.map((sighting) => orderOf(rules[sighting.rule].role)));
  const anchor = last.find((sighting) => orderOf(rules[sighting.rule].role) === best);
  const ranks = new Set();
  for (const { rule } of used) for (const rank of scan.tallies.get(rule)?.byRank.keys() ?? []) ranks.add(rank);
  return {
    entry,
    role: rules[anchor.rule].role || roles.CONTEXT,
    anchor,
    sightings: used,
    count: countOf(scan, used),
    ranks: [...ranks].sort((a, b) => a - b),
    lastSeen,
    endsJob: scan.index.entries[entry].severity === roles.JOB_DOWN,
    lastEpisode: Math.max(...lastSeen.values()),
    outdoneBy: standing.length ? null : beaten.get(placeKey(anchor)),
    companions: rules[anchor.rule].allOf.length,
    strength: scan.index.pattern(anchor.rule).strength(),
    context: found.filter((sighting) => rules[sighting.rule].role === roles.CONTEXT),
  };
}

/** The last episode, by file, in which a match was seen. */
function lastSeenOf(scan, used) {
  const seen = new Map();
  for (const sighting of used) {
    const file = fileOf(sighting.at);
    seen.set(file, Math.max(seen.get(file) ?? 0, sighting.episode));
    const tally = scan.tallies.get(sighting.rule);
    if (tally && standsAlone(scan.index.rules[sighting.rule])) {
      seen.set(file, Math.max(seen.get(file), tally.lastSeen.get(file) ?? 0));
    }
  }
  return seen;
}

/** On how many lines the rules matched; with companions only kept ones are judged. */
function countOf(scan, used) {
  const kept = new Map();
  for (const { rule } of used) kept.set(rule, (kept.get(rule) ?? 0) + 1);
  let total = new Set(used.map((sighting) => sighting.at)).size;
  for (const [number, seen] of kept) {
    const tally = scan.tallies.get(number);
    if (tally && standsAlone(scan.index.rules[number])) total += Math.max(0, tally.count - seen);
  }
  return total;
}

const standsAlone = (rule) => !rule.allOf.length && !rule.unless.length;
const placeKey = (sighting) => `${sighting.rule} ${sighting.at}`;

/** The matches that another entry's match outdoes, with its entry, by rule and place. */
function beatenOf(scan, qualified) {
  const { rules } = scan.index;
  const byLine = new Map();
  for (const sighting of qualified) {
    if (rules[sighting.rule].role !== roles.CONTEXT) add(byLine, sighting.at, sighting);
  }
  const beaten = new Map();
  for (const group of byLine.values()) {
    if (group.length < 2) continue;
    for (const loser of group) {
      const winner = group.find((one) => outdoes(scan, one, loser));
      if (winner) beaten.set(placeKey(loser), rules[winner.rule].entry);
    }
  }
  beatCopies(scan, qualified, beaten);
  return beaten;
}

/**
 * Let a match that has companions outdo the others on every copy of its message as well: an error
 * is often pasted twice, alone and below its traceback, and only there can companions hold.
 */
function beatCopies(scan, qualified, beaten) {
  const { rules } = scan.index;
  const particular = new Map();
  for (const sighting of qualified) {
    const { allOf, role } = rules[sighting.rule];
    if (allOf.length && role !== roles.CONTEXT) add(particular, sighting.line.message.trim(), sighting);
  }
  if (!particular.size) return;
  for (const loser of qualified) {
    if (rules[loser.rule].role === roles.CONTEXT || beaten.has(placeKey(loser))) continue;
    const copies = particular.get(loser.line.message.trim()) ?? [];
    const winner = copies.find((one) => one.at !== loser.at && outdoes(scan, one, loser));
    if (winner) beaten.set(placeKey(loser), rules[winner.rule].entry);
  }
}

function outdoes(scan, winner, loser) {
  const { rules } = scan.index;
  const [one, other] = [rules[winner.rule], rules[loser.rule]];
  if (one.entry === other.entry || winner.end <= loser.start || loser.end <= winner.start) return false;
  // An echo in more words says no more.
  if (one.role === roles.COLLATERAL && (other.role === roles.INITIATING || other.role === roles.EITHER)) return false;
  if (one.allOf.length !== other.allOf.length) return one.allOf.length > other.allOf.length;
  const strength = scan.index.pattern(winner.rule).strength();
  const weaker = scan.index.pattern(loser.rule).strength();
  const contains = winner.start <= loser.start && winner.end >= loser.end;
  return contains ? strength > weaker : strength > weaker * MUCH_STRONGER;
}

function add(groups, key, value) {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}
