/** Fields that stand on a page: the home page's and the search page's. */

import { searchField } from "./field.js";

/** Start every field of the page: a form with `[data-search-field]`. */
export function startFields(root) {
  for (const form of root.querySelectorAll("form[data-search-field]")) {
    const input = form.querySelector("textarea, input");
    const output = root.querySelector(form.dataset.searchField);
    const status = form.querySelector("[role=status]");
    const rest = root.querySelectorAll("[data-without-query]");
    const { look } = searchField({
      input, output, status,
      onResults: (results, query) => {
        for (const one of rest) one.hidden = Boolean(query);
      },
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      look();
    });
    const asked = new URLSearchParams(location.search).get("q");
    if (asked && !input.value) input.value = asked;
    if (input.value) look();
  }
}
