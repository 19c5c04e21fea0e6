// Run conformance vectors through the JavaScript engine: node run_vectors.mjs VECTORS.jsonl
// Prints {"passed", "failed": [{"vector", "got"}]} and exits with 1 if any failed.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const engine = new URL("../../overrides/assets/js/engine/", import.meta.url);
const load = (name) => import(new URL(name, engine));
const [{ parse, SignatureError }, { match, matches }, { mask }, { Finder }] = await Promise.all(
  ["pattern.js", "match.js", "mask.js", "finder.js"].map(load),
);
const [{ SignatureIndex }, { Scanner, textOf }] = await Promise.all(["index.js", "scan.js"].map(load));

const spelled = (text) =>
  typeof text === "string" ? text : text.map(([part, times]) => part.repeat(times)).join("");
const characters = (text) => [...text].length;

const answers = {
  parse({ pattern, whole }) {
    try {
      const parsed = parse(pattern, { wholeLine: whole });
      return { strength: parsed.strength(), slots: parsed.slots.map((slot) => slot.kind) };
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error;
      return { message: error.message, offset: characters(pattern.slice(0, error.offset)) };
    }
  },
  match({ pattern, whole, line }) {
    const text = spelled(line);
    const parsed = parse(pattern, { wholeLine: whole, minimum: 0 });
    const found = match(parsed, text, { whole });
    if (matches(parsed, text, { whole }) !== (found !== null)) return "match and matches differ";
    if (!found) return null;
    return {
      after: characters(text.slice(0, found.start)),
      text: text.slice(found.start, found.end),
      values: found.values.map(([start, end]) => text.slice(start, end)),
    };
  },
  mask: ({ line }) => mask(spelled(line)),
  find({ phrases, block }) {
    const finder = new Finder(phrases.map(([text, anchor]) => ({ text, anchor })));
    const { hits } = finder.find(new TextEncoder().encode(spelled(block)));
    return hits.map(({ start, phrases: numbers }) => [start, numbers]);
  },
  scan({ index: document, log, cuts, watch }) {
    const index = new SignatureIndex(document);
    const scanner = new Scanner(index, watch);
    const data = new TextEncoder().encode(spelled(log));
    const edges = [0, ...cuts, data.length];
    const found = edges.slice(1).flatMap((end, number) => scanner.feed(data.subarray(edges[number], end)));
    return [...found, ...scanner.finish()].map((line) => [
      line.start,
      line.end,
      line.number,
      line.rules.filter((rule) => index.matches(rule, textOf(line))),
      line.watched,
    ]);
  },
};

const [, , file] = process.argv;
const vectors = fs.readFileSync(pathToFileURL(file), "utf8").split("\n").filter(Boolean).map(JSON.parse);
const failed = [];
for (const vector of vectors) {
  const got = answers[vector.do](vector);
  if (canonical(got) !== canonical(vector.answer)) failed.push({ vector, got });
}
console.log(JSON.stringify({ passed: vectors.length - failed.length, failed }));
process.exitCode = failed.length ? 1 : 0;

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${key}:${canonical(value[key])}`).join()}}`;
}
