// Diagnose logs with the JavaScript engine: node diagnose.mjs INDEX.json < logs
// Standard input has one log a line, a JSON list of [name, text or base64]; prints one diagnosis
// a line.
import fs from "node:fs";
import readline from "node:readline";

const scripts = new URL("../../overrides/assets/js/", import.meta.url);
const load = (name) => import(new URL(name, scripts));
const [{ SignatureIndex }, { scanLogs }, { conclude }, { PhraseTable }, { CONTEXT }] = await Promise.all(
  ["engine/index.js", "diagnosis/run.js", "diagnosis/conclude.js", "diagnosis/phrases.js", "diagnosis/scan.js"].map(load),
);

const index = new SignatureIndex(JSON.parse(fs.readFileSync(process.argv[2], "utf8")));
const table = new PhraseTable(index, CONTEXT);

for await (const line of readline.createInterface({ input: process.stdin })) {
  const logs = JSON.parse(line).map(([name, data]) => ({ name, blob: new Blob([Buffer.from(data, "base64")]) }));
  const { scan, problems } = await scanLogs(index, logs, { table });
  console.log(JSON.stringify(conclude(scan, problems)));
}
