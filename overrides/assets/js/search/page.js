/** Fields that stand on a page: the home page's and the search page's. */

import { searchField } from "./field.js";
import { isSeveral } from "./words.js";

const LONGEST = 90; // characters of a query that the heading shows
const ADDRESSED = 1000; // and that the address may hold

/** Start every field of the page: a form with `[data-search-field]`. */
export function startFields(root) {
  for (const form of root.querySelectorAll("form[data-search-field]")) {
    const input = form.querySelector("textarea, input");
    const output = root.querySelector(form.dataset.searchField);
    const status = form.querySelector("[role=status]");
    const heading = root.querySelector("[data-search-heading]");
    const rest = root.querySelectorAll("[data-without-query]");
    const { look, empty } = searchField({
      input, output, status,
      onResults: (results, query) => {
        for (const one of rest) one.hidden = Boolean(query.trim());
        form.classList.toggle("several", isSeveral(query));
        if (!query.trim()) document.documentElement.classList.remove("answered");
        if (heading) state(heading, query.trim());
      },
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!empty()) look();
    });
    const asked = new URLSearchParams(location.search).get("q");
    if (asked && !input.value) input.value = asked;
    if (heading && input.value) state(heading, input.value.trim());
    if (input.value) look().then(() => document.documentElement.classList.replace("asked", "answered"));
  }
}

/** Say in the heading, the title and the address what was asked for, so that it can be sent on. */
function state(heading, query) {
  heading.dataset.plain ??= heading.textContent;
  heading.dataset.site ??= document.title.split(" | ").at(-1);
  const asked = query.length > LONGEST ? `${query.slice(0, LONGEST)}…` : query;
  heading.textContent = query ? `Failures for “${asked}”` : heading.dataset.plain;
  document.title = `${heading.textContent} | ${heading.dataset.site}`;
  const address = new URL(location.href);
  if (query && query.length <= ADDRESSED) address.searchParams.set("q", query);
  else address.searchParams.delete("q");
  history.replaceState(history.state, "", address);
}
