/** Read logs and diagnose them (faultbook.diagnosis.run). */

import { originOf } from "../logs/origin.js";
import { doubt } from "../logs/doubt.js";
import { BlockMaker, isPacked, parts, UnreadableLogError } from "../logs/reader.js";
import { Scan } from "./scan.js";

/**
 * Read several logs of one run, one after the other.
 *
 * @param {import("../engine/index.js").SignatureIndex} index
 * @param {{name: string, blob: Blob}[]} logs
 * @param {{table?: import("./phrases.js").PhraseTable, onBlock?: (file: number, block: object, bytes: number) => unknown}} [options]
 *   `onBlock` is called before each block with its number of bytes as they are in the log (of an
 *   archive: unpacked); what it returns is awaited, and `false` ends the pass.
 * @returns {Promise<{scan: Scan, problems: {text: string, unread: boolean}[], complete: boolean}>} a log that breaks off
 *   is read up to there, and `problems` says so; also where a file is no log
 */
export async function scanLogs(index, logs, { table, onBlock } = {}) {
  const scan = new Scan(index, table);
  const problems = [];
  for (const [file, { name, blob }] of logs.entries()) {
    scan.beginFile(name);
    const maker = new BlockMaker(originOf(name));
    try {
      for await (const [data, endsLine] of parts(blob, name)) {
        const block = maker.make(data, endsLine);
        if ((await onBlock?.(file, data.length, scan)) === false) return { scan, problems, complete: false };
        scan.read(block);
      }
      const wrong = doubt(name, maker.head, await isPacked(blob));
      if (wrong) problems.push(wrong);
    } catch (error) {
      if (!(error instanceof UnreadableLogError)) throw error;
      problems.push({ text: error.message, unread: !maker.head.length });
    }
  }
  return { scan, problems, complete: true };
}
