/**
 * Reading logs of any size in blocks of whole lines, with memory that does not grow
 * (faultbook.logs.reader).
 *
 * A block is `{data, origin, profile, rawLines, startsInside}`. `data` is what to search. Where
 * lines are of JSON, it holds the text in them, their inner newlines as carriage returns, and
 * `rawLines` holds the same lines as they were.
 * `startsInside` says that the first line continues the last one of the block before, which then
 * had no newline at its end.
 */

import { cleanText } from "./clean.js";
import { LOOKED_AT } from "./doubt.js";
import { NO_PROFILE, ProfileBuilder, SAMPLE_HEAD, SAMPLE_LATER } from "./profile.js";
import { unpack } from "./unpack.js";

export const BLOCK = 1 << 19; // bytes read at a time
const PEEK = 4096; // bytes before the end of a block in which the end of a line is looked for
const MAX_LINE = 1 << 20; // a longer line is handed on in parts that bear the same number
const OVERLAP = 2048; // so that nothing is lost where such a line is parted
const SAMPLED_BLOCKS = 8; // the first blocks of a log are sampled,
const SAMPLED_LATER = 32; // then one in so many
const HEADER = 10; // bytes of a gzip header
const NEWLINE = 10;
const RETURN = 13;
const ESCAPE = 27;

/** A log that cannot be read (or not to its end): what is wrong, for the reader. */
export class UnreadableLogError extends Error {}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** The bytes of a blob as parts of whole lines: `[bytes, endsLine]`. Gzip is unpacked. */
export async function* parts(blob, name) {
  const start = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  if (isGzip(start)) {
    yield* wholeLines(unzipped(blob, name));
  } else if (start[0] === 0x28 && start[1] === 0xb5 && start[2] === 0x2f && start[3] === 0xfd) {
    throw new UnreadableLogError(
      `${name}: packed with zstd, which browsers cannot unpack. ` +
        "Unpack it first (`zstd -d`), or run `faultbook diagnose` in a terminal.",
    );
  } else {
    yield* exactLines(blob, name);
  }
}

/** The parts of a plain file: each ends where a line ends, so that none is copied. */
async function* exactLines(blob, name) {
  let position = 0;
  let next = readAt(blob, position, name);
  for (;;) {
    const data = await next;
    const cut = data.length === BLOCK ? data.lastIndexOf(NEWLINE) + 1 : 0;
    if (cut <= BLOCK - PEEK) break;
    position += cut;
    next = readAt(blob, position, name); // while this part is scanned
    yield [data.subarray(0, cut), true];
  }
  yield* wholeLines(chunksFrom(blob, position, name));
}

const readAt = (blob, position, name) => bytesOf(blob.slice(position, position + BLOCK), name);

async function bytesOf(slice, name) {
  try {
    return new Uint8Array(await slice.arrayBuffer());
  } catch (error) {
    throw new UnreadableLogError(`${name}: cannot be read to its end: ${error.message}`);
  }
}

async function* chunksFrom(blob, start, name) {
  for (let position = start; position < blob.size; position += BLOCK) yield await readAt(blob, position, name);
}

const isGzip = (start) => start[0] === 0x1f && start[1] === 0x8b;

/** Whether a log is an archive that is unpacked here. */
export const isPacked = async (blob) => isGzip(new Uint8Array(await blob.slice(0, 2).arrayBuffer()));

/** Unpacked bytes in chunks of at most one block. An archive may hold several members. */
async function* unzipped(blob, name) {
  for await (const member of membersOf(blob, name)) yield* unzippedMember(member, name);
}

/**
 * The members of a gzip file, as blobs. A browser unpacks one member only, so each is given to it
 * alone. A member starts with a header of which 37 bits are fixed: packed bytes that look like
 * one by chance are met once in a hundred gigabytes.
 */
async function* membersOf(blob, name) {
  let start = 0;
  for (let position = 0; position < blob.size; position += BLOCK) {
    const data = await bytesOf(blob.slice(position, position + BLOCK + HEADER), name);
    for (let at = data.indexOf(0x1f); at >= 0 && at < BLOCK; at = data.indexOf(0x1f, at + 1)) {
      if (position + at === start || !isHeader(data, at)) continue;
      yield blob.slice(start, position + at);
      start = position + at;
    }
  }
  yield blob.slice(start);
}

/** RFC 1952: magic, deflate, no reserved flag, a known level and a known system. */
function isHeader(data, at) {
  const [one, two, method, flags] = data.subarray(at, at + 4);
  if (one !== 0x1f || two !== 0x8b || method !== 8 || flags & 0xe0) return false;
  const level = data[at + 8];
  const system = data[at + 9];
  return (level === 0 || level === 2 || level === 4) && (system <= 13 || system === 255);
}

async function* unzippedMember(blob, name) {
  const reader = blob.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  let gathered = new Uint8Array(BLOCK);
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      for (let rest = next.value; rest.length; ) {
        const taken = rest.subarray(0, BLOCK - length);
        gathered.set(taken, length);
        length += taken.length;
        rest = rest.subarray(taken.length);
        if (length < BLOCK) continue;
        yield gathered;
        [gathered, length] = [new Uint8Array(BLOCK), 0];
      }
    }
  } catch (error) {
    if (length) yield gathered.subarray(0, length);
    throw new UnreadableLogError(`${name}: cannot be read to its end: ${error.message}`);
  } finally {
    reader.cancel().catch(() => {});
  }
  if (length) yield gathered.subarray(0, length);
}

/** Cut chunks after newlines; say of each part whether it ends a line. */
async function* wholeLines(chunks) {
  let rest = new Uint8Array(0);
  let problem = null;
  try {
    for await (const chunk of chunks) {
      const cut = chunk.lastIndexOf(NEWLINE) + 1;
      if (cut) {
        yield [joined(rest, chunk.subarray(0, cut)), true];
        rest = chunk.slice(cut);
      } else {
        rest = joined(rest, chunk);
      }
      if (rest.length >= MAX_LINE) {
        yield [rest, false];
        rest = rest.slice(-OVERLAP);
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableLogError)) throw error;
    problem = error;
  }
  if (rest.length && !problem) yield [rest, true];
  if (problem) throw problem;
}

function joined(one, other) {
  if (!one.length) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Makes blocks of one log; it learns from each what prefixes the log has. */
export class BlockMaker {
  constructor(origin) {
    this.origin = origin;
    this.builder = new ProfileBuilder();
    this.profile = NO_PROFILE;
    this.made = 0;
    this.head = new Uint8Array(0); // the start of the log, once its first block is made
    this.inside = false;
  }

  /** A block of whole lines; `endsLine` is false where a long line goes on. */
  make(data, endsLine = true) {
    if (!this.made) this.head = data.slice(0, LOOKED_AT);
    const lines = withoutReturns(data);
    // A log of UTF-16 has them from its start.
    const text = lines.subarray(0, PEEK).includes(0) ? lines.filter((byte) => byte !== 0) : lines;
    if (this.made < SAMPLED_BLOCKS || this.made % SAMPLED_LATER === 0) {
      this.builder.add(sampleOf(text, this.made ? SAMPLE_LATER : SAMPLE_HEAD));
      this.profile = this.builder.profile();
    }
    const block = { ...searchable(text, this.profile), origin: this.origin, profile: this.profile, startsInside: this.inside };
    this.made += 1;
    this.inside = !endsLine;
    return block;
  }
}

/** The line of `data` from `start` to `end`, line `index` of the block, as it was. */
export function rawLine(block, start, end, index) {
  if (!block.rawLines) return block.data.subarray(start, end);
  return block.rawLines[index] ?? new Uint8Array(0);
}

function searchable(text, profile) {
  if (!profile.isJson) return { data: text, rawLines: null };
  const rawLines = linesOf(text);
  const cleaned = rawLines.map(searchableLine);
  const data = new Uint8Array(cleaned.reduce((sum, line) => sum + line.length + 1, -1));
  let at = 0;
  for (const line of cleaned) {
    data.set(line, at);
    at += line.length;
    if (at < data.length) data[at] = NEWLINE;
    at += 1;
  }
  return { data, rawLines };
}

/** The text inside a JSON line on one line, or the cleaned line if it is none. */
function searchableLine(line) {
  const text = decoder.decode(line);
  if (!text.trimStart().startsWith("{")) return cleanBytes(line);
  const found = unpack(text);
  return cleanBytes(found === null ? line : encoder.encode(found.text.replaceAll("\n", "\r")));
}

function linesOf(data) {
  const lines = [];
  let start = 0;
  for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, start)) {
    lines.push(data.subarray(start, end));
    start = end + 1;
  }
  lines.push(data.subarray(start));
  return lines;
}

function sampleOf(data, count) {
  const lines = linesOf(data.subarray(0, count * 256)).slice(0, count);
  return lines.map((line) => cleanText(decoder.decode(line.subarray(0, 1024))));
}

/** CRLF to LF. */
function withoutReturns(data) {
  let at = data.indexOf(RETURN);
  if (at < 0) return data;
  const out = new Uint8Array(data.length);
  let [length, start] = [0, 0];
  for (; at >= 0; at = data.indexOf(RETURN, at + 1)) {
    if (data[at + 1] !== NEWLINE) continue;
    out.set(data.subarray(start, at), length);
    length += at - start;
    start = at + 1;
  }
  if (!start) return data;
  out.set(data.subarray(start), length);
  return out.subarray(0, length + data.length - start);
}

/** Take colours and NULs out of whole lines of a log. Newlines and their number stay. */
export function cleanBytes(data) {
  const text = data.includes(0) ? data.filter((byte) => byte !== 0) : data;
  let at = text.indexOf(ESCAPE);
  if (at < 0) return text;
  const out = new Uint8Array(text.length);
  let [length, start] = [0, 0];
  while (at >= 0) {
    const end = escapeEnd(text, at + 1);
    if (end > at) {
      out.set(text.subarray(start, at), length);
      length += at - start;
      start = end;
    }
    at = text.indexOf(ESCAPE, Math.max(end, at + 1));
  }
  out.set(text.subarray(start), length);
  return out.subarray(0, length + text.length - start);
}

/** Where an escape ends whose second byte is at `at`, or -1 if it is none. The forms of clean.js. */
function escapeEnd(data, at) {
  const second = data[at];
  if (second === 0x5b) {
    let next = at + 1;
    const firstFinal = skip(data, next, 64, (byte) => byte >= 0x30 && byte <= 0x3f);
    next = skip(data, firstFinal, 8, (byte) => byte >= 0x20 && byte <= 0x2f);
    return data[next] >= 0x40 && data[next] <= 0x7e ? next + 1 : -1;
  }
  if (second === 0x5d) {
    const next = skip(data, at + 1, 2048, (byte) => byte !== 7 && byte !== ESCAPE && byte !== NEWLINE);
    if (data[next] === 7) return next + 1;
    return data[next] === ESCAPE && data[next + 1] === 0x5c ? next + 2 : next;
  }
  if (second === 0x28 || second === 0x29) {
    const third = data[at + 1];
    return (third >= 0x30 && third <= 0x39) || third === 0x41 || third === 0x42 ? at + 2 : -1;
  }
  const single = (second >= 0x40 && second <= 0x5a) || second === 0x5c || second === 0x5e || second === 0x5f;
  return single ? at + 1 : -1;
}

function skip(data, start, most, belongs) {
  let at = start;
  while (at < data.length && at < start + most && belongs(data[at])) at += 1;
  return at;
}
