/**
 * The search index: fetched when the first query is typed, kept for the page's life.
 *
 * The engine is fetched beside it. Its modules are named here, because a browser learns of a module
 * only from the one that imports it: one wait a level, and there are four.
 */

export const ROOT = new URL("../../../", import.meta.url);
const MODULES = [
  "search/engine", "engine/mask", "engine/match", "engine/pattern", "engine/spans", "engine/steps", "engine/subject",
  "search/words", "logs/split", "logs/clean", "logs/clock", "logs/formats", "logs/peel", "logs/profile", "logs/unpack",
];

let loading = null;

/** @returns {Promise<SearchIndex>} rejects when the index cannot be had; the next call tries again */
export function loadIndex() {
  loading ??= Promise.all([fetchIndex(), importEngine()])
    .then(([document, { SearchIndex }]) => new SearchIndex(document))
    .catch((error) => {
      loading = null;
      throw error;
    });
  return loading;
}

async function fetchIndex() {
  const answer = await fetch(new URL("assets/search.json", ROOT));
  if (!answer.ok) throw new Error(`the search index answered ${answer.status}`);
  return answer.json();
}

function importEngine() {
  for (const name of MODULES) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = new URL(`assets/js/${name}.js`, ROOT).href;
    document.head.append(link);
  }
  return import("./engine.js");
}
