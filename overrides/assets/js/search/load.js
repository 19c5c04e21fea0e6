/** The search index: fetched when the first query is typed, kept for the page's life. */

export const ROOT = new URL("../../../", import.meta.url);

let loading = null;

/** @returns {Promise<SearchIndex>} rejects when the index cannot be had; the next call tries again */
export function loadIndex() {
  // The engine comes with all that it imports: the site joins these modules into one file.
  loading ??= Promise.all([fetchIndex(), import("./engine.js")])
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
