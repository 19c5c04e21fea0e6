/* Entry point of every page. Each module finds its own elements; a page works without them. */
import { followViewMemory } from "./view-memory.js";
import { watchCopyButtons } from "./copy.js";
import { watchSchemeToggle } from "./scheme-toggle.js";
import { followContents } from "./contents.js";
import { watchKeys } from "./keys.js";

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
if (document.querySelector("[data-narrow]")) {
  import("./narrow.js").then(({ startNarrowing }) => startNarrowing(document));
}
