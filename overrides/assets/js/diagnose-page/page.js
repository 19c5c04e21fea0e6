/** The page that diagnoses logs. Everything happens on this machine. */

import { takeHandedOver } from "../hand-over.js";
import { el, visible } from "./elements.js";
import { Engine } from "./engine.js";
import { findingsElement, missingElement } from "./findings.js";
import { fitsField, watchInput } from "./input.js";
import { logElement } from "./log.js";
import { pictureElement } from "./picture.js";
import { save } from "./preview.js";
import { openShare } from "./share.js";
import { aboutElement, verdictElement } from "./verdict.js";

/** Start the page: its element with `[data-diagnose]`. */
export function startDiagnosis(root) {
  const parts = Object.fromEntries(["input", "busy", "result", "problem"].map((name) => [name, root.querySelector(`[data-${name}]`)]));
  const bar = parts.busy.querySelector("progress");
  const words = parts.busy.querySelector("[data-read]");
  const engine = new Engine({
    onProgress: (read, of) => {
      bar.value = of ? Math.min(1, read / of) : 1;
      words.textContent = `${megabytes(read)} of ${megabytes(of)}`;
    },
  });
  const show = (name) => {
    for (const [key, part] of Object.entries(parts)) if (key !== "problem") part.hidden = key !== name;
  };
  const say = (message) => {
    parts.problem.textContent = message;
    parts.problem.hidden = !message;
  };
  const fail = (message) => {
    show("input");
    say(message);
  };
  const again = () => {
    parts.result.replaceChildren();
    show("input");
    root.querySelector("textarea").focus();
  };

  async function diagnose(logs) {
    fail("");
    bar.removeAttribute("value");
    words.textContent = "";
    show("busy");
    try {
      const report = await engine.diagnose(logs);
      if (report === null) return again();
      parts.result.replaceChildren(...resultElements(report, engine, again));
      show("result");
      parts.result.querySelector("h1").focus({ preventScroll: true });
      window.scrollTo(0, 0);
    } catch (error) {
      fail(`The diagnosis did not work: ${visible(error.message)}. Nothing was sent. The command \`faultbook diagnose\` reads the same log in a terminal.`);
    }
  }

  parts.busy.querySelector("button").addEventListener("click", () => engine.cancel());
  watchInput(parts.input, diagnose, say);
  root.querySelector("[type=submit]").disabled = false;
  root.dataset.ready = "";
  const handed = takeHandedOver();
  if (handed) {
    if (fitsField(handed)) root.querySelector("textarea").value = handed;
    diagnose([{ name: "pasted.log", blob: new Blob([handed]) }]);
  }
}

function resultElements(report, engine, again) {
  const { answer } = report;
  const read = report.unread.length < report.about.files.length;
  const actions = [
    ["Another log", again],
    ["As JSON", () => save(`${JSON.stringify(answer, null, 2)}\n`, "diagnosis.json", "application/json")],
    ["Share, after a preview", () => openShare(report)],
  ];
  return [
    aboutElement(report.about, actions),
    verdictElement(report),
    pictureElement(report),
    logElement(report, (file, from, to) => engine.lines(file, from, to)),
    read ? el("div", "cols", findingsElement(report), missingElement(report)) : null,
  ].filter(Boolean);
}

const megabytes = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
