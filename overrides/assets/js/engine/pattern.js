/**
 * The signature language: a line whose variable parts are typed placeholders.
 *
 * The same language as the Python package `faultbook.signature`, rule for rule; the tests run
 * both over one file of vectors. Offsets are code units, as everywhere in JavaScript.
 */

export const BLANKS = " \t\u00a0";
export const MINIMUM_STRENGTH = 8;
export const MINIMUM_STRENGTH_WHOLE = 5;
export const MINIMUM_STRENGTH_COMPANION = 4;
export const KINDS = ["int", "num", "hex", "word", "path", "host", "ip", "quoted", "any"];

const RESTRICTABLE = ["int", "num", "hex", "word", "any"];
const VALUE_FORMS = {
  int: [/^[+-]?[0-9]+$/, "an integer"],
  num: [/^[+-]?(?:[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|[nN][aA][nN]|[iI][nN][fF])$/, "a number"],
  hex: [/^(?:0[xX])?[0-9a-fA-F]+$/, "a hexadecimal number"],
};

/** A signature that cannot be used: what is wrong, where (code units), what to write instead. */
export class SignatureError extends Error {
  constructor(message, offset, hint) {
    super(message);
    this.name = "SignatureError";
    this.offset = offset;
    this.hint = hint;
  }
}

/**
 * A parsed signature.
 *
 * A token is `{type: "text", text}` (no blank at either end; inside, one space is any run),
 * `{type: "blank"}`, or `{type: "slot", kind, choices}` with no choices for any value.
 */
export class Pattern {
  constructor(text, tokens) {
    this.text = text;
    this.tokens = tokens;
  }

  get slots() {
    return this.tokens.filter((token) => token.type === "slot");
  }

  /** Letters and digits that a line must have to match (of values, the fewest). */
  strength() {
    return this.tokens.reduce((sum, token) => sum + tokenStrength(token), 0);
  }
}

/**
 * Parse the text of a signature.
 *
 * @param {string} text
 * @param {{wholeLine?: boolean, minimum?: number}} [options] `minimum` is the strength to ask
 *   for instead of the usual one; 0 takes any pattern.
 * @returns {Pattern}
 * @throws {SignatureError} the first thing that is wrong with the text
 */
export function parse(text, { wholeLine = false, minimum } = {}) {
  refuseEdges(text);
  const placed = tokensOf(text);
  refuseNeighbours(placed);
  const tokens = placed.map(([, token]) => token);
  if (!wholeLine && isAny(tokens[0])) {
    throw new SignatureError(
      "<any> at the start says nothing",
      0,
      "Leave it out: a signature is looked for anywhere in a line.",
    );
  }
  const pattern = new Pattern(text, tokens);
  const needed = minimum ?? (wholeLine ? MINIMUM_STRENGTH_WHOLE : MINIMUM_STRENGTH);
  const strength = pattern.strength();
  if (strength < needed) {
    throw new SignatureError(
      `too weak: ${strength} literal letters and digits, and it takes ${needed}`,
      0,
      "Keep more of the line's own words" +
        (wholeLine ? "." : ", or set whole_line: true if it is the whole message."),
    );
  }
  return pattern;
}

/** The text with ASCII letters in lower case and all else as it is. */
export function fold(text) {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Literal text as it must be written in a signature. */
export function escape(text) {
  return text.replaceAll("\\", "\\\\").replaceAll("<", "\\<");
}

export const isWord = (char) => /^[A-Za-z0-9_]$/.test(char);
export const isDigit = (char) => char !== "" && char >= "0" && char <= "9" && char.length === 1;

/**
 * Whether the text before or after a value of a restricted placeholder touches it.
 *
 * A number is touched by a digit, by a decimal point with a digit beyond it, and by a sign
 * directly before it; a word by a letter, a digit or an underscore.
 */
export function touches(kind, before, after) {
  if (kind === "any") return false;
  const last = before.slice(-1);
  const next = after.slice(0, 1);
  if (kind === "int" || kind === "num") {
    return (
      isDigit(last) ||
      last === "+" ||
      last === "-" ||
      (last === "." && isDigit(before.slice(-2, -1))) ||
      isDigit(next) ||
      (next === "." && isDigit(after.slice(1, 2)))
    );
  }
  return isWord(last) || isWord(next);
}

export const isAny = (token) => token.type === "slot" && token.kind === "any" && !token.choices.length;

function tokenStrength(token) {
  if (token.type === "text") return strengthOf(token.text);
  if (token.type === "slot" && token.choices.length) return Math.min(...token.choices.map(strengthOf));
  return 0;
}

/** Letters and digits; of other scripts, all but general punctuation and drawing. */
function strengthOf(text) {
  let count = 0;
  for (const char of text) {
    const code = char.codePointAt(0);
    if (/[A-Za-z0-9]/.test(char) || (code >= 0xc0 && !(code >= 0x2000 && code <= 0x2fff))) count += 1;
  }
  return count;
}

const isBlank = (char) => char !== "" && BLANKS.includes(char);

function refuseEdges(text) {
  if ([...text].every(isBlank)) {
    throw new SignatureError("the signature is empty", 0, "Write the line that the program prints.");
  }
  if (isBlank(text[0])) throw new SignatureError("a blank at the start", 0, "Take it off.");
  if (isBlank(text.at(-1))) throw new SignatureError("a blank at the end", text.length - 1, "Take it off.");
  for (const [char, name] of [["\n", "line break"], ["\r", "carriage return"]]) {
    if (text.includes(char)) {
      throw new SignatureError(
        `a ${name} inside the signature`,
        text.indexOf(char),
        "A signature is one line: put the other line under all_of.",
      );
    }
  }
}

/** Every token with its offset; literal characters are gathered into texts. */
function tokensOf(text) {
  const found = [];
  let literal = "";
  let literalAt = 0;
  let position = 0;
  const flush = () => {
    if (literal) found.push(...literalTokens(literal, literalAt));
    literal = "";
  };
  while (position < text.length) {
    let char = text[position];
    if (char === "<") {
      flush();
      const [slot, end] = slotAt(text, position);
      found.push([position, slot]);
      position = end;
      continue;
    }
    if (!literal) literalAt = position;
    if (char === "\\" && (text[position + 1] === "<" || text[position + 1] === "\\")) {
      position += 1;
      char = text[position];
    }
    literal += char;
    position += 1;
  }
  flush();
  return found;
}

/** A literal, as text with a blank before or after it where it has one. */
function literalTokens(literal, offset) {
  const inner = literal.replace(/[ \t\u00a0]+/g, " ");
  const placed = [];
  if (inner[0] === " ") placed.push([offset, { type: "blank" }]);
  if (inner !== " ") {
    placed.push([offset, { type: "text", text: inner.replace(/^ | $/g, "") }]);
    if (inner.at(-1) === " ") placed.push([offset + literal.length - 1, { type: "blank" }]);
  }
  return placed;
}

/** The placeholder that opens at `start`, and the offset after it. */
function slotAt(text, start) {
  const [parts, end] = slotParts(text, start);
  const [kind, ...values] = parts;
  if (!KINDS.includes(kind)) throw unknown(kind, start, text.slice(start, end));
  if (!values.length) return [{ type: "slot", kind, choices: [] }, end];
  if (!RESTRICTABLE.includes(kind)) {
    throw new SignatureError(`<${kind}> takes no values`, start, `Write <${kind}>, or <any:...> with the values.`);
  }
  return [{ type: "slot", kind, choices: values.map((value) => choice(kind, value, start)) }, end];
}

/** The name and the values between `<` and `>`, escapes resolved; the offset after. */
function slotParts(text, start) {
  const parts = [""];
  for (let position = start + 1; position < text.length; position += 1) {
    const char = text[position];
    if (char === ">") return [parts, position + 1];
    if (char === "\\" && "|><\\".includes(text[position + 1] ?? " ")) {
      position += 1;
      parts[parts.length - 1] += text[position];
    } else if ((char === ":" && parts.length === 1) || (char === "|" && parts.length > 1)) {
      parts.push("");
    } else if (char === "<") {
      break;
    } else {
      parts[parts.length - 1] += char;
    }
  }
  throw new SignatureError(
    "this < is not closed",
    start,
    "Write \\< if the line has a <, or close the placeholder with >.",
  );
}

function unknown(name, start, written) {
  const blank = [...name].every(isBlank);
  const shown = [...written].length < 40 ? written : `<${[...name].slice(0, 30).join("")}`;
  const known = KINDS.map((kind) => `<${kind}>`).join(", ");
  return new SignatureError(
    blank ? "a placeholder without a name" : `no placeholder is called ${shown}`,
    start,
    `There are ${known}; write \\< if the line has a <.`,
  );
}

/** One checked value of a restricted placeholder, its blank runs as one space. */
function choice(kind, value, start) {
  if ([...value].every(isBlank)) {
    throw new SignatureError(
      `<${kind}:...> has an empty value`,
      start,
      `Write <${kind}> for every value, or <${kind}:a|b> for some.`,
    );
  }
  if (isBlank(value[0]) || isBlank(value.at(-1))) {
    throw new SignatureError(
      `a blank at the edge of the value "${value}"`,
      start,
      "Put it outside the placeholder.",
    );
  }
  const [form, name] = VALUE_FORMS[kind] ?? [];
  if (form && !form.test(value)) {
    throw new SignatureError(`"${value}" is not ${name}`, start, `Write <word:${value}> or <any:${value}>.`);
  }
  return value.replace(/[ \t\u00a0]+/g, " ");
}

/** Refuse placeholders that cannot be told apart, and values that never fit. */
function refuseNeighbours(placed) {
  placed.forEach(([offset, token], index) => {
    if (token.type !== "slot") return;
    const [after, second] = [placed[index + 1], placed[index + 2]];
    if (after && after[1].type === "slot" && !distinct(token, after[1])) {
      throw touching(token, after[1], after[0]);
    }
    if (after && after[1].type === "blank" && second && isAny(token) && isAny(second[1])) {
      throw touching(token, second[1], second[0]);
    }
    if (token.choices.length && token.kind !== "any") refuseImpossible(placed, index, offset);
  });
}

/** Whether two placeholders may touch: one is `<any:...>`, the other has no edges. */
function distinct(one, other) {
  if (!one.choices.length && !other.choices.length) return false;
  return [one, other].every((slot) => slot.kind === "any" || !slot.choices.length);
}

function touching(one, other, offset) {
  return new SignatureError(
    `<${one.kind}> and <${other.kind}> side by side cannot be told apart`,
    offset,
    "Put the text that stands between them, or make them one placeholder.",
  );
}

/** Refuse text that touches a value which nothing of that sort may touch. */
function refuseImpossible(placed, index, offset) {
  const at = (step) => placed[index + step]?.[1] ?? { type: "end" };
  const slot = at(0);
  let left = at(-1).type === "text" ? at(-1).text : "";
  let right = at(1).type === "text" ? at(1).text : "";
  // A number beyond a lone full stop touches as well: <int:2>.<int> would be a decimal.
  if (left === "." && isNumeric(at(-2))) left = "0.";
  if (right === "." && isNumeric(at(2))) right = ".0";
  if (touches(slot.kind, left, right)) {
    throw new SignatureError(
      `<${slot.kind}:${slot.choices.join("|")}> can never match: the text beside it ` +
        "belongs to the same number or word",
      offset,
      "Write <any:...> with the same values, or put that text into the values.",
    );
  }
}

const isNumeric = (token) => token.type === "slot" && (token.kind === "int" || token.kind === "num");
