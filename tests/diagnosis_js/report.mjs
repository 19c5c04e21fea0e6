// Print the report that the page shows: node report.mjs INDEX.json LOG...
import fs from "node:fs";

const scripts = new URL("../../overrides/assets/js/", import.meta.url);
const load = (name) => import(new URL(name, scripts));
const [{ SignatureIndex }, { scanLogs }, { reportOf }, { quietLines }] = await Promise.all(
  ["engine/index.js", "diagnosis/run.js", "diagnosis/report.js", "diagnosis/activity.js"].map(load),
);

const [, , artefact, ...files] = process.argv;
const index = new SignatureIndex(JSON.parse(fs.readFileSync(artefact, "utf8")));
const logs = files.map((name) => ({ name: name.split("/").at(-1), blob: new Blob([fs.readFileSync(name)]) }));
const { scan, problems } = await scanLogs(index, logs);
console.log(JSON.stringify(reportOf(scan, problems, await quietLines(logs))));
