/** The facts of all logs together: ranks, processes, collectives that timed out (faultbook.diagnosis.gather). */

import { allocation } from "./allocation.js";
import * as facts from "./facts.js";
import { latin, utf8 } from "./text.js";

const KEPT = 4096;
const RANKS_KEPT = 65536;
const RANK = /\[rank(\d{1,6})\]/g;
const WORLD = /nranks \d|world[ _]size|MEMBER: \d/;
const SAMPLE = 8192; // bytes of each block in which ranks are looked for

/** Phrases that stand in lines with facts, beside the words that errors are made of. */
export const LITERALS = ["nranks ", "last enqueued", "worknccl(", "(local_rank: "];

/** What the lines state about ranks and processes; every list is bounded. */
export class FactBook {
  constructor() {
    this.watchdog = [];
    this.timeoutOrigins = []; // [rank, line]
    this.closed = []; // [pid, signal]
    this.failed = [];
    this.table = [];
    this.allocations = []; // [episode, allocation]
    this.ranks = new Set();
    this.ranksOfPids = new Map();
    this.worldSize = null;
    this.rows = new Map();
    this.rootFollows = false;
  }

  /** Look for ranks, and for their number, at the start of a block. */
  sample(data) {
    const head = data.subarray(0, SAMPLE);
    const text = latin(head);
    if (this.ranks.size < RANKS_KEPT) for (const found of text.matchAll(RANK)) this.ranks.add(Number(found[1]));
    if (WORLD.test(text)) this.world(utf8(head));
  }

  /** Read the facts that one line states. */
  add(line, episode = 0) {
    if (line.rank !== null && this.ranks.size < RANKS_KEPT) this.ranks.add(line.rank);
    const { message } = line;
    if (message.includes("WorkNCCL(") || message.includes("last enqueued") || message.includes("dump signal")) {
      this.addWatchdog(line);
    }
    if (message.includes("nranks ")) this.addNccl(line);
    if (message.includes("closing signal")) {
      const closed = facts.closedProcess(line);
      if (closed && this.closed.length < KEPT) this.closed.push(closed);
    }
    if (message.includes("first observed failure")) this.rootFollows = true;
    if (message.includes("exitcode") || message.includes("local_rank: ")) this.addExit(line);
    if (message.includes("Tried to allocate") && this.allocations.length < KEPT) {
      const found = allocation(line);
      if (found) this.allocations.push([episode, found]);
    }
  }

  /** Forget what must not reach into the next file. */
  endFile() {
    this.rows.clear();
  }

  /** The rank of a line, by NCCL's own record of host and process if need be. */
  rankOf(line) {
    if (line.rank !== null || line.pid === null) return line.rank;
    return this.ranksOfPids.get(processKey(line)) ?? null;
  }

  world(text) {
    const size = facts.worldSize(text);
    if (size && size > (this.worldSize || 0)) this.worldSize = size;
  }

  addWatchdog(line) {
    const report = facts.watchdogReport(line);
    if (report && this.watchdog.length < KEPT) this.watchdog.push(report);
    const origin = facts.timeoutOrigin(line);
    if (origin !== null && this.timeoutOrigins.length < KEPT) this.timeoutOrigins.push([origin, line]);
  }

  addNccl(line) {
    const found = facts.ncclRank(line);
    if (!found) return;
    const [rank, size] = found;
    this.worldSize = Math.max(size, this.worldSize || 0);
    if (line.pid !== null && this.ranksOfPids.size < RANKS_KEPT) {
      const key = processKey(line);
      if (!this.ranksOfPids.has(key)) this.ranksOfPids.set(key, rank);
    }
    if (this.ranks.size < RANKS_KEPT) this.ranks.add(rank);
  }

  addExit(line) {
    const failed = facts.failedProcess(line);
    if (failed) {
      if (this.failed.length < KEPT) this.failed.push(failed);
      return;
    }
    const row = facts.tableRow(line);
    if (!row) return;
    this.rows.set(row[0], [row[1], line]);
    if (row[0] !== "exitcode") return;
    const ended = facts.exitOfRows(this.rows);
    if (ended && this.table.length < KEPT) {
      // The process that ended first is named last: it goes to the front.
      if (this.rootFollows) this.table.unshift(ended);
      else this.table.push(ended);
    }
    this.rows.clear();
    this.rootFollows = false;
  }
}

const processKey = (line) => `${line.pid} ${line.host ?? "\n"}`;
