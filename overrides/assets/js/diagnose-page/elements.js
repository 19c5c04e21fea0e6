/** Elements of the page. Text from logs and entries is only ever set as text. */

const SVG = "http://www.w3.org/2000/svg";
const PLACEHOLDER = /<[A-Za-z][^<>\s]*>/g;

/** An element with a class and children (strings become text). */
export function el(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A glyph of the sprite. It says nothing to a screen reader: a word stands by it. */
export function icon(name, tint = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", tint ? `ic ${tint}` : "ic");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

const ROLES = {
  initiating: ["init", "init", "Initiating"],
  either: ["either", "init", "Either"],
  collateral: ["coll", "coll", "Collateral"],
  echo: ["coll", "coll", "Collateral"],
  context: ["ctx", "ctx", "Context"],
  harmless: ["harm", "harm", "Harmless"],
  unknown: ["unk", "unk", "Unknown"],
  resembles: ["unk", "unk", "Resembles"],
};

/** Glyph, colour and word of a role. */
export function roleOf(role) {
  const [glyph, tint, word] = ROLES[role] ?? ROLES.context;
  return { glyph, tint, word };
}

/** Glyph and word of a role. */
export function roleElement(role) {
  const { glyph, tint, word } = roleOf(role);
  return el("span", `role ${tint}`, icon(glyph), word);
}

/** A glyph of a role that stands alone; its word is read out. */
export function roleMark(role, className) {
  const { glyph, tint, word } = roleOf(role);
  const made = el("span", `${className} ${tint}`, icon(glyph));
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", word);
  return made;
}

/** A button with a word, and perhaps a glyph. */
export function button(label, onClick, { glyph = null, className = "btn" } = {}) {
  const made = el("button", className, glyph && icon(glyph), el("span", "", label));
  made.type = "button";
  made.addEventListener("click", onClick);
  return made;
}

/** A link. */
export function link(label, href) {
  const made = el("a", "", label);
  made.href = href;
  return made;
}

/** The button that copies the code beside it. */
export function copyButton(what) {
  const made = el("button", "btn btn--copy", icon("copy"), el("span", "", "Copy"));
  made.type = "button";
  made.dataset.copy = "";
  made.setAttribute("aria-label", `Copy ${what}`);
  return made;
}

/** A command; what the reader must fill in is marked. */
export function command(text) {
  const code = el("code", "");
  let at = 0;
  for (const found of text.matchAll(PLACEHOLDER)) {
    code.append(...unbroken(text.slice(at, found.index)), el("var", "ph", found[0]));
    at = found.index + found[0].length;
  }
  code.append(...unbroken(text.slice(at)));
  const prompt = el("span", "p", "$");
  prompt.setAttribute("aria-hidden", "true");
  return el("div", "cmd", prompt, code, copyButton("command"));
}

/** Options are not broken at their hyphens. */
const unbroken = (text) =>
  text.split(/((?<=^|\s)-[^\s]{1,40})/).map((part, number) => (number % 2 ? el("span", "nb", part) : part));

/** Text in which `code` stands between grave accents. */
export function prose(text) {
  return text.split(/`([^`]+)`/).map((part, number) => (number % 2 ? el("code", "", part) : part));
}

/** A section with a heading. */
export function section(title, note, ...children) {
  const header = el("header", "", el("h2", "", title), note && el("span", "small", ...[note].flat()));
  return el("section", "sec", header, ...children);
}

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** Text of a log made safe to read: control and format characters are written out. */
export function visible(text) {
  return text.replaceAll("\t", "    ").replace(HIDDEN, (char) => {
    const code = char.codePointAt(0);
    const hex = code.toString(16);
    if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
    return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
  });
}

/** `1 line`, `2 lines`. */
export const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/** `2 processes` and the like: a noun with its own plural. */
export const countedAs = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
