/** What is not in the logs and would decide (faultbook.diagnosis.missing). */

import { unknownFirst } from "./initiating.js";
import { Kind, ROOTS } from "./kinds.js";
import * as roles from "./roles.js";
import { rankNames } from "./stall.js";
import { COLLATERAL, rankOf } from "./weigh.js";

const SIGTERM = -15;
const SIGNALS = {
  "-1": "SIGHUP", "-2": "SIGINT", "-4": "SIGILL", "-6": "SIGABRT", "-7": "SIGBUS", "-8": "SIGFPE",
  "-9": "SIGKILL", "-11": "SIGSEGV", "-15": "SIGTERM",
};

/** In sentences, what to look for next and where. */
export function* missingFacts(scan, verdict, stall) {
  const onlyEchoes =
    (verdict.findings.length > 0 || verdict.explained.some(([, by]) => by === null)) &&
    verdict.root === null &&
    verdict.findings.every((match) => rankOf(match) === COLLATERAL);
  const nothing = !verdict.findings.length;
  if (stall && (onlyEchoes || nothing || stalled(verdict))) {
    yield `Look at the log of ${rankNames(stall.suspects)}: ${stall.why}.`;
  } else if ((onlyEchoes || nothing) && !causeSeen(scan)) {
    const alone = onlyEchoes && !unknownFirst(scan, verdict);
    yield* whereToLook(firstFailed(scan), alone || teardownSeen(scan, verdict));
  }
  const absent = absentRanks(scan);
  if (absent.length && !(stall && absent.join() === [...stall.suspects].sort((a, b) => a - b).join())) {
    yield `${capital(rankNames(absent))} of ${scan.facts.worldSize} do not appear in these logs.`;
  }
}

function stalled(verdict) {
  const role = verdict.findings[0]?.role;
  return role === roles.EITHER || role === roles.COLLATERAL;
}

/** The process that ended first by itself: not by the launcher's SIGTERM. */
export function firstFailed(scan) {
  const ended = [...scan.facts.failed, ...scan.facts.table].filter((exit) => exit.code !== SIGTERM);
  const closed = new Set(scan.facts.closed.map(([pid]) => pid));
  return ended.find((exit) => !closed.has(exit.pid)) ?? ended[0] ?? null;
}

/** Whether a line that no entry knows ended a process by itself: there is the cause. */
function causeSeen(scan) {
  return [...scan.notables.rows.values()].some((note) => ROOTS.has(note.kind) && note.rooted && !note.known);
}

/** Whether there are echoes, and nothing that looks like a cause; what an entry calls harmless is no echo. */
function teardownSeen(scan, verdict) {
  const harmless = new Set(verdict.harmless.flatMap((match) => match.sightings.map((sighting) => sighting.at)));
  const kinds = [...scan.notables.rows.values()].filter((note) => !harmless.has(note.at)).map((note) => note.kind);
  return kinds.includes(Kind.ECHO) && kinds.every((kind) => kind >= Kind.EXIT);
}

function* whereToLook(suspect, echoes) {
  if (suspect !== null) {
    const how = SIGNALS[suspect.code];
    const ended = how ? `ended by ${how}` : `exited with code ${suspect.code}`;
    yield `${capital(who(suspect))} ${ended}, and the launcher stopped the others: its log is needed.`;
  } else if (echoes) {
    yield "Only echoes here: the log of the rank that failed first is needed.";
  }
}

function who(exit) {
  const pid = exit.pid !== null ? ` (pid ${exit.pid})` : "";
  if (exit.rank !== null) return `rank ${exit.rank}${pid}`;
  if (exit.localRank !== null) {
    const host = exit.line.host ? ` on ${exit.line.host}` : "";
    return `local rank ${exit.localRank}${host}${pid}`;
  }
  return `the process${pid}`;
}

/** Ranks that must exist, by the number of ranks stated, and that no line is from. */
export function absentRanks(scan) {
  const { worldSize, ranks } = scan.facts;
  if (!worldSize || worldSize > 100_000 || ranks.size < 2) return [];
  return Array.from({ length: worldSize }, (_, rank) => rank).filter((rank) => !ranks.has(rank));
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
