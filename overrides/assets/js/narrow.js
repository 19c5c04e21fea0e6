/* Narrows the list of all failures by words, or by a line as it stands in a log. */
const WORD = /[a-z][a-z0-9_.+-]{1,}|\d{2,}/g;

/** The words of a text, in lower case, without repeats. */
export function words(text) {
  return new Set(text.toLowerCase().match(WORD) || []);
}

/** Share of a row's words or of the query's words that the other side has, whichever tells more. */
export function score(query, row) {
  if (!query.size || !row.size) return 0;
  let common = 0;
  for (const word of query) {
    if (row.has(word)) common += 1;
    else if (word.length > 2 && [...row].some((other) => other.startsWith(word))) common += 0.7;
  }
  return Math.max(common / query.size, (common / row.size) * 0.9);
}

const ENOUGH = 0.5;

export function startNarrowing(root) {
  const form = root.querySelector("[data-narrow]");
  const input = form.querySelector("input");
  const status = form.querySelector("[data-narrow-status]");
  const list = root.querySelector(".list");
  const rows = [...list.children].map((element) => ({
    element,
    all: words(element.textContent),
    line: words(element.querySelector("code")?.textContent || ""),
  }));

  function narrow() {
    const query = words(input.value);
    if (!query.size) {
      for (const row of rows) row.element.hidden = false;
      list.append(...rows.map((row) => row.element));
      status.textContent = "";
      return;
    }
    const ranked = rows
      .map((row) => ({ row, value: Math.max(score(query, row.all), score(query, row.line)) }))
      .sort((a, b) => b.value - a.value);
    for (const { row, value } of ranked) row.element.hidden = value < ENOUGH;
    list.append(...ranked.map(({ row }) => row.element));
    const shown = ranked.filter(({ value }) => value >= ENOUGH).length;
    status.textContent = shown ? `${shown} of ${rows.length}` : "No failure has these words.";
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", narrow);
  input.value = new URLSearchParams(location.search).get("q") || "";
  narrow();
}
