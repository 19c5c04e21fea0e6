/** Where the runbook of an entry begins: the step, and where each of its outcomes leads. */

import { entryAddress } from "./addresses.js";
import { command, el, icon, link, prose, visible } from "./elements.js";

/** The first step of an entry's runbook, as children of an element. */
export function firstStep(entry) {
  const { first } = entry;
  if (!first) return [];
  const outcomes = first.outcomes.map(({ see, go, note }) => {
    const to = el("span", "out__g", icon("arr"), ...goal(entry, go), note ? el("span", "", ": ", ...prose(note)) : null);
    return el("li", "", el("samp", "", ...prose(visible(see))), " ", to);
  });
  return [
    el("p", "next__q", ...prose(first.title)),
    el("p", "small", `${capital(first.where)}:`),
    first.command ? command(first.command) : null,
    outcomes.length ? el("ul", "out", ...outcomes) : null,
  ];
}

/** A text about an entry, in which the addresses of its checks lead to them: `5.1 shows 1.0G`. */
export function addressed(entry, text) {
  const known = new Set([...entry.named.map(([address]) => address), "8.1"]);
  const parts = (plain) =>
    plain.split(/(?<![\w.-])(\d{1,2}\.\d{1,2})(?![\w-]|\.\d)/).map((part, number) =>
      number % 2 && known.has(part) ? link(part, `${entryAddress(entry.id)}#s${part.replace(".", "-")}`) : part,
    );
  return prose(text).flatMap((part) => (typeof part === "string" ? parts(part) : [part]));
}

function goal(entry, go) {
  const runbook = entryAddress(entry.id, "on-call");
  if (go === "done") return ["done"];
  if (go === "stop") return [link("stop", `${runbook}#stop`)];
  if (typeof go === "number") return [link(`step ${go}`, `${runbook}#step${go}`)];
  const [, other] = go.split(":");
  return [link(other, entryAddress(other, "on-call"))];
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1).replace(/[.:]$/, "");
