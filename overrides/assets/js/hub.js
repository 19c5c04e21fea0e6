/* Tables of a hub: show one role, filter by words, sort by a column. Without scripts: plain tables. */
import { narrowRow, readRow, told } from "./narrow.js";

export function startHub(root) {
  for (const bar of root.querySelectorAll("[data-hub-filter]")) startFilter(bar, bar.parentElement.querySelector("table"));
  for (const table of root.querySelectorAll("table[data-sortable]")) startSorting(table);
}

function startFilter(bar, table) {
  const rows = [...table.querySelectorAll("tr[data-role]")].map(readRow);
  const buttons = [...bar.querySelectorAll("button")];
  const input = bar.querySelector("input");
  const status = bar.querySelector("[role=status]");
  function show() {
    const pressed = buttons.find((button) => button.getAttribute("aria-pressed") === "true");
    const role = pressed?.dataset.role ?? "";
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const one of rows) {
      narrowRow(one, words);
      if (role && one.row.dataset.role !== role) one.row.hidden = true;
      if (!one.row.hidden) shown++;
    }
    for (const body of table.tBodies) body.hidden = !body.querySelector("tr[data-role]:not([hidden])");
    table.hidden = !shown; // a head without rows says nothing
    status.textContent = role || words.length ? told(shown, rows.length) : "";
  }
  bar.addEventListener("click", (event) => {
    const chosen = event.target.closest("button");
    if (!chosen) return;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button === chosen));
    show();
  });
  input.addEventListener("input", show);
  bar.dataset.started = "";
  if (input.value) show(); // typed before the script was there, or kept over a reload
}

/**
 * Columns sort by a click on their head; `data-sort` of a cell goes before its text. Sentences
 * (`data-prose`) have no order that tells anything.
 */
export function startSorting(table) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if ("prose" in head.dataset) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sortb";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      for (const body of table.tBodies) sortBody(body, column, down ? -1 : 1);
    });
  });
}

function sortBody(body, column, direction) {
  const value = (row) => row.cells[column].dataset.sort ?? row.cells[column].textContent.trim();
  const rows = [...body.rows].filter((row) => !row.matches(".grp")); // a heading stays where it is
  rows.sort((a, b) => direction * compared(value(a), value(b)));
  body.append(...rows);
}

/** Numbers by their size and before words (`-9`, `144-150`, `0:125` count as numbers). */
function compared(a, b) {
  const [x, y] = [a, b].map((text) => (/^-?\d/.test(text) ? parseFloat(text) : Infinity));
  if (x !== y) return x < y ? -1 : 1;
  return a.localeCompare(b, "en", { numeric: true });
}
