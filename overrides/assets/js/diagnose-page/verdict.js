/** The head of the result: verdict, what failed, how sure, and the next command. */

import { entryAddress } from "./addresses.js";
import { draftButton, nextElement } from "./findings.js";
import { button, counted, countedAs, el, icon, link, roleElement, visible } from "./elements.js";
import { addressed, firstStep } from "./steps.js";

/** The line about what was read, with the buttons beside it. `actions` is `[label, function]`. */
export function aboutElement(about, actions) {
  const lines = about.lines.reduce((sum, number) => sum + number, 0);
  const parts = [counted(lines, "line")];
  if (about.ranks) parts.push(about.worldSize > about.ranks ? `${about.ranks} of ${about.worldSize} ranks` : counted(about.ranks, "rank"));
  if (about.processes > 1) parts.push(countedAs(about.processes, "process", "processes"));
  if (about.hosts) parts.push(counted(about.hosts, "host"));
  const buttons = actions.map(([label, act]) => button(label, act));
  return el(
    "div",
    "dh",
    el("span", "small", el("b", "", counted(about.files.length, "file")), `, ${parts.join(", ")}`),
    el("span", "dh__b", ...buttons),
  );
}

export function verdictElement(report) {
  const { answer, entries } = report;
  const finding = answer.findings[0] ?? null;
  const heading = el("h1", "", visible(report.headline));
  heading.tabIndex = -1;
  const left = el("div", "", heading);
  if (finding) {
    left.append(el("p", "v__e", roleElement(finding.role), link(finding.title, entryAddress(finding.entry))));
  }
  if (report.assurance) {
    const [bold, rest] = report.assurance;
    left.append(el("p", "v__c", el("b", "", bold), ` ${rest}`));
  }
  if (!answer.initiating) left.append(...answer.problems.map((note) => el("p", "v__c", visible(note))));
  const first = firstLine(report, finding);
  if (first) left.append(first);
  const right = finding ? stepsElement(entries[finding.entry]) : unknownElement(report);
  return el("section", right ? "verdict" : "verdict verdict--one", left, right);
}

/** Where the initiating line stands. */
function firstLine({ answer, about, marks }, finding) {
  const first = answer.initiating;
  if (!first) return null;
  const where = [`line ${first.line.toLocaleString("en")}`];
  if (first.rank !== null) where.push(`rank ${first.rank}`);
  if (first.host) where.push(`host ${visible(first.host)}`);
  if (about.files.length > 1) where.push(visible(first.file));
  const words = where.join(", ");
  const shown = marks.some((mark) => mark.first); // in the log below
  return el("p", "v__w small", `${nameOf(first, finding)}: `, el("b", "", shown ? link(words, "#first-error") : words));
}

/** What the initiating line is called. */
export function nameOf(first, finding) {
  if (first.warning) return "Warning";
  if (first.unconfirmed) return "Looks like an error";
  return finding?.role === "collateral" && first.entry ? "First echo" : "First error";
}

function stepsElement(entry) {
  const { first, fix, verify } = entry;
  const box = el("div", "next", el("h2", "", first?.command ? "Next command" : "Next step"));
  box.append(...firstStep(entry).filter(Boolean));
  if (fix) box.append(el("p", "small next__v", el("b", "", "Then "), link("8.1", `${entryAddress(entry.id)}#s8-1`), ": ", ...addressed(entry, fix.text)));
  if (verify) box.append(el("p", "small next__v", el("b", "", "Fixed when: "), ...addressed(entry, verify)));
  const onCall = link("On-call, the numbered steps", entryAddress(entry.id, "on-call"));
  const engineer = link("Engineer, the whole entry", entryAddress(entry.id));
  box.append(el("ul", "next__l", el("li", "", icon("arr"), onCall), el("li", "", icon("arr"), engineer)));
  return box;
}

function unknownElement({ answer, messages }) {
  const [needed] = answer.missing;
  if (!answer.initiating && !needed) return null;
  const box = el("div", "next", el("h2", "", "Next step"));
  if (needed) box.append(el("p", "next__q", visible(needed)));
  const first = answer.initiating;
  if (first?.warning || first?.unconfirmed) box.append(nextElement());
  else if (first && !first.entry) {
    box.append(el("p", "next__q", "No entry knows the first error. Make it one, if you know what it means:"), draftButton(first, messages));
  }
  return box;
}
