/** The findings with their reasons, the echoes, what resembles, what is unknown, what is missing. */

import { ROOT, entryAddress } from "./addresses.js";
import { openDraft } from "./draft.js";
import { button, command, counted, el, icon, link, prose, roleElement, section, visible } from "./elements.js";
import { addressed, firstStep } from "./steps.js";

const CELLS = { certain: 3, likely: 2, possible: 1 };
const EXPLAINED_OPEN = 3;
const UNKNOWN_OPEN = 5;
const LONGEST = 400; // characters of an unknown line

export function findingsElement(report) {
  const { answer, entries } = report;
  const list = el("ol", "finds");
  let number = 1;
  const add = (...children) => list.append(el("li", "", el("div", "find__n", String(number++)), el("div", "", ...children)));
  for (const finding of answer.findings) add(...findingParts(finding, entries[finding.entry]));
  const numbers = new Map(answer.findings.map((finding, at) => [finding.entry, at + 1]));
  const explained = answer.explained.map((one) => explainedParts(one, numbers));
  explained.slice(0, EXPLAINED_OPEN).forEach((parts) => add(...parts));
  for (const one of answer.resembles) add(...resemblingParts(one));
  const rest = explained.slice(EXPLAINED_OPEN);
  const children = [list];
  if (!list.children.length) children.splice(0, 1, el("p", "small", "No signature of any entry matched a line that names a failure."), ...(answer.unknown_errors.length ? [] : [nextElement()]));
  if (rest.length) children.push(folded(`${counted(rest.length, "more entry")} explained`.replace("entrys", "entries"), rest));
  children.push(...quietGroups(answer));
  return section("Findings", null, ...children);
}

/** What to give and where to look when a log names no failure. */
export function nextElement() {
  const board = [["crash-mid-run", "crash"], ["hang", "hang"], ["slow", "slow run"], ["wrong-numbers", "wrong number"]];
  const links = board.flatMap(([id, name], at) => [at ? ", " : "", link(name, `${new URL("on-call/", ROOT).href}#${id}`)]);
  return el(
    "p", "small",
    "If the job failed all the same: give the logs of all its ranks, of the launcher and of the kernel (", el("code", "", "dmesg -T"),
    ") together. Where nothing is printed, begin with what is seen: ", ...links, ".",
  );
}

function findingParts(finding, entry) {
  const head = el("p", "", roleElement(finding.role), link(finding.entry, entryAddress(finding.entry)), " ", confidence(finding.confidence), times(finding));
  const why = el("ul", "why", ...finding.reasons.map((reason) => el("li", "", icon("harm", "harm"), reason)));
  return [head, el("p", "find__t", finding.title), why, stepsElement(entry)];
}

/** Where the runbook begins, and the first repair with its number on the entry's page. */
function stepsElement(entry) {
  const { first, fix } = entry;
  if (!first && !fix) return null;
  const parts = first ? [el("h3", "", "Run first ", link(`step ${first.step}`, `${entryAddress(entry.id, "on-call")}#step${first.step}`)), ...firstStep(entry)] : [];
  if (fix) parts.push(...stepParts(entry, "Then", "8.1", fix));
  if (entry.verify) parts.push(el("h3", "", "Fixed when"), el("p", "small", ...addressed(entry, entry.verify)));
  parts.push(...entry.named.flatMap(([address, check]) => stepParts(entry, "Check", address, check)));
  return el("details", "todo", el("summary", "", icon("chevr"), "Check and fix"), ...parts);
}

function stepParts(entry, name, address, step) {
  const there = `${entryAddress(entry.id)}#s${address.replace(".", "-")}`;
  return [
    el("h3", "", `${name} `, link(address, there)),
    el("p", "small", ...prose(step.text), step.where ? ` (${step.where})` : ""),
    step.command ? command(step.command) : null,
  ];
}

function explainedParts(one, numbers) {
  const by = one.by === null ? capital(one.why) : `Explained by ${numbers.get(one.by) ?? one.by}, which ${one.why}`;
  return [
    el("p", "", roleElement("collateral"), link(one.entry, entryAddress(one.entry)), times(one, true)),
    el("p", "find__t", one.title),
    el("ul", "why", el("li", "", icon("harm", "harm"), `${by}.`)),
  ];
}

function resemblingParts(one) {
  return [
    el("p", "", roleElement("resembles"), link(one.entry, entryAddress(one.entry)), el("span", "small", "offered, not diagnosed")),
    el("p", "find__t", one.title),
    el("ul", "why", el("li", "", icon("bad", "init"), `Line ${one.line} has most words of `, el("code", "", one.signature), ", and is not that line.")),
  ];
}

function quietGroups(answer) {
  return [
    ["survived", "Overcome: training went on after it"],
    ["harmless", "Harmless"],
  ].flatMap(([name, title]) => {
    const rows = answer[name];
    if (!rows.length) return [];
    const items = rows.map((one) => [
      el("p", "", link(one.title, entryAddress(one.entry)), times(one, true)),
      ...(one.why ? [el("p", "small", ...prose(one.why))] : []),
    ]);
    return [folded(`${title}: ${rows.length}`, items)];
  });
}

function folded(title, rows) {
  const list = el("ul", "fold__l", ...rows.map((parts) => el("li", "", ...parts)));
  return el("details", "fold", el("summary", "", icon("chevr"), title), list);
}

function confidence(word) {
  const cells = Array.from({ length: 3 }, (_, number) => el("i", number < CELLS[word] ? "" : "o"));
  return el("span", "conf", ...cells, word);
}

function times({ count, ranks }, always = false) {
  if (count === 1 && !always && ranks.length < 2) return null;
  const on = ranks.length ? `, ${ranks.length === 1 ? "rank" : "ranks"} ${shortened(ranks)}` : "";
  return el("span", "small", `${count === 1 ? "once" : `${count.toLocaleString("en")} times`}${on}`);
}

function shortened(ranks) {
  const shown = ranks.slice(0, 8).join(", ");
  return ranks.length > 8 ? `${shown} and ${ranks.length - 8} more` : shown;
}

/**
 * What would decide, the error lines that no entry knows, and what is odd about the files (where
 * nothing failed, that stands below the headline).
 */
export function missingElement(report) {
  const { answer, unread, about } = report;
  const parts = [];
  if (answer.missing.length) parts.push(section("What is missing", null, notes(answer.missing)));
  parts.push(unknownElement(report));
  if (answer.problems.length && answer.initiating) {
    const title = about.files.length === 1 ? "About the file" : "About the files";
    parts.push(section(title, null, notes(answer.problems, unread)));
  }
  return el("div", "", ...parts);
}

/** A list of notes; those of `open` leave a question, the others are told. */
function notes(texts, open = texts) {
  const mark = (text) => (open.includes(text) ? icon("unk", "unk") : icon("ctx", "ctx"));
  const item = (text) => el("li", "", mark(text), el("div", "", visible(text)));
  return el("ul", "miss", ...texts.map(item));
}

/** Lines that look like errors and that no entry knows; each leads to a draft. */
function unknownElement({ answer, messages }) {
  const rows = answer.unknown_errors;
  const title = "Error lines that no entry knows";
  if (!rows.length) return section(title, null, el("p", "small unk__n", "None."));
  const items = rows.map((row) => unknownItem(row, messages));
  const list = el("ul", "unks", ...items.slice(0, UNKNOWN_OPEN));
  const rest = items.slice(UNKNOWN_OPEN);
  return section(title, null, list, rest.length ? folded(`${rest.length} more`, rest.map((item) => [...item.childNodes])) : null);
}

function unknownItem(row, messages) {
  const draft = draftButton(row, messages, "lk");
  const where = [`Line ${row.line.toLocaleString("en")}`, row.rank === null ? "" : `rank ${row.rank}`, row.count > 1 ? `${row.count.toLocaleString("en")} times` : ""];
  return el("li", "", el("code", "", visible(headOf(row.text.trim()))), el("p", "small", `${where.filter(Boolean).join(", ")}. `, draft));
}

/** The button that turns an unknown line into a draft. */
export function draftButton(line, messages, className = "btn") {
  const message = messages[`${line.file}\n${line.line}`] ?? line.text;
  return button("Draft an entry", () => openDraft(message, [line.host], new URL("contribute/", ROOT).href), { className });
}

/** The line stands in full in the log above. */
const headOf = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
