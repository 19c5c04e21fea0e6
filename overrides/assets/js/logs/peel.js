/** Take prefixes off a line, one after the other, until none is left (faultbook.logs.peel). */

import { ofParts, ofStamp } from "./clock.js";
import { FORMATS, HOSTS_IN_WORDS, NOT_HOST_ENDINGS, NOT_HOSTS } from "./formats.js";

export const AMBIGUOUS = FORMATS.filter((format) => format.ambiguous);
const ALL_AMBIGUOUS = new Set(AMBIGUOUS.map((format) => format.name));
const MAX_PREFIXES = 12; // nobody nests more; a hostile line must not cost more
const LEVELS = {
  E: "ERROR", W: "WARNING", I: "INFO", F: "FATAL", D: "DEBUG", V: "DEBUG", C: "CRITICAL", WARN: "WARNING",
};
const GROUP_RANK = /^\[(?:PG (?:ID )?0(?: PG GUID [^\]\s]{0,64}| \([^)\]]{0,64}\))? )?Rank (\d{1,6})\]/;
const PARALLEL = /(DP|PP|TP|EP)(\d{1,5})/g;
const WORKER = /VllmWorker-(\d{1,5})$/;
const REPEATED = / ?\[repeated \d{1,9}x across cluster\](?: \([^)]{0,300}\))?$/;
const KEEPS_INDENT = new Set(["level", "logger_level", "pdsh_host", "milabench"]);

const TABLE = new Map();
for (let code = 33; code < 127; code++) {
  const character = String.fromCharCode(code);
  TABLE.set(character, FORMATS.filter((f) => !f.first || f.first.includes(character)));
}
TABLE.set(" ", FORMATS.filter((f) => f.ambiguous && f.first.includes(" ")));

/** The prefix that stands at `at`, as `[format, match]`, or null. `accepted` names ambiguous ones. */
export function nextPrefix(text, at, accepted) {
  if (at >= text.length) return null;
  for (const format of TABLE.get(text[at]) ?? []) {
    if (format.ambiguous && (at || !accepted.has(format.name))) continue; // the outermost thing on its line
    format.regex.lastIndex = at;
    const found = format.regex.exec(text);
    if (found && !(format.name === "pdsh_host" && !mayBeHost(found.groups.host))) return [format, found];
  }
  return null;
}

/** Whether a word before a colon may be a host, and not `ValueError` or `Reason`. */
export function mayBeHost(token) {
  if (NOT_HOST_ENDINGS.some((ending) => token.endsWith(ending)) || NOT_HOSTS.has(token.toLowerCase())) {
    return false;
  }
  return HOSTS_IN_WORDS.has(token) || /[0-9.-]/.test(token);
}

/** Peel every prefix off a clean line: `{message, rank, localRank, host, pid, time, level, source}`. */
export function peel(text, accepted = new Set()) {
  const groups = [];
  let at = 0;
  for (const [format, match] of prefixes(text, 0, accepted)) {
    groups.push([format, match.groups ?? {}]);
    at = endOf(match);
  }
  let message = text.slice(at);
  if (/[)\]]$/.test(message) && message.includes("[repeated ")) message = message.replace(REPEATED, "");
  return fields(groups, message);
}

const endOf = (match) => match.index + match[0].length;

/** The prefixes that follow one another from `at` on. */
function* prefixes(text, at, accepted) {
  for (let count = 0; count < MAX_PREFIXES; count++) {
    const found = nextPrefix(text, at, accepted) ?? indented(text, at, accepted);
    if (found === null || endOf(found[1]) === at) return;
    yield found;
    at = endOf(found[1]);
  }
}

/** Where the prefixes that start at `at` end, the ambiguous ones included. */
export function prefixEnd(text, at) {
  for (const [, match] of prefixes(text, at, ALL_AMBIGUOUS)) at = endOf(match);
  return at;
}

/** A prefix behind blanks. Blanks before anything else belong to the message. */
function indented(text, at, accepted) {
  let start = at;
  while (start < text.length && start < at + 16 && (text[start] === " " || text[start] === "\t")) start++;
  if (start === at || start >= text.length) return null;
  const found = nextPrefix(text, start, accepted);
  // A bare level word, or prose, keeps its indentation: it may be code in a traceback.
  return found === null || KEEPS_INDENT.has(found[0].name) ? null : found;
}

function fields(groups, message) {
  let [rank, task, localRank, host, pid, time, level, source] = new Array(8).fill(null);
  for (const [format, group] of groups) {
    if (group.rank !== undefined && (rank === null || format.name === "torch_rank")) rank = Number(group.rank);
    if (group.task !== undefined) task = Number(group.task);
    if (localRank === null && group.local_rank !== undefined) localRank = Number(group.local_rank);
    host ||= group.host ?? null;
    if (group.pid) pid = Number(group.pid);
    if (time === null) time = timeOf(group);
    level ||= levelOf(group);
    const named = format.source || group.source || group.source2 || null;
    if (source === null || format.source === "kernel" || named === "kernel") source = named || source;
  }
  if (rank === null && message.startsWith("[")) {
    const inside = GROUP_RANK.exec(message);
    rank = inside ? Number(inside[1]) : null;
  }
  if (rank === null && source) rank = rankOfSource(source);
  return { message, rank: rank ?? task, localRank, host, pid, time, level, source: source ? source.trim() : null };
}

function timeOf(group) {
  if (group.ts && group.ts.length > 10) return ofStamp(group.ts);
  if (group.ts && group.clock) return ofParts(group.ts.slice(5, 7), group.ts.slice(8, 10), group.clock);
  if (group.clock) return ofParts(group.mon ?? group.monname ?? null, group.day ?? null, group.clock);
  return null;
}

function levelOf(group) {
  const level = group.level || group.level2;
  if (!level) return null;
  return LEVELS[level] ?? level.toUpperCase();
}

/** The rank that a serving worker's name gives, when one dimension alone is in it. */
function rankOfSource(source) {
  const worker = WORKER.exec(source);
  if (worker) return Number(worker[1]);
  const parts = [...source.matchAll(PARALLEL)];
  if (parts.length === 1 && parts[0][1] === "TP" && !source.startsWith("EngineCore")) return Number(parts[0][2]);
  return null;
}
