/* Entry point of every page. Each module finds its own elements; a page works without them. */
import { followViewMemory } from "./view-memory.js";
import { watchCopyButtons } from "./copy.js";
import { watchSchemeToggle } from "./scheme-toggle.js";
import { followContents } from "./contents.js";
import { watchKeys } from "./keys.js";
import { handOver } from "./hand-over.js";

const later = window.requestIdleCallback ?? window.setTimeout;
const settle = () => later(() => document.documentElement.classList.remove("early"));
if (document.readyState === "complete") settle();
else window.addEventListener("load", settle);

watchSchemeToggle(document);
watchCopyButtons(document);
followViewMemory(document);
followContents(document);
watchKeys(document);

for (const button of document.querySelectorAll("[data-print]")) {
  button.addEventListener("click", () => window.print());
}
if (document.querySelector("[data-calculator]")) {
  import("./calculator.js").then(({ startCalculators }) => startCalculators(document));
}
if (document.querySelector("[data-hub-filter], table[data-sortable]")) {
  import("./hub.js").then(({ startHub }) => startHub(document));
}
if (document.querySelector("[data-narrow]")) {
  import("./narrow.js").then(({ startNarrowing }) => startNarrowing(document));
}
const guess = document.querySelector("[data-guess]");
if (guess) import("./guess.js").then(({ startGuess }) => startGuess(guess));
for (const link of document.querySelectorAll("a[data-hand-over]")) {
  link.addEventListener("click", () => handOver(document.querySelector(link.dataset.handOver).value));
}
const diagnosis = document.querySelector("[data-diagnose]");
if (diagnosis) {
  import("./diagnose-page/page.js").then(({ startDiagnosis }) => startDiagnosis(diagnosis));
}
for (const link of document.querySelectorAll("a[data-search]")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    import("./search/dialog.js").then(({ openSearch }) => openSearch());
  });
}
