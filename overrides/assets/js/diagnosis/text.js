/** Strings as Python counts them, so that both engines cut at the same place. */

const PAIR = /[\ud800-\udbff][\udc00-\udfff]/;

/** The first `count` characters of a text; a pair of surrogates is one. */
export function head(text, count) {
  if (text.length <= count) return text;
  return PAIR.test(text) ? [...text].slice(0, count).join("") : text.slice(0, count);
}

/** The number of characters of a text. */
export function size(text) {
  return PAIR.test(text) ? [...text].length : text.length;
}

/** A number with two decimals, a tie to the even digit. */
export function fixed2(number) {
  if (!Number.isInteger(number * 8) || (number * 8) % 2 === 0) return number.toFixed(2);
  const hundredths = Math.floor(number * 100);
  return ((hundredths % 2 ? hundredths + 1 : hundredths) / 100).toFixed(2);
}

/** A whole number with commas between the thousands. */
export const grouped = (number) => String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");

const LATIN = new TextDecoder("latin1");
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Bytes as text in which each byte is one character. */
export const latin = (bytes) => LATIN.decode(bytes);

/** Bytes as text; what is no UTF-8 becomes U+FFFD. */
export const utf8 = (bytes) => UTF8.decode(bytes);
