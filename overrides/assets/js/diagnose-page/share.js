/** What a reader may pass on of a diagnosis: shown first, without names, copied by the reader. */

import { visible } from "./elements.js";
import { preview } from "./preview.js";
import { Redactor } from "./redact.js";
import { nameOf } from "./verdict.js";

const UNKNOWN_SHARED = 5;

/** The text to share: verdict, initiating line, findings, what is missing; names taken out. */
export function shareText(report) {
  const { answer } = report;
  const all = [answer.initiating, ...answer.findings.flatMap((one) => one.evidence), ...answer.unknown_errors];
  const redactor = new Redactor(all.filter(Boolean).map((line) => line.host));
  const shown = (text) => redactor.redact(visible(text)).trim();
  const out = [shown(report.headline), ""];
  if (answer.initiating) {
    const { line, rank, text } = answer.initiating;
    out.push(`${nameOf(answer.initiating, answer.findings[0] ?? null)}: line ${line}${rank === null ? "" : `, rank ${rank}`}`, `    ${shown(text)}`, "");
  }
  for (const { entry, title, confidence, count, reasons } of answer.findings) {
    out.push(`${entry} (${confidence}, ${count === 1 ? "1 line" : `${count} lines`})`, `  ${title}`);
    out.push(...reasons.map((reason) => `  - ${reason}`), "");
  }
  if (answer.explained.length) {
    out.push("Echoes:", ...answer.explained.map((one) => `  ${one.entry}, ${one.count === 1 ? "1 line" : `${one.count} lines`}`), "");
  }
  if (answer.unknown_errors.length) {
    out.push("Error lines that no entry knows:");
    out.push(...answer.unknown_errors.slice(0, UNKNOWN_SHARED).map((one) => `    ${shown(one.text)}`), "");
  }
  if (answer.missing.length) out.push("Missing:", ...answer.missing.map((fact) => `  - ${shown(fact)}`), "");
  return `${out.join("\n").trim()}\n`;
}

export function openShare(report) {
  preview(
    "What you would pass on",
    "Users, hosts, addresses and tokens are replaced. Read it before you paste it anywhere: a program cannot know what is confidential to you. This page sends nothing.",
    shareText(report),
    "diagnosis.txt",
  );
}
