// Parse lines with the JavaScript reader: node parse_lines.mjs < lines
// Standard input has one line a row, as a JSON string; prints the logical lines in it as JSON.
import readline from "node:readline";

const scripts = new URL("../../overrides/assets/js/logs/", import.meta.url);
const { parseLine } = await import(new URL("split.js", scripts));
const origin = { file: "a.log", rank: null, localRank: null, host: null };

for await (const row of readline.createInterface({ input: process.stdin })) {
  const lines = parseLine(JSON.parse(row), 1, origin);
  console.log(
    JSON.stringify(lines.map((l) => [l.text, l.message, l.rank, l.localRank, l.host, l.pid, l.time, l.level, l.source])),
  );
}
