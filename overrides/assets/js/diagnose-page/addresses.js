/** Addresses of the site's pages. */

export const ROOT = new URL("../../../", import.meta.url);

/** The address of an entry in a view: "" (engineer), "on-call" or "executive". */
export const entryAddress = (id, view = "") => new URL(`${id}/${view ? `${view}/` : ""}`, ROOT).href;
