/* What is remembered on this device. Storage may be switched off: then nothing is. */
const PREFIX = "faultbook:";

/** @returns {string | null} */
export function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    /* nothing is remembered */
  }
}
