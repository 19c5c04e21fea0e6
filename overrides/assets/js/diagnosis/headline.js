/**
 * The verdict as one or two sentences, made from the result: who failed first, of what, and what
 * the others did then.
 */

import { exceptionName, Kind, kindOf } from "./kinds.js";
import { onlyLooks } from "./initiating.js";
import { firstFailed } from "./missing.js";
import * as roles from "./roles.js";
import { rankNames } from "./stall.js";
import { head, size } from "./text.js";

const LONGEST = 70;
const NOBODY = "a process";
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const KILLED = /Killing subprocess \d|Terminating process \d/;
const SIGNAL = /signal (\d{1,3}) \(([^):]{1,40})/;

/** The headline. `first` is what `firstError` returns; `problems` what is wrong with logs as such. */
export function headline(scan, verdict, first, problems) {
  const unread = problems.filter((problem) => problem.unread).length;
  if (!first) return unread < scan.files.length ? nothing(verdict) : "There is nothing to diagnose.";
  const [line] = first;
  const top = verdict.findings[0] ?? null;
  const echo = top !== null && top.role === roles.COLLATERAL;
  if (echo && first[1] !== null) {
    return `Only echoes here: ${who(scan, line)} ${seen(line)}. What came first is not in ${these(scan)}.`;
  }
  if (!top && first[1] === null && kindOf(line) === Kind.SUSPECT) {
    return `Nothing here names a failure. What comes nearest is a warning: ${ended(brief(line))}`;
  }
  if (!top && first[1] === null && onlyLooks(scan, verdict)) {
    return `No entry knows what looks like an error here, and nothing says that the job failed: ${ended(brief(line))}`;
  }
  const subject = who(scan, line);
  const failed = subject === NOBODY ? what(line) : `${capital(subject)} ${did(line)}`;
  const rest = then(scan, verdict, line);
  const known = first[1] === null && (!top || echo) ? "No entry knows this failure." : "";
  return [known, ended(failed), rest].filter(Boolean).join(" ");
}

/** How sure the first finding is, as a sentence of its own: `[bold, rest]`. */
export function assurance(finding) {
  if (!finding) return ["No diagnosis.", "The line is shown as it stands; nothing is claimed about it."];
  const [because = ""] = finding.reasons;
  if (finding.confidence === "certain") return ["Certain.", because];
  if (finding.confidence === "likely") return ["Likely, not certain.", because];
  return ["Possible, no more.", because];
}

function nothing(verdict) {
  if (verdict.survived.length) return "Nothing ended this job: training went on after every fault.";
  if (verdict.harmless.length) return "Nothing failed here. The lines that look like errors are harmless.";
  if (verdict.explained.length) return "Only lines that say that some process failed. None says why.";
  return "Nothing here looks like a failure that Faultbook knows.";
}

function who(scan, line) {
  const rank = scan.facts.rankOf(line);
  const on = line.host ? ` on ${line.host}` : "";
  if (line.source === "kernel" || kindOf(line) === Kind.KERNEL) return line.host ? `the kernel of ${line.host}` : "the kernel";
  if (kindOf(line) === Kind.NODE) return "the batch system";
  if (rank !== null) return `rank ${rank}${on}`;
  if (line.localRank !== null) return `local rank ${line.localRank}${on}`;
  const ended = kindOf(line) === Kind.EXCEPTION && line.pid === null ? firstFailed(scan) : null;
  if (ended) return ofExit(scan, ended, on);
  if (line.pid !== null) return `process ${line.pid}${on}`;
  return line.host ? `a process on ${line.host}` : NOBODY;
}

/** The process that the launcher saw fail: its rank, if any line about it gives one. */
function ofExit(scan, ended, on) {
  const { failed, table } = scan.facts;
  const rank = [ended, ...table, ...failed].find((exit) => exit.pid === ended.pid && exit.rank !== null)?.rank;
  if (rank !== undefined) return `rank ${rank}${on}`;
  return ended.localRank === null ? `process ${ended.pid}${on}` : `local rank ${ended.localRank}${on}`;
}

/** The first error where nothing says whose it is. */
function what(line) {
  const name = kindOf(line) === Kind.EXCEPTION ? exceptionName(line.message).split(".").at(-1) : null;
  return name ? `The first failure is ${article(name)} ${name}` : `The first error: ${brief(line)}`;
}

const ended = (text) => (text.endsWith("…") ? text : `${text}.`);
const article = (name) => (/^[AEIOU]/i.test(name) ? "an" : "a");

function did(line) {
  const kind = kindOf(line);
  const signal = SIGNAL.exec(line.message);
  if (kind === Kind.KERNEL) return `reported the first fault: ${brief(line)}`;
  if (kind === Kind.NODE) return `names the cause: ${brief(line)}`;
  if (kind === Kind.EXCEPTION) {
    const name = exceptionName(line.message).split(".").at(-1);
    return `failed first, with ${article(name)} ${name}`;
  }
  if (kind === Kind.SIGNAL && signal) return `died first, of signal ${signal[1]} (${signal[2].toLowerCase()})`;
  if (kind === Kind.SIGNAL) return `died first: ${brief(line)}`;
  if (kind === Kind.WATCHDOG) return "gave up waiting first: a collective timed out";
  if (kind === Kind.EXIT) return "ended first";
  return `printed the first error: ${brief(line)}`;
}

const seen = (line) => (kindOf(line) === Kind.WATCHDOG ? "waited for another rank" : "saw another process fail");

function then(scan, verdict, first) {
  const ended = endedByLauncher(scan);
  if (ended) return `The launcher then ended ${ended === 1 ? "one other process" : `${spelled(ended)} others`}.`;
  const ranks = new Set(verdict.explained.flatMap(([match]) => match.ranks));
  const lines = verdict.findings.flatMap((match) => match.sightings.map((sighting) => sighting.line));
  for (const line of [first, ...lines]) ranks.delete(scan.facts.rankOf(line));
  for (const match of verdict.findings) for (const rank of match.ranks) ranks.delete(rank);
  if (ranks.size) return `${capital(rankNames([...ranks].sort((a, b) => a - b)))} only ${ranks.size === 1 ? "echoes" : "echo"} it.`;
  const echoes = verdict.explained.reduce((sum, [match]) => sum + match.count, 0);
  if (echoes) return `${echoes === 1 ? "One other line is its echo" : `${capital(spelled(echoes))} other lines are its echoes`}.`;
  return "";
}

/** How many processes the launcher ended, by its own lines. */
function endedByLauncher(scan) {
  const closed = new Set(scan.facts.closed.map(([pid]) => pid)).size;
  const killed = [...scan.notables.rows.values()]
    .filter((note) => note.kind === Kind.ECHO && KILLED.test(note.line.message))
    .reduce((sum, note) => sum + note.count, 0);
  return Math.max(closed, killed);
}

/** The message in a few words. */
function brief(line) {
  const text = line.message.replace(/^\s*what\(\):/, "").trim().replace(/\s+/g, " ");
  return size(text) > LONGEST ? `${head(text, LONGEST).replace(/\s+\S*$/, "")} …` : text.replace(/\.$/, "");
}

const these = (scan) => (scan.files.length > 1 ? "these logs" : "this log");
const spelled = (number) => NUMBERS[number] ?? String(number);
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
