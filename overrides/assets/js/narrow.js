/* Narrows the list of all failures by words, or by a line as it stands in a log. */
const WORD = /[a-z][a-z0-9_.+-]{1,}|\d{2,}/g;

/** The words of a text, in lower case, without repeats. */
export function words(text) {
  return new Set(text.toLowerCase().match(WORD) || []);
}

/** How much a word tells: little if most rows have it. */
export function weights(rows) {
  const counts = new Map();
  for (const row of rows) for (const word of row) counts.set(word, (counts.get(word) || 0) + 1);
  return (word) => Math.log(1 + rows.length / (counts.get(word) || 1));
}

/** From 0 to 1: the weight of the words in common, against the weight of both sides. */
export function score(query, row, weight) {
  let common = 0;
  let asked = 0;
  let has = 0;
  for (const word of row) has += weight(word);
  for (const word of query) {
    const worth = weight(word);
    asked += worth;
    if (row.has(word)) common += worth;
    else if (word.length > 2 && [...row].some((other) => other.startsWith(word))) {
      common += worth * 0.7;
    }
  }
  if (!asked || !has) return 0;
  // all words asked for, or most words of the row's line, make a hit
  return Math.max(common / asked, 0) * 0.5 + (common / Math.sqrt(asked * has)) * 0.5;
}

const ENOUGH = 0.3;

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
  const weight = weights(rows.map((row) => row.all));

  function narrow() {
    const query = words(input.value);
    if (!query.size) {
      for (const row of rows) row.element.hidden = false;
      list.append(...rows.map((row) => row.element));
      status.textContent = "";
      return;
    }
    const ranked = rows
      .map((row) => ({ row, value: Math.max(score(query, row.all, weight), score(query, row.line, weight)) }))
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
