/** The log with its marked lines; what lies between is folded and fetched from the worker when asked for. */

import { button, counted, el, roleMark, roleOf, section, visible } from "./elements.js";

const AT_ONCE = 200; // lines that one click unfolds
const STRONG = new Set(["initiating", "either", "unknown"]);
const TRACED = 3; // errors that no entry knows, with the end of their traceback
const AROUND = 7; // marked lines shown on each side of the first error

/**
 * @param {object} report
 * @param {(file: number, from: number, to: number) => Promise<string[]>} linesOf
 */
export function logElement(report, linesOf) {
  const { marks, about, folds } = report;
  if (!marks.length) return null;
  const rows = near(marks);
  const lines = about.lines.reduce((sum, number) => sum + number, 0);
  const note = el("span", "", `${counted(rows.length, "line")} marked of ${lines.toLocaleString("en")}. `);
  const holder = el("div", "logs");
  const draw = (shown) => holder.replaceChildren(...filesOf(shown).map((part) => fileElement(part, report, folds, linesOf)));
  draw(rows);
  if (rows.length < marks.length) {
    const all = button(`Show all ${marks.length} marked lines`, () => {
      draw(marks);
      note.textContent = `${counted(marks.length, "line")} marked of ${lines.toLocaleString("en")}. `;
    }, { className: "lk" });
    note.append(all);
  }
  return section("The log", note, holder);
}

/** The marks around the first error, where there are many. */
function near(marks) {
  const at = Math.max(0, marks.findIndex((mark) => mark.first));
  return marks.slice(Math.max(0, at - AROUND), at + AROUND + 1);
}

function filesOf(marks) {
  const files = new Map();
  for (const mark of marks) files.set(mark.file, [...(files.get(mark.file) ?? []), mark]);
  // The log with the first error stands first.
  const order = ([, of]) => (of.some((mark) => mark.first) ? 0 : 1);
  return [...files].sort((a, b) => order(a) - order(b) || a[0] - b[0]);
}

/** The marks of a file; where nothing explains the log, errors stand below the end of their traceback. */
function withFrames(marks, { answer, about }) {
  const explained = answer.findings.some((finding) => finding.role !== "collateral");
  const unknown = [answer.initiating, ...(explained ? [] : answer.unknown_errors.slice(0, TRACED))];
  const frames = new Map(unknown.filter((one) => one?.file === about.files[marks[0].file]).map((one) => [one.line, one.frames]));
  return marks.flatMap((mark) => [
    ...(mark.role === "unknown" ? (frames.get(mark.line) ?? []) : []),
    { line: mark.line, mark },
  ]);
}

function fileElement([file, marks], report, folds, linesOf) {
  const { about } = report;
  const list = el("ol", "log");
  const name = visible(about.files[file]);
  list.setAttribute("aria-label", `Lines of ${name}`);
  const last = about.lines[file];
  let next = 1;
  const kinds = folds?.[file] ?? null;
  for (const row of withFrames(marks, report)) {
    if (row.line > next) list.append(foldElement(file, next, row.line - 1, kinds, linesOf));
    list.append(row.mark ? markElement(row.mark) : plainElement(row.line, row.text));
    next = Math.max(next, row.line + 1);
  }
  if (next <= last) list.append(foldElement(file, next, last, kinds, linesOf));
  return el("div", "", about.files.length > 1 ? el("h3", "log__n mono", name) : null, list);
}

function markElement(mark) {
  const cool = mark.role === "collateral" || mark.role === "echo";
  const mild = mark.warning || mark.unconfirmed;
  const row = el("li", `lg__r${mark.first ? " hot" : ""}${cool ? " cool" : ""}${mild ? " mild" : ""}`);
  row.append(el("span", "no", String(mark.line)), roleMark(mark.role, "ro"), codeOf(mark));
  const { word, tint } = roleOf(mark.role);
  row.append(el("p", "", el("b", tint, `${mark.first ? firstWord(mark) : word}.`), ` ${mark.why}`));
  if (mark.first) row.id = "first-error";
  return row;
}

function firstWord({ role, warning, unconfirmed }) {
  if (warning) return "Warning";
  if (unconfirmed) return "Unknown";
  return role === "unknown" ? "First error" : roleOf(role).word;
}

/** The line: its prefixes dim, and its message bold where it may name a cause. */
function codeOf({ text, message, role, more }) {
  const at = message ? text.lastIndexOf(message) : -1;
  const code = el("code", "");
  if (at > 0) code.append(el("span", "dim", visible(text.slice(0, at))));
  if (at >= 0) code.append(el(STRONG.has(role) ? "b" : "span", "", visible(message)), visible(text.slice(at + message.length)));
  else code.append(visible(text));
  if (more) code.append(el("span", "dim", more));
  return code;
}

function foldElement(file, from, to, kinds, linesOf) {
  const open = button(labelOf(from, to, kinds), async () => {
    open.disabled = true;
    const end = Math.min(to, from + AT_ONCE - 1);
    const lines = await linesOf(file, from, end);
    const rows = lines.map((line, number) => plainElement(from + number, line));
    if (end < to) rows.push(foldElement(file, end + 1, to, kinds, linesOf));
    row.replaceWith(...rows);
    rows[0]?.querySelector("code")?.focus();
  }, { glyph: "chevr", className: "" });
  const row = el("li", "lg__f", el("span", "no", from === to ? String(from) : `${from}-${to}`), open);
  return row;
}

function plainElement(number, line) {
  const code = el("code", "", visible(line));
  code.tabIndex = -1;
  return el("li", "lg__r plain-line", el("span", "no", String(number)), el("span", "ro"), code);
}

/** What a fold hides, where that is known. */
function labelOf(from, to, kinds) {
  const count = to - from + 1;
  const letters = kinds ? new Set(kinds.slice(from - 1, to)) : new Set();
  const of = letters.size === 1 ? { p: " of progress", f: " of backtrace" }[[...letters][0]] : "";
  return `${counted(count, "line")}${of ?? ""}`;
}

