/** Words: cut out of texts, and compared with typing errors in mind. */

const WORD = /[a-z_][a-z0-9_]*|\d+/g;
const STOP = new Set(
  `a an and are as at be by do does for from has have i in is it its my no not of on or our that the
  this to was we what when why with int num hex word path host ip quoted any
  can cant won wont don dont doesn doesnt didn didnt isn isnt t s`.split(/\s+/),
);

/** The words of a text that can tell something. */
export function wordsOf(text) {
  const found = [];
  for (const word of text.toLowerCase().match(WORD) ?? []) {
    if (STOP.has(word)) continue;
    found.push(word);
    if (word.includes("_")) for (const part of word.split("_")) if (part.length > 1) found.push(part);
  }
  return found;
}

/** Numbers and single letters tell nothing by themselves. */
export const isTelling = (word) => word.length > 1 && !/^\d+$/.test(word);

/** Whether a query is several lines: a piece of a log. */
export const isSeveral = (query) => query.trim().includes("\n");

/** Whether two words differ by one letter, or by two when they are long: lost, added or changed. */
export const near = (one, other) => slips(one, other) < Infinity;

/** By how many letters two words differ: Infinity for more than one, or two when they are long. */
export function slips(one, other) {
  const most = one.length >= 8 ? 2 : 1;
  if (Math.abs(one.length - other.length) > most || one[0] !== other[0]) return Infinity;
  let before = null;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      let cost = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) cost = Math.min(cost, before[j - 2] + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return Infinity;
    before = row;
    row = next;
  }
  return row[other.length] <= most ? row[other.length] : Infinity;
}
