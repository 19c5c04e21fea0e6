/** Taking off what a terminal would not show as text, as `faultbook.signature.cleaning` does. */

const ESCAPE =
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -/]+[0-~]|[0-Z\\^_`a-~])?/g;

/** A line as it is matched: no terminal escapes, no carriage return, no line break. */
export function cleanLine(line) {
  let text = line.replace(/[\r\n]+$/, "");
  if (text.includes("\x1b")) text = text.replace(ESCAPE, "");
  return text.includes("\r") ? text.replaceAll("\r", " ") : text;
}
