/**
 * The picture of ranks over time: one lane a rank (or process, or file), with its first error and
 * its echoes.
 *
 * Times order lines only within one host. So the axis is the clock where one host wrote the
 * lines, else the order of lines where there is one log; of several logs each lane runs from the
 * start to the end of its own log, and places do not compare.
 */

import { dayOf } from "../logs/clock.js";
import { firstFailed } from "./missing.js";

const MOST = 16; // lanes
const TICKS = 4;
const DAY = 86400;
// Between two marks of the clock. Times know no year, so they span no more than one.
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, ...[1, 2, 7, 14, 30, 60, 120].map((days) => days * DAY)];
const ROLE_ORDER = ["unknown", "initiating", "either", "collateral", "echo", "context", "harmless"];

/**
 * `{by: "time"|"line"|"file", ticks: [{at, label}], lanes, more, guessed}`, or null when fewer
 * than two lanes are known. Places are per cent from the left.
 *
 * A lane is `{label, sub, first, absent, quiet: [from, to] or null, events}`; an event is `{at,
 * until, role, line, file, label, clock}`: with `until` its moment is only known to lie between.
 */
export function lanesOf(scan, marks, activity) {
  const shown = marks.filter((mark) => mark.role !== "harmless" && mark.role !== "context");
  const groups = grouped(scan, shown);
  if (groups.size < 2) return null;
  const axis = axisOf(scan, shown, activity);
  const lanes = [...groups.values()].map((lane) => placed(lane, axis, activity));
  lanes.sort((a, b) => a.order - b.order);
  const kept = lanes.length > MOST ? pick(lanes) : lanes;
  const guessed = shown.some((mark) => mark.first && mark.rank === null && mark.pid === null && firstFailed(scan));
  return { by: axis.by, ticks: axis.ticks, lanes: kept, more: lanes.length - kept.length, guessed };
}

/** Lanes by what tells the processes apart. */
function grouped(scan, marks) {
  const lanes = new Map();
  const lane = (key, order, label, sub = "") => {
    if (!lanes.has(key)) lanes.set(key, { key, order, label, sub, marks: [], absent: false });
    return lanes.get(key);
  };
  const { ranks, worldSize } = scan.facts;
  const byRank = ranks.size > 1 || (worldSize ?? 0) > 1;
  const hosts = new Set(scan.processes.map((line) => line.host).filter(Boolean));
  if (byRank) {
    const all = worldSize && worldSize <= 4096 ? Array.from({ length: worldSize }, (_, rank) => rank) : [...ranks];
    for (const rank of all) lane(`rank ${rank}`, rank, `Rank ${rank}`).absent = !ranks.has(rank);
  }
  for (const mark of marks) {
    const of = laneOf(scan, mark, lane, byRank, hosts);
    of.marks.push(mark);
    of.absent = false;
    if (!of.sub && mark.pid !== null && of.key.startsWith("rank ")) of.sub = `pid ${mark.pid}`;
  }
  return lanes;
}

function laneOf(scan, mark, lane, byRank, hosts) {
  const failed = mark.first && mark.rank === null && mark.pid === null ? firstFailed(scan) : null;
  const named = failed?.pid ?? namedProcess(mark.message);
  const rank = mark.rank ?? (byRank ? rankOfProcess(scan, named) : null);
  if (rank !== null) return lane(`rank ${rank}`, rank, `Rank ${rank}`);
  if (named !== null && !byRank) return lane(`process ${named}`, named, "Process", String(named));
  if (mark.localRank !== null) {
    const host = hosts.size > 1 && mark.host ? mark.host : "";
    return lane(`local ${host} ${mark.localRank}`, 5e5 + mark.localRank, `Local ${mark.localRank}`, host);
  }
  if (mark.role === "collateral" || mark.role === "echo") return lane("launcher", 9e9, "Launcher");
  if (mark.pid !== null) return lane(`process ${mark.pid}`, mark.pid, "Process", hosts.size > 1 && mark.host ? `${mark.pid}, ${mark.host}` : String(mark.pid));
  if (scan.files.length > 1) return lane(`file ${mark.file}`, 6e9 + mark.file, shortName(scan.files[mark.file]));
  return lane("none", 8e9, mark.host ?? "No rank", "");
}

/** The rank of a process, where the launcher's table gives both. */
function rankOfProcess(scan, pid) {
  return scan.facts.table.find((exit) => exit.pid === pid && exit.rank !== null)?.rank ?? null;
}

/** The process that a launcher's line is about. */
function namedProcess(message) {
  const found = /Killing subprocess (\d{1,10})|Sending process (\d{1,10}) closing|\(pid: (\d{1,10})\)/.exec(message);
  return found ? Number(found[1] ?? found[2] ?? found[3]) : null;
}

const shortName = (name) => name.split(/[\\/]/).at(-1);

function axisOf(scan, marks, activity) {
  const hosts = new Set(marks.filter((mark) => mark.time !== null).map((mark) => mark.host).filter(Boolean));
  const times = [...marks.map((mark) => mark.time), ...(activity?.times ?? [])].filter((time) => time !== null);
  if (scan.files.length === 1 && hosts.size <= 1 && new Set(times).size > 1 && marks.some((mark) => mark.time !== null)) {
    return timeAxis(marks, times);
  }
  if (scan.files.length === 1) {
    const last = Math.max(2, scan.lines[0]);
    const at = (mark) => ({ at: per(mark.line - 1, last - 1), until: null });
    return { by: "line", at, ticks: ticksOf(1, last, (line) => `line ${Math.round(line).toLocaleString("en")}`, true) };
  }
  const at = (mark) => ({ at: per(mark.line - 1, Math.max(1, scan.lines[mark.file] - 1)), until: null });
  return { by: "file", at, ticks: [{ at: 0, label: "start of each log" }, { at: 100, label: "end" }] };
}

const per = (part, whole) => Math.round((1000 * 100 * part) / whole) / 1000;

/** The clock. A line without one lies between its neighbours that have one. */
function timeAxis(marks, times) {
  const [low, high] = [Math.min(...times), Math.max(...times)];
  const known = marks.filter((mark) => mark.time !== null).sort((a, b) => a.line - b.line);
  const at = (mark) => {
    if (mark.time !== null) return { at: per(mark.time - low, high - low), until: null };
    const before = known.filter((other) => other.line < mark.line).at(-1)?.time ?? low;
    const after = known.find((other) => other.line > mark.line)?.time ?? high;
    return { at: per(before - low, high - low), until: per(Math.max(before, after) - low, high - low) };
  };
  return { by: "time", at, ticks: ticksOf(low, high, clock, false) };
}

function ticksOf(low, high, label, whole) {
  const steps = whole ? [1, 2, 5] : SECONDS;
  let step = steps.find((one) => (high - low) / one <= TICKS) ?? SECONDS.at(-1);
  if (whole) {
    step = 10 ** Math.floor(Math.log10(Math.max(1, (high - low) / TICKS)));
    step *= steps.find((one) => (high - low) / (one * step) <= TICKS) ?? 10;
  }
  const ticks = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) {
    ticks.push({ at: per(at - low, high - low), label: !whole && step >= DAY ? dayOf(at) : label(at) });
  }
  if (ticks.length > 1) return ticks;
  const digits = high - low < 0.001 ? 6 : 3;
  const fine = label(low) === label(high) ? (at) => label(at) + at.toFixed(digits).slice(-1 - digits) : label;
  return [{ at: 0, label: fine(low) }, { at: 100, label: fine(high) }];
}

/** A time of day. */
export function clock(seconds) {
  const day = ((seconds % 86400) + 86400) % 86400;
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  return `${two(day / 3600)}:${two((day % 3600) / 60)}:${two(day % 60)}`;
}

function placed(lane, axis, activity) {
  const marks = [...lane.marks].sort((a, b) => a.file - b.file || a.line - b.line);
  const events = marks.map((mark) => ({
    ...axis.at(mark),
    role: mark.role, line: mark.line, file: mark.file, text: mark.message, entry: mark.entry,
    first: mark.first, clock: mark.time === null ? null : clock(mark.time),
  }));
  const seen = activity?.lanes.get(lane.key) ?? null;
  const quiet = seen && axis.by !== "file" ? seen.map((one) => axis.at({ ...one, file: 0 }).at) : null;
  return { ...lane, marks: undefined, events, first: events.some((event) => event.first), quiet };
}

/** Of many lanes: those that tell most, in order. */
function pick(lanes) {
  const worth = (lane) =>
    lane.first ? -1 : Math.min(ROLE_ORDER.length + (lane.absent ? 0 : 1), ...lane.events.map((event) => ROLE_ORDER.indexOf(event.role)));
  const best = [...lanes].sort((a, b) => worth(a) - worth(b) || a.order - b.order).slice(0, MOST);
  return best.sort((a, b) => a.order - b.order);
}
