/** On the page for missing addresses: the entries whose ids are nearly the one in the address. */

import { ROOT, loadIndex } from "./search/load.js";
import { startFields } from "./search/page.js";
import { near } from "./search/words.js";

const MOST = 3;
const VIEWS = new Set(["on-call", "executive"]);
const bare = (text) => text.replaceAll("-", "");
const backwards = (text) => [...text].reverse().join("");

/** Start the search field, and offer in `box` what the address is nearly that of. */
export async function startGuess(box) {
  startFields(document);
  const [asked, view] = location.pathname.slice(ROOT.pathname.length).toLowerCase().split("/");
  if (asked.length < 4) return;
  const { entries } = await loadIndex();
  // `near` takes the first letter for right; read backwards, that is the last one.
  const alike = (id) => id === asked || near(asked, id) || near(backwards(asked), backwards(id));
  // "xid79": an id as somebody remembers it has no hyphens, and not all of its words.
  const begins = (id) => bare(id).startsWith(bare(asked)) && !/^\d/.test(bare(id).slice(bare(asked).length));
  const found = [...entries.filter(({ id }) => alike(id)), ...entries.filter(({ id }) => !alike(id) && begins(id))].slice(0, MOST);
  for (const { id, title } of found) {
    const link = document.createElement("a");
    link.href = new URL(VIEWS.has(view) ? `${id}/${view}/` : `${id}/`, ROOT).href;
    link.textContent = title;
    const item = document.createElement("li");
    item.append(link);
    box.querySelector("ul").append(item);
  }
  box.hidden = !found.length;
}
