/** Results as elements. Text from entries and queries is only ever set as text. */

import { handOver } from "../hand-over.js";
import { recall } from "../storage.js";
import { inView } from "../view-memory.js";
import { ROOT } from "./load.js";
import { isSeveral, near, wordsOf } from "./words.js";

const GROUPS = [
  ["prints", "Prints this line", (n) => (n === 1 ? "1 entry" : `${n} entries`)],
  ["holds", "Holds this text", (n) => `as a piece of a longer line, ${n === 1 ? "1 entry" : `${n} entries`}`],
  ["resembles", "Resembles it", () => "offered, not diagnosed"],
  ["words", "By words", (n, rows, asked) => `in titles, lines, settings and tags${readAs(rows[0].words, asked)}`],
];
const ROLE_ICON = { initiating: "init", either: "either", collateral: "coll", context: "ctx", harmless: "harm" };
const ROLE_CLASS = { initiating: "init", either: "init", collateral: "coll", context: "ctx", harmless: "harm" };
const HELD_BY = {
  title: "in its id", further: "in a tag, name or setting", signature: "in another of its lines", summary: "in its text",
};
const VIEWS = [["on-call", "On-call"], ["engineer", "Engineer"], ["executive", "Executive"]];
const SEVERITY = { "job-down": "job down", degraded: "degraded", silent: "silent", harmless: "harmless" };
const PLACEHOLDER = /\\<|<([a-z]+)(?::([^>]*))?>/g;

/** The view to open: the one the reader chose, else the one of this page, else the engineer's. */
export function chosenView() {
  const here = document.querySelector(".views [aria-current]")?.dataset.view;
  return here ?? recall("view") ?? "engineer";
}

/** Address of an entry in a view. */
export const addressOf = (id, view) => inView(new URL(`${id}/`, ROOT).href, view);

/** Elements for the results of a query: groups with rows, that of the best first, or a sentence. */
export function resultElements(results, query, idPrefix) {
  if (!results.length) return [nothingFound()];
  const asked = new Set(wordsOf(query));
  const view = chosenView();
  let number = 0;
  const place = ([by]) => results.findIndex((result) => result.by === by);
  return [...GROUPS].sort((a, b) => place(a) - place(b)).flatMap(([by, title, note]) => {
    const rows = results.filter((result) => result.by === by);
    if (!rows.length) return [];
    const said = by === "prints" && isSeveral(query) ? "Print one of these lines" : title;
    const heading = element("h2", "", element("b", "", said), ` ${note(rows.length, rows, asked)}`);
    heading.id = `${idPrefix}-${by}`;
    const list = element("div", "so__g", ...rows.map((row) => resultRow(row, asked, view, `${idPrefix}-${number++}`)));
    list.setAttribute("role", "grid");
    list.setAttribute("aria-labelledby", heading.id);
    return [heading, list];
  });
}

/** What misspelt words were taken for: nobody is left to wonder why these are found. */
function readAs(words, asked) {
  const slip = (word) => !asked.has(word) && [...asked].some((one) => near(one, word) && !word.startsWith(one));
  const corrected = words.filter(slip);
  return corrected.length ? `; read as ${corrected.map((word) => `“${word}”`).join(", ")}` : "";
}

function resultRow(result, asked, view, id) {
  const { entry, by, role } = result;
  const [glyph, kind] = by === "prints" || by === "holds" ? [ROLE_ICON[role], ROLE_CLASS[role]] : by === "resembles" ? ["unk", "unk"] : ["arr", ""];
  const link = element("a", "sr__t", ...emphasised(entry.title, by === "words" ? new Set(result.words) : asked));
  link.href = addressOf(entry.id, view);
  link.dataset.entry = "";
  const body = element("div", "", link);
  body.setAttribute("role", "gridcell");
  const line = result.signature;
  const words = by === "words" ? new Set(result.words) : asked;
  if (line) body.append(element("code", "", ...signature(line, words)));
  const unseen = unseenOf(result);
  if (unseen) body.append(element("p", "sr__w", unseen));
  body.append(element("p", "tiny", `${capital(entry.category)}, ${SEVERITY[entry.severity]}`));
  const made = element("div", "sr", icon(glyph, `sr__i ${kind}`), body, views(entry.id, view));
  made.id = id;
  made.setAttribute("role", "row");
  made.setAttribute("aria-selected", "false");
  return made;
}

/** What has the words that neither the title nor the line shows: "tag, name or setting: hang". */
function unseenOf({ entry, signature: line, words, has = [] }) {
  const shown = wordsOf(`${entry.title} ${line ?? ""}`);
  const said = new Set(shown);
  // "nccl_shm_disable" says "disable" as well.
  for (const word of [...shown, ...words]) for (const part of word.split("_")) if (part !== word) said.add(part);
  return has
    .map(([field, found]) => [field, found.filter((word) => !said.has(word)).slice(0, 8)])
    .filter(([field, found]) => HELD_BY[field] && found.length)
    .map(([field, found]) => `${HELD_BY[field]}: ${found.join(", ")}`)
    .join("; ");
}

function views(id, current) {
  const made = element("span", "views");
  made.setAttribute("role", "gridcell");
  for (const [view, label] of VIEWS) {
    const link = element("a", "", label);
    link.href = addressOf(id, view);
    link.dataset.view = view;
    link.tabIndex = -1;
    if (view === current) link.setAttribute("aria-current", "true");
    made.append(link);
  }
  return made;
}

/** A signature with its placeholders marked and the words of the query in bold. */
export function signature(text, asked) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(PLACEHOLDER)) {
    parts.push(...emphasised(text.slice(at, found.index), asked));
    const values = found[2]?.split("|");
    if (values?.length === 1) parts.push(...emphasised(values[0], asked)); // one value does not vary
    else if (found[1]) parts.push(element("var", "ph", values ? folded(values).join(" or ") : `<${found[1]}>`));
    else parts.push("<");
    at = found.index + found[0].length;
  }
  parts.push(...emphasised(text.slice(at), asked));
  return parts;
}

/** Values with runs of three and more numbers as `1 to 12`, as the pages of entries show them. */
function folded(values) {
  const found = [];
  for (let at = 0; at < values.length; ) {
    let end = at + 1;
    while (end < values.length && /^\d+$/.test(values[end]) && Number(values[end]) === Number(values[end - 1]) + 1) end++;
    if (end - at > 2) found.push(`${values[at]} to ${values[end - 1]}`);
    else found.push(...values.slice(at, end));
    at = end;
  }
  return found;
}

/** Text with the asked words marked. */
function emphasised(text, asked) {
  const parts = [];
  let at = 0;
  for (const word of text.matchAll(/[A-Za-z_][A-Za-z0-9_]*|\d+/g)) {
    if (!asked.has(word[0].toLowerCase())) continue;
    if (word.index > at) parts.push(text.slice(at, word.index));
    parts.push(element("mark", "", word[0]));
    at = word.index + word[0].length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

/** Settings and hubs that a query names, as one more group: its title, and the list. */
export function placeElements(places, title = "Settings and hubs") {
  if (!places.length) return [];
  const items = places.map((place) => {
    const link = element("a", "", place.kind === "setting" ? element("code", "", place.name) : place.name);
    link.href = new URL(place.path, ROOT).href;
    return element("li", "", link, element("span", "", place.note));
  });
  return [element("h2", "", element("b", "", title)), element("ul", "so__p", ...items)];
}

/** What several lines are told: which came first is no question for a search. */
export function logNote(query) {
  const link = element("a", "so__log", "Diagnose them as a log");
  link.href = new URL("diagnose/", ROOT).href;
  link.addEventListener("click", () => handOver(query));
  return element("p", "so__several", `${query.trim().split("\n").length} lines. `, link, " to see which came first. The list below only says what each is.");
}

function nothingFound() {
  const link = element("a", "", "Diagnose a whole log");
  link.href = new URL("diagnose/", ROOT).href;
  return element("p", "so__none", "No entry prints this line, and none has these words. ", link, " to see what failed first even when no entry knows it.");
}

export function icon(name, className) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "ic");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return element("span", className, svg);
}

export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
