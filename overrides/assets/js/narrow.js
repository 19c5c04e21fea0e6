/* A field that narrows a long list to the rows that have its words. Without scripts: the whole list. */
export function startNarrowing(root) {
  for (const input of root.querySelectorAll("input[data-narrow]")) narrow(input, root.querySelector(input.dataset.narrow));
}

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
    status.textContent = words.length ? `${shown} of ${rows.length}` : "";
  };
  input.addEventListener("input", apply);
  if (input.value) apply(); // typed before the script was there, or kept over a reload
}
