/* A reader's view (on-call, engineer, executive) holds from entry to entry.
   It is set by choosing one, not by following a link; links that name an entry and no view
   (`data-entry`) then lead to the chosen one. */
import { recall, remember } from "./storage.js";

const FOLDERS = { "on-call": "on-call/", engineer: "", executive: "executive/" };

/** The link to an entry in a view: `../id/` becomes `../id/on-call/`. */
export function inView(href, view) {
  const folder = FOLDERS[view];
  if (folder === undefined) return href;
  const [path, ...hash] = href.split("#");
  const base = path.replace(/(on-call|executive)\/$/, "");
  return base + folder + (hash.length ? `#${hash.join("#")}` : "");
}

export function applyView(root, view) {
  for (const link of root.querySelectorAll("a[data-entry]")) {
    link.setAttribute("href", inView(link.getAttribute("href"), view));
  }
}

export function followViewMemory(root) {
  const chosen = recall("view");
  // an entry's own page keeps its readers in the view they are reading
  if (chosen && !root.querySelector(".views [aria-current]")) applyView(root, chosen);
  root.addEventListener("click", (event) => {
    const choice = event.target.closest && event.target.closest("a[data-view]");
    if (choice) remember("view", choice.dataset.view);
  });
  // the page may come back from the cache of the back button after another choice
  window.addEventListener("pageshow", (event) => {
    const now = recall("view");
    if (event.persisted && now && !root.querySelector(".views [aria-current]")) {
      applyView(root, now);
    }
  });
}
