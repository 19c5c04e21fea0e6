/**
 * What kind of line a line is, whether or not an entry knows it (faultbook.diagnosis.kinds).
 *
 * The order of the kinds is the order in which they may name the first real error: a kernel line
 * before a Python exception, that before a line that only has ERROR on it. Echoes never name it.
 */

import * as words from "./vocabulary.js";

export const Kind = Object.freeze({
  KERNEL: 0, NODE: 1, EXCEPTION: 2, NATIVE: 3, SIGNAL: 4, NCCL: 5, ERROR: 6, WATCHDOG: 7, EXIT: 8,
  SUSPECT: 9, ECHO: 20, TRACEBACK: 30, CHAIN: 31, PLAIN: 40,
});

const LOOKED_AT = 4096; // characters at each end of a line

/** Kinds of lines that end a process or a job by themselves. */
export const ROOTS = new Set([Kind.KERNEL, Kind.NODE, Kind.EXCEPTION, Kind.NATIVE, Kind.SIGNAL]);

// The first that is found says the kind, whatever level the line has.
const BY_WORDS = [
  [words.TRACEBACK, Kind.TRACEBACK],
  [words.CHAIN, Kind.CHAIN],
  [words.FRAME, Kind.PLAIN],
  [words.HEADING, Kind.PLAIN],
  [words.CUDA_IN_WATCHDOG, Kind.NATIVE],
  [words.NODE, Kind.NODE],
  [words.TERM_ROW, Kind.ECHO],
  [words.EXIT, Kind.EXIT],
  [words.ECHO, Kind.ECHO],
  [words.FAILED_BANNER, Kind.ECHO],
  [words.REJECTED, Kind.NODE],
  [words.EVENT_ERROR, Kind.ERROR],
  [words.EVENT, Kind.SUSPECT],
];
// The same, for lines that are not INFO or less.
const BY_LOUD_WORDS = [
  [words.NATIVE, Kind.NATIVE],
  [words.SIGNAL, Kind.SIGNAL],
];
const NCCL_LEVELS = new Set(["WARNING", "ABORT", "ERROR"]);
// Python's `match` is anchored at the start.
const EXCEPTION = new RegExp(words.EXCEPTION.source, "y");

const known = new WeakMap();

/** The kind of a line from its message, its level and its source. */
export function kindOf(line) {
  let kind = known.get(line);
  if (kind === undefined) known.set(line, (kind = readKind(line)));
  return kind;
}

function readKind(line) {
  const message = telling(line.message);
  if (line.source === "kernel" || words.KERNEL_TEXT.test(message)) return ofKernel(message);
  for (const [expression, kind] of BY_WORDS) if (expression.test(message)) return kind;
  if (isException(message)) return Kind.EXCEPTION;
  if (words.WATCHDOG.test(message)) return Kind.WATCHDOG;
  if (!words.QUIET_LEVELS.has(line.level)) {
    for (const [expression, kind] of BY_LOUD_WORDS) if (expression.test(message)) return kind;
  }
  return byLevel(line, message);
}

/** The part of a message that is looked at: of a very long one, both ends. */
function telling(message) {
  if (message.length <= 2 * LOOKED_AT) return message;
  return `${message.slice(0, LOOKED_AT)} ${message.slice(-LOOKED_AT)}`;
}

function ofKernel(message) {
  if (words.PREVIOUS_XID.test(message)) return Kind.ECHO;
  return words.KERNEL.test(message) ? Kind.KERNEL : Kind.PLAIN;
}

function byLevel(line, message) {
  if (line.source === "nccl") return NCCL_LEVELS.has(line.level) ? Kind.NCCL : Kind.PLAIN;
  if (words.CODE.test(message) || words.LABELS.test(message) || !message.trim()) return Kind.PLAIN;
  if (words.LOUD_LEVELS.has(line.level)) return Kind.ERROR;
  if (line.level === null && words.ERROR_TEXT.test(message)) return Kind.ERROR;
  if (line.level === "WARNING" && words.SUSPECT.test(message)) return Kind.SUSPECT;
  return Kind.PLAIN;
}

/** Whether a message is the last line of a Python traceback. */
export const isException = (message) => exceptionName(message) !== null;

/** The dotted name of the exception whose last line this is, else null. */
export function exceptionName(message) {
  const text = /^[\^~]/.test(message) ? message.replace(/^[\^~ \t]+/, "") : message;
  EXCEPTION.lastIndex = 0;
  const found = EXCEPTION.exec(text);
  if (!found || words.WARNING_NAME.test(found[1])) return null;
  return !found[1].includes(".") && words.PROSE_EXCEPTION.test(text) ? null : found[1];
}

/** Whether a line is a part of a traceback above its last line. */
export const isFrame = (message) => words.BLANK_OR_BOX.test(message) || words.FRAME.test(message);

/** Whether a line is NCCL's heading of the reason on the next line. */
export const isHeading = (message) => words.HEADING.test(message);

/** Whether a line may be the last one of a traceback: a name, and perhaps a text. */
export const endsTraceback = (message) => words.ANY_NAME.test(message) && !words.ECHO.test(message);
