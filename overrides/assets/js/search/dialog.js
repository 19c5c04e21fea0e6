/** The search of every page: a dialog over it, opened by the header's field, `/` or Ctrl-K. */

import { searchField } from "./field.js";
import { ROOT } from "./load.js";
import { element, icon } from "./results.js";

let dialog = null;

/** Open the dialog; it is made at the first call. */
export function openSearch() {
  dialog ??= makeDialog();
  if (!dialog.open) dialog.showModal();
  const input = dialog.querySelector("textarea");
  input.focus();
  input.select();
}

function makeDialog() {
  const input = element("textarea", "so__t mono");
  input.rows = 1;
  input.spellcheck = false;
  input.setAttribute("aria-label", "An error line, words or a setting");
  input.setAttribute("autocapitalize", "off");
  input.placeholder = "Word, error line or setting";
  // A key where there are keys, a word on a phone; the word is heard in both.
  const close = element("button", "so__x", element("kbd", "", "Esc"), " ", element("span", "", "Close"));
  close.type = "button";
  const output = element("div", "so__r");
  const status = element("p", "vh");
  status.setAttribute("role", "status");
  const made = element(
    "dialog", "so",
    element("div", "so__q", icon("mag", "so__m"), input),
    element("div", "so__b", output, status),
    footer(),
    close, // stands in the corner, and comes last: after the field the keys lead to what was found
  );
  made.setAttribute("aria-label", "Search");
  close.addEventListener("click", () => made.close());
  made.addEventListener("click", (event) => {
    if (event.target === made) made.close(); // the page behind it
  });
  input.addEventListener("input", () => {
    input.style.height = "auto";
    input.style.height = `${Math.min(input.scrollHeight, 160)}px`;
  });
  searchField({ input, output, status });
  document.body.append(made);
  return made;
}

function footer() {
  const keys = (names, what) => element("span", "", ...names.map((name) => element("kbd", "", name)), ` ${what}`);
  const log = element("a", "", "Diagnose a log");
  log.href = new URL("diagnose/", ROOT).href;
  return element(
    "footer", "so__k",
    keys(["↑", "↓"], "move"), keys(["Enter"], "open in the view you read"), keys(["Tab"], "its title and views"),
    element("span", "so__l", "Have more than a line? ", log),
  );
}
