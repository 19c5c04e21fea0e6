/* A field that narrows a long list to the rows that have its words. Without scripts: the whole list. */
export function startNarrowing(root) {
  for (const input of root.querySelectorAll("input[data-narrow]")) narrow(input, root.querySelector(input.dataset.narrow));
}

/** How many rows are left, and what to do when none is. */
export const told = (shown, all) =>
  shown ? `${shown} of ${all}` : `0 of ${all}. None of them has all of this: write fewer words, or empty the field.`;

function narrow(input, list) {
  let rows; // read when the first word is typed: a list may be long
  const groups = [...list.querySelectorAll("[data-rows]")].reverse(); // inner ones before those around them
  const status = input.closest(".filt").querySelector("[role=status]");
  const apply = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows ??= [...list.querySelectorAll("[data-row]")].map((row) => ({ row, text: row.textContent.toLowerCase() }));
    for (const { row, text } of rows) {
      row.hidden = words.some((word) => !text.includes(word));
      if (!row.hidden) shown++;
    }
    for (const group of groups) group.hidden = !group.querySelector("[data-row]:not([hidden])");
    list.hidden = !shown; // a head without rows says nothing
    status.textContent = words.length ? told(shown, rows.length) : "";
  };
  input.addEventListener("input", apply);
  if (input.value) apply(); // typed before the script was there, or kept over a reload
}
