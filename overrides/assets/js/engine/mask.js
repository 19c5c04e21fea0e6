/**
 * From a log line to a signature: what varies from run to run becomes a placeholder.
 *
 * The same rules, in the same order, as `faultbook.signature.mask`; see there for what is
 * masked and what is kept on purpose.
 */

import { BLANKS, escape } from "./pattern.js";

/** Of a longer line only this many characters are used, up to a blank. */
export const LIMIT = 1000;

const EDGE = String.raw`(?<![A-Za-z0-9_.-])`;
const END = String.raw`(?![A-Za-z0-9_])`;
const FILE = "py|pyx|c|cc|cpp|cxx|cu|cuh|h|hh|hpp|go|rs|java|js|ts|so|inl|log|yaml|json|sh";
const UNIT = String.raw`(?:[KMGTPkmgtp]i?[Bb]?(?:/s|ps)?|[KMG]?bps|[BbsxX]|[mun]s|it/s)`;
const NUMBERED = ["rank", "node", "task", "proc", "layer", "worker", "device", "cuda", "gpu", "cpu"]
  .flatMap((stem) => [stem, stem[0].toUpperCase() + stem.slice(1), stem.toUpperCase()])
  .concat(["mlx5_", "hfi1_", "bond", "nvidia"])
  .map((name) => `(?<=${name})`)
  .join("|");
const QUOTE = "`";

// Each rule: its name, where it applies, and what stands for it. At one place the first that
// applies wins; every rule starts at an edge, so no run is scanned from its middle.
const RULES = [
  ["uuid", `${EDGE}[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}${END}`, "word"],
  [
    "time",
    String.raw`(?<![A-Za-z0-9_])(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T_])?[0-9]{1,2}:[0-9]{2}:[0-9]{2}` +
      String.raw`(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?(?![A-Za-z0-9_:])`,
    "word",
  ],
  ["date", `${EDGE}[0-9]{4}(?:-[0-9]{2}-|/[0-9]{2}/)[0-9]{2}${END}`, "word"],
  ["double", '"[^"]*"', "quoted"],
  ["single", `(?<![A-Za-z0-9_])'[^']*'${END}`, "quoted"],
  ["grave", `${QUOTE}[^${QUOTE}]*${QUOTE}`, "quoted"],
  ["url", String.raw`(?<=://)[^ \t\u00a0'"` + QUOTE + String.raw`<>|(),;]+(?<![.:])`, "path"],
  ["address", `${EDGE}0[xX][0-9a-fA-F]+${END}`, "hex"],
  ["mac", `${EDGE}[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5,}(?![A-Za-z0-9_:])`, "word"],
  [
    "bus",
    String.raw`${EDGE}[0-9a-fA-F]{4,8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2}(?:\.[0-9a-fA-F])?` +
      "(?![A-Za-z0-9_:])",
    "word",
  ],
  ["ipv4", String.raw`${EDGE}[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![A-Za-z0-9_.])`, "ip"],
  ["boxed", String.raw`\[[0-9a-fA-F.]*:[0-9a-fA-F.]*:[0-9a-fA-F:.]*(?:%[0-9A-Za-z._-]+)?\]`, "ip"],
  [
    "ipv6",
    String.raw`(?<![A-Za-z0-9_.:-])(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){7}|` +
      String.raw`(?:[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){0,6})?::` +
      String.raw`[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{1,4}){0,6})(?:\.[0-9]{1,3}){0,3}(?![A-Za-z0-9_:])`,
    "ip",
  ],
  [
    "path",
    String.raw`(?<![A-Za-z0-9_./\\~-])(?:~?/(?!/)|\.{1,2}/|[A-Za-z]:[\\/])` +
      String.raw`[^ \t\u00a0'"` + QUOTE + String.raw`<>|(),;:=\[\]{}]+(?<!\.)`,
    "path",
  ],
  [
    "host",
    String.raw`${EDGE}(?:localhost|ip-[0-9]+(?:-[0-9]+){3}(?:\.[A-Za-z0-9-]+)*|` +
      String.raw`[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*` +
      String.raw`\.(?:com|org|net|io|edu|gov|local|internal|lan|cluster|svc|cloud))(?![A-Za-z0-9_.-])`,
    "host",
  ],
  [
    "endpoint",
    String.raw`${EDGE}[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*` +
      String.raw`\.(?!(?:${FILE}):)[A-Za-z0-9_-]+(?=:[0-9]{2,5}(?![A-Za-z0-9_:]))`,
    "host",
  ],
  ["version", String.raw`${EDGE}[0-9]+(?:\.[0-9]+){2,}(?:[+-][A-Za-z0-9.]*[A-Za-z0-9])?${END}`, "word"],
  ["hash", `${EDGE}(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{8,}${END}`, "hex"],
  [
    "num",
    String.raw`(?:(?<![A-Za-z0-9_.)\]+-])[+-])?(?<![A-Za-z0-9_.])[0-9]+` +
      String.raw`(?:\.[0-9]+(?:[eE][+-]?[0-9]+)?|[eE][+-][0-9]+)(?=${UNIT}?(?![A-Za-z0-9_]))`,
    "num",
  ],
  [
    "int",
    String.raw`(?:(?<![A-Za-z0-9_.)\]+-])[+-])?(?<![A-Za-z0-9_.])[0-9]+` +
      `(?=${UNIT}?(?![A-Za-z0-9_]))`,
    "int",
  ],
  ["numbered", `(?:${NUMBERED})[0-9]+${END}`, "int"],
];
const RULE_SOURCE = RULES.map(([name, form]) => `(?<${name}>${form})`).join("|");
const KEPT_BEFORE = new RegExp(
  "(?:errno|exit[ _]?code|exited with|signal|error code|status code|(?<![a-z])status|" +
    "cuda error|cuda failure|(?<![a-z])rc|(?<![a-z])http(?:/[0-9.]{1,3})?|" +
    String.raw`(?<![a-z])xid(?: \([^()]{1,40}\))?)` +
    "[^a-z0-9]{0,4}$",
  "i",
);
const KEPT_REACH = 64;
const PROSE = /^.[A-Za-z]+(?: [A-Za-z]+)+[.!]?.$/;

/**
 * The signature of a cleaned line: it parses (at strength 0) and matches that line.
 *
 * Of a text of several lines the first is used; blanks at the ends are dropped. An empty line
 * gives an empty text, which is no signature.
 */
export function mask(line) {
  let text = strip(line, `${BLANKS}\r\n`);
  const found = /[\r\n]/.exec(text);
  if (found) text = strip(text.slice(0, found.index), BLANKS, false);
  const limit = limitOf(text);
  return limit < text.length ? maskStart(text, limit) : maskAll(text);
}

function strip(text, chars, both = true) {
  let start = 0;
  let end = text.length;
  while (both && start < end && chars.includes(text[start])) start += 1;
  while (end > start && chars.includes(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** The code units of the first `LIMIT` characters. */
function limitOf(text) {
  let units = 0;
  for (let count = 0; count < LIMIT && units < text.length; count += 1) {
    units += text.codePointAt(units) > 0xffff ? 2 : 1;
  }
  return units;
}

/** The signature of the first words of a long line. */
function maskStart(text, limit) {
  const start = text.slice(0, limit);
  const blank = [...start.matchAll(/[ \t\u00a0]+/g)].at(-1);
  return blank ? maskAll(text.slice(0, blank.index)) : `${escape(start)}<any>`;
}

function maskAll(line) {
  const rules = new RegExp(RULE_SOURCE, "g");
  let masked = "";
  let done = 0;
  let afterSlot = false;
  for (const found of line.matchAll(rules)) {
    const [rule, , kind] = RULES.find(([name]) => found.groups[name] !== undefined);
    const start = found.index;
    if (isKept(line, rule, found) || (afterSlot && start === done)) continue;
    masked += literal(line.slice(done, start)) + `<${kind}>`;
    done = start + found[0].length;
    afterSlot = true;
  }
  return masked + literal(line.slice(done));
}

/** Whether the text tells failures apart, so that it stays as it is. */
function isKept(line, rule, found) {
  if (rule === "double" || rule === "single" || rule === "grave") return PROSE.test(found[0]);
  if (rule === "int" || rule === "address" || rule === "hash") {
    return KEPT_BEFORE.test(line.slice(Math.max(0, found.index - KEPT_REACH), found.index));
  }
  return false;
}

const literal = (text) => escape(text.replace(/[ \t\u00a0]+/g, " "));
