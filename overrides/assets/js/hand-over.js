/* A pasted log on its way from one page of the site to the next: in this tab's memory, taken once. */
const NAME = "faultbook:log";

export function handOver(text) {
  try {
    if (text.trim()) sessionStorage.setItem(NAME, text);
  } catch {
    /* storage is off, or the log too long for it: it can be pasted again */
  }
}

/** @returns {string | null} what another page left here; it is gone then */
export function takeHandedOver() {
  try {
    const text = sessionStorage.getItem(NAME);
    sessionStorage.removeItem(NAME);
    return text;
  } catch {
    return null;
  }
}
