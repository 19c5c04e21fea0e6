/**
 * Everything a page shows of a diagnosis: the answer, the marked lines of the logs, and the lanes
 * of the ranks.
 */

import { conclude, moreThan, verdictOf } from "./conclude.js";
import { assurance, headline } from "./headline.js";
import { firstError, onlyLooks } from "./initiating.js";
import { Kind, kindOf } from "./kinds.js";
import { lanesOf } from "./lanes.js";
import * as roles from "./roles.js";
import { fileOf, place } from "./sighting.js";
import { head, size } from "./text.js";
import { isTellingEcho } from "./activity.js";

const MARKS = 80; // lines of the logs that are shown
const EACH = 8; // of one entry
const SHOWN = 1200; // characters of a line
const WHY = { unknown: "First error in the log, and no entry knows it.", collateral: "The first of the echoes." };
const ONLY_WARNS = "The warning that comes nearest to an error; no entry knows it.";
const ONLY_LOOKS = "Looks like an error; no entry knows it, and nothing says that the job failed.";
const ECHO = "Says only that something else failed.";

/**
 * `{answer, headline, assurance, unread, entries, marks, lanes, about}`.
 *
 * `unread` tells of the logs of which nothing was read. `entries` holds what the index says of each entry named; `messages` the text without prefixes of
 * each line that no entry knows, by `messageKey`. A mark is `{file, line, role, why,
 * entry, text, first, warning, unconfirmed}`, in the order of the logs. `lanes`: see lanes.js. `about` counts files,
 * lines, ranks and hosts. `activity` is what `quietLines` saw of short logs, or null.
 */
export function reportOf(scan, problems, activity = null) {
  const answer = conclude(scan, problems);
  const { verdict } = verdictOf(scan);
  const first = firstError(scan, verdict);
  const marks = marksOf(scan, verdict, first, activity);
  return {
    answer,
    headline: headline(scan, verdict, first, problems),
    assurance: first ? assurance(answer.findings[0]) : null,
    unread: problems.filter((problem) => problem.unread).map((problem) => problem.text),
    entries: entriesOf(scan.index, answer),
    messages: messagesOf(scan),
    marks: marks.slice(0, MARKS).sort((a, b) => a.file - b.file || a.line - b.line),
    unmarked: Math.max(0, marks.length - MARKS),
    lanes: lanesOf(scan, marks, activity),
    folds: activity ? activity.folds : null,
    about: aboutOf(scan),
  };
}

function entriesOf(index, answer) {
  const named = ["findings", "explained", "survived", "harmless", "resembles"].flatMap((of) => answer[of]);
  const ids = new Set(named.map((one) => one.entry));
  return Object.fromEntries(index.entries.filter((entry) => ids.has(entry.id)).map((entry) => [entry.id, entry]));
}

/** Where a line stands, as one text. */
export const messageKey = ({ file, line }) => `${file}\n${line}`;

function messagesOf(scan) {
  const unknown = scan.notables.inOrder().filter((note) => note.kind < Kind.ECHO && !note.known);
  return Object.fromEntries(
    unknown.map(({ line }) => [messageKey({ file: line.file, line: line.number }), head(line.message, SHOWN)]),
  );
}

function aboutOf(scan) {
  const hosts = new Set(scan.processes.map((line) => line.host).filter(Boolean));
  const pids = new Set(scan.processes.filter((line) => line.pid !== null).map((line) => `${line.host} ${line.pid}`));
  return {
    files: scan.files,
    lines: scan.lines,
    ranks: scan.facts.ranks.size,
    worldSize: scan.facts.worldSize,
    processes: pids.size,
    hosts: hosts.size,
  };
}

/** All lines that are worth showing, the most telling first; one mark a line. */
function marksOf(scan, verdict, first, activity) {
  const { entries } = scan.index;
  const marks = new Map();
  const add = (line, at, role, why, entry) => {
    const file = fileOf(at);
    const key = `${file} ${line.number}`;
    if (marks.has(key)) return;
    marks.set(key, {
      file, line: line.number, role, why, entry,
      ...shown(line),
      rank: scan.facts.rankOf(line), localRank: line.localRank, pid: line.pid, host: line.host, time: line.time,
      first: marks.size === 0 && first !== null,
      warning: why === ONLY_WARNS,
      unconfirmed: why === ONLY_LOOKS,
    });
  };
  const addAll = (match, role, why) => {
    for (const s of match.sightings.slice(0, EACH)) add(s.line, s.at, role, why, entries[match.entry].id);
  };
  if (first) {
    const [line, entry] = first;
    const at = placeOf(scan, line);
    const role = entry === null ? "unknown" : (verdict.findings.find((f) => f.entry === entry)?.role ?? roles.EITHER);
    const warning = role === "unknown" && kindOf(line) === Kind.SUSPECT;
    const looks = role === "unknown" && !warning && onlyLooks(scan, verdict);
    const why = warning ? ONLY_WARNS : looks ? ONLY_LOOKS : (WHY[role] ?? "First error in the log.");
    add(line, at, role, why, entry === null ? null : entries[entry].id);
  }
  for (const match of verdict.findings) addAll(match, match.role, entries[match.entry].title);
  for (const note of scan.notables.inOrder()) {
    if (note.kind < Kind.ECHO && !note.known && marks.size < MARKS / 2) {
      add(note.line, note.at, "unknown", "Looks like an error; no entry knows it.", null);
    }
  }
  for (const [match, by, why] of verdict.explained) {
    addAll(match, roles.COLLATERAL, by === null ? capital(`${why}.`) : `Explained by ${entries[by].id}, which ${why}.`);
  }
  for (const match of verdict.survived) addAll(match, roles.CONTEXT, "Overcome: training went on after it.");
  for (const match of verdict.harmless) addAll(match, roles.HARMLESS, entries[match.entry].title);
  for (const note of scan.notables.inOrder()) {
    if (isTellingEcho(note.line, note.kind) && marks.size < MARKS) {
      add(note.line, note.at, "echo", ECHO, null);
    }
  }
  for (const [file, line] of activity?.echoes ?? []) {
    if (marks.size < MARKS) add(line, place(file, line.number, 0), "echo", ECHO, null);
  }
  return [...marks.values()];
}

/** The start of a line: its text, the part of it that is the message, and what is said of the rest. */
function shown({ text, message }) {
  const [length, prefix] = [size(text), Math.max(0, size(text) - size(message))];
  const more = length > SHOWN ? moreThan(length - SHOWN) : "";
  return { text: head(text, SHOWN), message: head(message, Math.max(0, SHOWN - prefix)), more };
}

function placeOf(scan, line) {
  return place(Math.max(0, scan.files.indexOf(line.file)), line.number, 0);
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
