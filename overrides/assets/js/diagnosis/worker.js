/**
 * The diagnosis off the page's thread. It fetches the signatures once, when it starts, and nothing
 * afterwards.
 *
 * In: `{do: "diagnose", run, logs: [{name, blob}]}`, `{do: "cancel"}`, `{do: "lines", file, from,
 * to, id}`. Out: `{is: "ready", entries}`, `{is: "progress", run, read,
 * of}`, `{is: "report", run, report}`, `{is: "cancelled", run}`, `{is: "lines", id, lines}`,
 * `{is: "failed", run, message}`.
 */

import { SignatureIndex } from "../engine/index.js";
import { MOST_BYTES, quietLines } from "./activity.js";
import { Places, linesOf } from "./lines.js";
import { PhraseTable } from "./phrases.js";
import { reportOf } from "./report.js";
import { scanLogs } from "./run.js";
import { CONTEXT } from "./scan.js";

const SIGNATURES = new URL("../../signatures.json", import.meta.url);
const PROGRESS_EACH = 100; // milliseconds

let running = 0; // the run that may go on
let last = { logs: [], places: new Places() };

const loading = load();

async function load() {
  const answer = await fetch(SIGNATURES);
  if (!answer.ok) throw new Error(`the signatures answered ${answer.status}`);
  const index = new SignatureIndex(await answer.json());
  postMessage({ is: "ready", entries: index.entries.length });
  return { index, table: new PhraseTable(index, CONTEXT) };
}
loading.catch((error) => postMessage({ is: "failed", run: 0, message: error.message }));

const tasks = {
  diagnose: ({ run, logs }) => diagnose(run, logs),
  cancel: () => {
    running = 0;
  },
  lines: async ({ id, file, from, to }) => {
    const place = last.places.before(file, from);
    postMessage({ is: "lines", id, lines: await linesOf(last.logs[file], place, from, to) });
  },
};

addEventListener("message", async ({ data }) => {
  try {
    await tasks[data.do](data);
  } catch (error) {
    postMessage({ is: "failed", run: data.run ?? 0, id: data.id, message: error.message });
  }
});

async function diagnose(run, logs) {
  running = run;
  const { index, table } = await loading;
  const places = new Places();
  const of = logs.reduce((sum, log) => sum + log.blob.size, 0);
  let read = 0;
  let told = 0;
  const onBlock = async (file, bytes, scan) => {
    places.add(file, scan.file.number, bytes);
    read += bytes;
    const now = performance.now();
    if (now - told < PROGRESS_EACH) return running === run;
    told = now;
    postMessage({ is: "progress", run, read, of });
    await new Promise((go) => setTimeout(go)); // a message that cancels can come in
    return running === run;
  };
  const { scan, problems, complete } = await scanLogs(index, logs, { table, onBlock });
  if (!complete || running !== run) {
    postMessage({ is: "cancelled", run });
    return;
  }
  last = { logs, places };
  const activity = of <= MOST_BYTES && !problems.length ? await quietLines(logs) : null;
  postMessage({ is: "report", run, report: reportOf(scan, problems, activity) });
}
