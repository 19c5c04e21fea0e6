/** Lines that a collector wrapped in JSON, taken out of it again (faultbook.logs.unpack). */

import { ofStamp } from "./clock.js";

const MESSAGE = ["log", "message", "msg", "textPayload", "MESSAGE", "@message", "line", "event", "body"];
const TIME = ["timestamp", "time", "ts", "@timestamp", "asctime", "__REALTIME_TIMESTAMP"];
const LEVEL = ["level", "severity", "levelname", "log.level", "lvl"];
const RANK = ["rank", "global_rank", "RANK"];
const HOST = ["host", "hostname", "_HOSTNAME", "node", "node_name", "pod", "pod_name"];
const POD = ["pod_name", "instance_id", "node_name"];
// One line of a pretty-printed export.
const PAYLOAD = /^\s{0,32}"(?:textPayload|message|msg|log)": {0,4}(".*"),?$/;
const MAX_JSON = 1 << 20; // a longer line is read as plain text

/** `{text, rank, host, time, level}` of a JSON line, or null when it is none (or has no message). */
export function unpack(line) {
  const start = line.trimStart()[0];
  if (line.length > MAX_JSON || (start !== "{" && start !== '"')) return null;
  if (start === '"') return unpackPayload(line);
  if (!/\},?$/.test(line.trimEnd())) return null;
  const value = parsed(line.trim().replace(/,+$/, ""));
  return isObject(value) ? ofObject(value) : null;
}

function unpackPayload(line) {
  const found = PAYLOAD.exec(line);
  const text = found && parsed(found[1]);
  if (typeof text !== "string") return null;
  return { text: withoutEnd(text), rank: null, host: null, time: null, level: null };
}

function ofObject(value) {
  const inner = isObject(value.jsonPayload) ? value.jsonPayload : {};
  const text = first(value, MESSAGE) ?? first(inner, MESSAGE);
  if (text === null) return null;
  const rank = first(value, RANK);
  const stamp = first(value, TIME);
  return {
    text: withoutEnd(text),
    rank: rank && /^\d{1,6}$/.test(rank) ? Number(rank) : null,
    host: first(value, HOST) ?? hostOfLabels(value),
    time: stamp ? ofStamp(stamp) : null,
    level: first(value, LEVEL)?.toUpperCase() ?? null,
  };
}

function first(value, names) {
  for (const name of names) {
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof found === "string" && found) return found;
    if (Number.isInteger(found)) return String(found);
  }
  return null;
}

function hostOfLabels(value) {
  const labels = isObject(value.resource) ? value.resource.labels : null;
  return isObject(labels) ? first(labels, POD) : null;
}

const withoutEnd = (text) => text.replace(/\n+$/, "");
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
