/** The search index: fetched when the first query is typed, kept for the page's life. */

import { SearchIndex } from "./engine.js";

export const ROOT = new URL("../../../", import.meta.url);

let loading = null;

/** @returns {Promise<SearchIndex>} rejects when the index cannot be had; the next call tries again */
export function loadIndex() {
  loading ??= fetch(new URL("assets/search.json", ROOT))
    .then((answer) => {
      if (!answer.ok) throw new Error(`the search index answered ${answer.status}`);
      return answer.json();
    })
    .then((document) => new SearchIndex(document))
    .catch((error) => {
      loading = null;
      throw error;
    });
  return loading;
}
