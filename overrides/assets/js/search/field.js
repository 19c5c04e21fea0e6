/**
 * A field whose results follow what is typed: a text box that moves through the rows below it.
 * Rows and not options of a list, because a row may hold links (the three views) and an option not.
 */

import { loadIndex } from "./load.js";
import { chosenView, element, logNote, placeElements, resultElements } from "./results.js";
import { isSeveral } from "./words.js";

const PAUSE = 40; // milliseconds of silence before a query is looked up
const MOST = 12; // results that are shown, the likeliest
const ALIKE = 3; // of those that merely resemble a line which some entry prints
let fields = 0;

/**
 * Make a field search. `input` takes the query, `output` shows the results, `status` is told how
 * many there are (for screen readers).
 */
export function searchField({ input, output, status, onResults = () => {} }) {
  const prefix = `so${fields++}`;
  const state = { active: -1, query: "", timer: 0 };
  input.setAttribute("aria-autocomplete", "list");
  output.id ||= `${prefix}-list`;
  input.setAttribute("aria-controls", output.id);
  output.setAttribute("role", "region");
  if (!output.hasAttribute("aria-label")) output.setAttribute("aria-label", "Failures found");

  const rows = () => [...output.querySelectorAll('[role="row"]')];

  /** Mark a row. The first answer is not scrolled to: that would lay the page out once more. */
  function activate(number, scroll = true) {
    const all = rows();
    all.forEach((one, at) => {
      one.classList.toggle("sel", at === number);
      one.setAttribute("aria-selected", String(at === number));
      for (const link of one.querySelectorAll(".views a")) link.tabIndex = at === number ? 0 : -1;
    });
    state.active = number;
    if (all[number]) {
      input.setAttribute("aria-activedescendant", all[number].id);
      if (scroll) all[number].scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  }

  async function look() {
    const query = input.value;
    if (query === state.query) return;
    state.query = query;
    if (!query.trim()) return clear();
    let index;
    try {
      index = await loadIndex();
    } catch {
      status.textContent = "The search index could not be loaded.";
      return;
    }
    if (query !== state.query) return; // something else was typed meanwhile
    const first = !output.firstChild;
    const results = telling(index.search(query, MOST));
    const places = index.placesFor(query, results[0]?.by === "prints");
    const exact = places.filter((place) => place.exact);
    output.replaceChildren(
      ...(isSeveral(query) ? [logNote(query)] : []),
      ...placeElements(exact, "The setting of this name"),
      ...resultElements(results, query, prefix),
      ...placeElements(places.filter((place) => !place.exact)),
    );
    status.textContent = results.length === 1 ? "1 failure" : results.length < MOST ? `${results.length} failures` : `The ${MOST} likeliest failures`;
    activate(results.length ? 0 : -1, !first);
    onResults(results, query);
  }

  function clear() {
    output.replaceChildren();
    status.textContent = "";
    activate(-1);
    onResults([], "");
  }

  /** Say that there is nothing to look up; true if so. */
  function empty() {
    if (input.value.trim()) return false;
    const note = element("p", "so__none", "Paste a line first, or type a word.");
    note.setAttribute("role", "alert");
    output.replaceChildren(note);
    input.focus();
    return true;
  }

  function open() {
    (output.querySelector("a.so__log") ?? rows()[state.active]?.querySelector("a.sr__t"))?.click();
  }

  input.addEventListener("input", () => {
    clearTimeout(state.timer);
    state.timer = setTimeout(look, PAUSE);
  });
  input.addEventListener("keydown", (event) => {
    const count = rows().length;
    if (event.key === "ArrowDown" && count) activate((state.active + 1) % count);
    else if (event.key === "ArrowUp" && count) activate((state.active - 1 + count) % count);
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      if (!empty()) look().then(open);
    } else return;
    event.preventDefault();
  });
  return { look, clear, empty, view: chosenView };
}

/** Beside an entry that prints the line, those that resemble it are few: they are not the answer. */
function telling(results) {
  if (!results.some(({ by }) => by === "prints")) return results;
  let alike = 0;
  return results.filter(({ by }) => by !== "resembles" || ++alike <= ALIKE);
}
