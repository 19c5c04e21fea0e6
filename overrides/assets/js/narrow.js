/* A field that narrows a long list to the rows that have its words. Without scripts: the whole list. */
export function startNarrowing(root) {
  for (const input of root.querySelectorAll("input[data-narrow]")) narrow(input, root.querySelector(input.dataset.narrow));
}

/** How many rows are left, and what to do when none is. */
export const told = (shown, all) =>
  shown ? `${shown} of ${all}` : `0 of ${all}. None of them has all of this: write fewer words, or empty the field.`;

/** A row with its words in lower case: all of them, and those in view while its fold is closed. */
export function readRow(row) {
  const fold = row.querySelector("details");
  const text = row.textContent.toLowerCase();
  if (!fold) return { row, fold, text, open: text };
  const [label, folded] = [...fold.children].map((child) => child.textContent.toLowerCase());
  const open = text.replace(label + folded, "");
  return { row, fold, text: `${open} ${folded}`, open };
}

/** Show a row if it has all words; its fold opens if one of them stands in there only. */
export function narrowRow({ row, fold, text, open }, words) {
  row.hidden = words.some((word) => !text.includes(word));
  if (fold) fold.open = !row.hidden && words.some((word) => !open.includes(word));
}

function narrow(input, list) {
  let rows; // read when the first word is typed: a list may be long
  const groups = [...list.querySelectorAll("[data-rows]")].reverse(); // inner ones before those around them
  const status = input.closest(".filt").querySelector("[role=status]");
  const apply = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows ??= [...list.querySelectorAll("[data-row]")].map(readRow);
    for (const one of rows) {
      narrowRow(one, words);
      if (!one.row.hidden) shown++;
    }
    for (const group of groups) group.hidden = !group.querySelector("[data-row]:not([hidden])");
    list.hidden = !shown; // a head without rows says nothing
    status.textContent = words.length ? told(shown, rows.length) : "";
  };
  input.addEventListener("input", apply);
  if (input.value) apply(); // typed before the script was there, or kept over a reload
}
