/* Tables of a hub: show one role, filter by words, sort by a column. Without scripts: plain tables. */
export function startHub(root) {
  for (const bar of root.querySelectorAll("[data-hub-filter]")) startFilter(bar, bar.parentElement.querySelector("table"));
  for (const table of root.querySelectorAll("table[data-sortable]")) startSorting(table);
}

function startFilter(bar, table) {
  const rows = [...table.querySelectorAll("tr[data-role]")].map((row) => ({ row, text: row.textContent.toLowerCase() }));
  const buttons = [...bar.querySelectorAll("button")];
  const input = bar.querySelector("input");
  const status = bar.querySelector("[role=status]");
  for (const button of buttons) {
    const role = button.dataset.role;
    if (role && rows.some(({ row }) => row.dataset.role === role)) button.hidden = false;
  }
  function show() {
    const role = buttons.find((button) => button.getAttribute("aria-pressed") === "true").dataset.role;
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { row, text } of rows) {
      row.hidden = (role && row.dataset.role !== role) || words.some((word) => !text.includes(word));
      if (!row.hidden) shown++;
    }
    for (const body of table.tBodies) body.hidden = ![...body.querySelectorAll("tr[data-role]")].some((row) => !row.hidden);
    status.textContent = `${shown} of ${rows.length} lines`;
  }
  bar.addEventListener("click", (event) => {
    const chosen = event.target.closest("button");
    if (!chosen) return;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button === chosen));
    show();
  });
  input.addEventListener("input", show);
}

/** Columns sort by a click on their head; `data-sort` of a cell goes before its text. */
export function startSorting(table) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
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
  const rows = [...body.rows].sort((a, b) => direction * value(a).localeCompare(value(b), "en", { numeric: true }));
  body.append(...rows);
}
