/** Cleaning: text of unknown quality to text without control characters (faultbook.logs.clean). */

const ANSI =
  /\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b\n]{0,2048}(?:\x07|\x1b\\)?|[@-Z\\^_]|[()][0-9A-B])/g;
// The ESC byte lost in copy and paste leaves "[36m(RayWorker" behind.
const ORPHAN = /\[(?:0|1|2|3[0-7]|9[0-7]|[01];3[0-7])m(?=[^\s\]])/g;
const ORPHAN_RESET = /\[0m(?=\s|$)/g;
const CONTROL = /[\x00-\x08\x0a-\x0c\x0e-\x1f\x7f]/g;

/** Take colours and NULs out of the text of whole lines. Newlines and their number stay. */
export function cleanBlock(text) {
  if (text.includes("\0")) text = text.replaceAll("\0", "");
  return text.includes("\x1b") ? text.replace(ANSI, "") : text;
}

/** One physical line as clean text; carriage returns inside it stay. */
export function cleanText(raw) {
  let text = raw.replace(/[\r\n]+$/, "");
  if (text.startsWith("\ufeff")) text = text.slice(1);
  else if (text.startsWith("\ufffd\ufffd")) text = text.slice(2); // the mark of UTF-16, read as UTF-8
  if (text.includes("\x1b")) text = text.replace(ANSI, "");
  if (text.includes("[") && text.includes("m")) {
    text = text.replace(ORPHAN, "").replace(ORPHAN_RESET, "");
  }
  if (text.startsWith("^M")) text = text.slice(2);
  return text.replace(CONTROL, "");
}

/** Split a clean physical line at carriage returns; blank segments vanish. */
export function segments(text) {
  if (!text.includes("\r")) return [text];
  const parts = text.split(/\r+/).filter((part) => part.trim());
  return parts.length ? parts : [""];
}
