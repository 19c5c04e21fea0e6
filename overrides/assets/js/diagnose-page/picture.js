/** The picture of ranks over time. Plain elements with percentages, so that labels keep their size. */

import { el, icon, roleOf, section, visible } from "./elements.js";
import { nameOf } from "./verdict.js";

const SAID = 160; // characters of a line beside its mark; the style sheet cuts what has no room
const ECHOED = 70; // of an echo
const LETTER = 0.37; // rem, of a label
const LABELS = [6.6, 13]; // rem: room for the labels, at least and at most
const STACKED = [3.6, 6]; // where the parts of a label stand one below the other
const NOTES = {
  time: "By the clock of the lines.",
  line: "By the order of the lines: they carry no common clock.",
  file: "Each lane runs from the start to the end of its own log; places do not compare between lanes.",
};

export function pictureElement({ lanes, answer }) {
  if (!lanes) return null;
  const first = answer.initiating;
  const name = first ? nameOf(first, answer.findings[0] ?? null).toLowerCase() : "";
  const mild = Boolean(first?.warning || first?.unconfirmed);
  const figure = el("figure", "pic");
  figure.setAttribute("aria-label", spoken(lanes, name));
  const parts = lanes.lanes.map((lane) => [lane.label, lane.sub ?? ""].map((part) => part.length));
  figure.style.setProperty("--labels", room(parts.map(([label, sub]) => label + sub + 2), LABELS));
  figure.style.setProperty("--stacked", room(parts.flat(), STACKED));
  const axis = el("div", "ax");
  axis.setAttribute("aria-hidden", "true");
  for (const { at, label } of lanes.ticks) {
    const tick = el("span", at > 92 ? "end" : "", label);
    tick.style.left = scaled(at);
    axis.append(tick);
  }
  const rows = el("div", "lns", ...lanes.lanes.map((lane) => laneElement(lane, mild)));
  figure.append(axis, rows, legend(lanes, name));
  return section("Which rank failed when", null, figure);
}

/** Room for the longest of some labels, but not for a whole path. */
function room(lengths, [least, most]) {
  return `${Math.min(Math.max(Math.max(...lengths) * LETTER, least), most).toFixed(2)}rem`;
}

// Half a mark at either edge needs room, however narrow the lane is. Lengths of CSS.
const scaled = (at) => `calc(0.6rem + (100% - 1.2rem) * ${at / 100})`;
const stretch = (from, to) => `calc((100% - 1.2rem) * ${Math.max(0, to - from) / 100})`;

function laneElement(lane, mild) {
  const label = el("div", "ln__l", el("b", "", visible(lane.label)), lane.sub && el("span", "", visible(lane.sub)));
  label.title = visible(`${lane.label} ${lane.sub ?? ""}`.trim());
  const track = el("div", "ln__t");
  const main = lane.events.find((event) => event.first) ?? lane.events[0];
  const tint = lane.first ? ` first is-${mild ? "mild" : roleOf(main.role).tint}` : "";
  const made = el("div", `ln${tint}`, label, track);
  if (lane.absent) {
    track.append(span("hatch off", "0", "100%"), text("Not in these logs", "absent"));
    return made;
  }
  const [start] = lane.events;
  track.append(span("sil", "0", start ? scaled(start.at) : "100%"));
  if (lane.quiet) track.append(span("alive", scaled(lane.quiet[0]), `max(${stretch(...lane.quiet)}, 0.8%)`));
  for (const event of lane.events) if (event.until !== null && event.first) track.append(span("hatch", scaled(event.at), stretch(event.at, event.until)));
  const shown = distinct(lane.events);
  for (const event of shown) track.append(mark(event));
  if (main) track.append(caption(main, lane));
  return made;
}

function span(className, left, width) {
  const made = el("i", className);
  made.style.left = left;
  made.style.width = width;
  return made;
}

function mark(event) {
  const { glyph, tint } = roleOf(event.role);
  const made = el("span", event.first ? `mk ${tint} mk--first` : `mk ${tint}`, icon(glyph));
  made.style.left = scaled(event.at);
  made.title = `Line ${event.line}${event.clock ? `, ${event.clock}` : ""}`;
  return made;
}

function caption(event, lane) {
  const { tint } = roleOf(event.role);
  const words = [el("span", "lg", event.first ? visible(brief(event.text)) : visible(brief(event.text, ECHOED)))];
  const where = ` line ${event.line.toLocaleString("en")}`;
  const unknown = event.until !== null && event.first ? " (it carries no clock: somewhere in the hatched span)" : "";
  const made = el("span", `tx ${tint}${event.first ? " b" : ""}`, ...words, el("span", "at", where), unknown && el("span", "lg lg--more", unknown));
  const [at, late] = [scaled(event.at), event.at > 55];
  made.style[late ? "right" : "left"] = late ? `calc(100% - ${at} + .75rem)` : `calc(${at} + .75rem)`;
  made.style.maxWidth = late ? `calc(${at} - 1rem)` : `calc(100% - ${at} - 1rem)`;
  return made;
}

function text(words, className) {
  const made = el("span", `tx ${className}`, words);
  made.style.left = "2%";
  return made;
}

/** Marks that would cover one another: the first of each heap. */
function distinct(events) {
  const kept = [];
  for (const event of events) {
    const near = kept.find((other) => Math.abs(other.at - event.at) < 1.6);
    if (!near) kept.push(event);
    else if (event.first) kept.splice(kept.indexOf(near), 1, event);
  }
  return kept;
}

function brief(line, most = SAID) {
  const flat = line.trim().replace(/\s+/g, " ");
  return flat.length > most ? `${flat.slice(0, most).replace(/\s+\S*$/, "")} …` : flat;
}

function legend(lanes, name) {
  const events = lanes.lanes.flatMap((lane) => lane.events);
  const made = el("figcaption", "");
  const words = new Map(); // a glyph stands once, whatever it means
  const say = (role, word) => {
    const { glyph } = roleOf(role);
    if (!words.has(glyph)) words.set(glyph, { role, said: new Set() });
    words.get(glyph).said.add(word);
  };
  const first = events.find((event) => event.first);
  if (first) say(first.role, name);
  for (const role of ["initiating", "either", "unknown", "collateral", "echo"]) {
    if (events.some((event) => event.role === role && !event.first)) say(role, roleOf(role).word);
  }
  for (const { role, said } of words.values()) {
    const [one, other] = said;
    made.append(key(icon(...glyphOf(role)), other ? `${other}; large: ${one}` : one));
  }
  if (lanes.lanes.some((lane) => lane.quiet)) made.append(key(el("i", "k alive"), "printed other lines"));
  made.append(key(el("i", "k sil"), "no error line"));
  if (events.some((event) => event.until !== null && event.first)) made.append(key(el("i", "k hatch"), "moment not known"));
  const more = lanes.more ? ` ${lanes.more} more lanes are not shown.` : "";
  const guessed = lanes.guessed ? " Whose first error it is follows from the launcher's lines." : "";
  made.append(el("span", "inf", `${NOTES[lanes.by]}${guessed}${more}`));
  return made;
}

const glyphOf = (role) => [roleOf(role).glyph, roleOf(role).tint];
const key = (glyph, words) => el("span", "", glyph, ` ${words}`);

/** The picture in words, for those who do not see it. */
function spoken(lanes, name) {
  const parts = lanes.lanes.map((lane) => {
    const label = `${lane.label} ${lane.sub ?? ""}`.trim();
    if (lane.absent) return `${label}: not in these logs`;
    const main = lane.events.find((event) => event.first) ?? lane.events[0];
    if (!main) return `${label}: no error line`;
    const what = main.first ? name : `${roleOf(main.role).word.toLowerCase()}`;
    return `${label}: ${what}, line ${main.line}${main.clock ? ` at ${main.clock}` : ""}`;
  });
  return visible(`Ranks over time. ${parts.join(". ")}.`);
}
