/** Facts that lines of torch's launcher and watchdog state, read out of them (faultbook.diagnosis.facts). */

const TIMEOUT =
  /WorkNCCL\(SeqNum=(?<seq>\d{1,18}), OpType=(?<op>\w{1,64})(?:, NumelIn=(?<numel>\d{1,18}))?[^)]{0,200}Timeout\(ms\)=(?<limit>\d{1,12})\)/;
const GROUP =
  /\[PG (?:ID )?(?<pg>\w{1,32})(?: PG GUID (?<guid>\w{1,32}))?[^\]]{0,64}Rank (?<rank>\d{1,6})\]/;
const LAST =
  /last enqueued (?:NCCL )?work: (?<enqueued>-?\d{1,18}), last completed (?:NCCL )?work: (?<completed>-?\d{1,18})/i;
const FROM_RANK = /dump signal due to a collective timeout from {1,4}rank (\d{1,6})/;
const RANK = /\[Rank (\d{1,6})\]/;
const CLOSING = /Sending process (\d{1,10}) (?:the )?closing signal (SIG[A-Z]{2,6})/;
const FAILED =
  /failed \(exitcode: (?<code>-?\d{1,6})\) local_rank: (?<local>\d{1,6}) \(pid: (?<pid>\d{1,10})\)/;
const ROW =
  /^\s{0,4}(?<key>time|host|rank|exitcode|error_file|traceback) {0,8}: {0,2}(?<value>.{0,300})/;
const ROW_RANK = /^(\d{1,6}) \(local_rank: (\d{1,6})\)/;
const ROW_CODE = /^(-?\d{1,6}) {0,2}\(pid: (\d{1,10})\)/;
const WORLD = /\bnranks (\d{1,6})\b|world[ _]size[=: ]{1,3}(\d{1,6})\b|MEMBER: \d{1,6}\/(\d{1,6})/;
const NCCL_RANK = /\brank (\d{1,6}) nranks (\d{1,6})\b/;

/**
 * What one watchdog line says of a collective: `{rank, group, sequence, operation, numel,
 * enqueued, completed, line}`; null if it is none or names no rank.
 */
export function watchdogReport(line) {
  const { message } = line;
  const timeout = TIMEOUT.exec(message)?.groups;
  const last = LAST.exec(message)?.groups;
  if (!timeout && !last) return null;
  const group = GROUP.exec(message)?.groups;
  const stated = RANK.exec(message);
  const rank = line.rank ?? (group ? Number(group.rank) : null) ?? (stated ? Number(stated[1]) : null);
  if (rank === null) return null;
  return {
    rank,
    group: group ? group.guid || group.pg : "",
    sequence: timeout ? Number(timeout.seq) : null,
    operation: timeout ? timeout.op : null,
    numel: timeout?.numel ? Number(timeout.numel) : null,
    enqueued: last ? Number(last.enqueued) : null,
    completed: last ? Number(last.completed) : null,
    line,
  };
}

/** The rank that a line names as the one whose collective timed out, or null. */
export function timeoutOrigin(line) {
  const found = FROM_RANK.exec(line.message);
  return found ? Number(found[1]) : null;
}

/** Pid and signal of a process that the launcher itself ends, being healthy; or null. */
export function closedProcess(line) {
  const found = CLOSING.exec(line.message);
  return found ? [Number(found[1]), found[2]] : null;
}

/** torchrun's line about the process that failed: `{code, pid, localRank, rank, line}`, or null. */
export function failedProcess(line) {
  const found = FAILED.exec(line.message)?.groups;
  if (!found) return null;
  return { code: Number(found.code), pid: Number(found.pid), localRank: Number(found.local), rank: null, line };
}

/** Key and value of a row of the ChildFailedError table, or null. */
export function tableRow(line) {
  const found = ROW.exec(line.message)?.groups;
  return found ? [found.key, found.value.trim()] : null;
}

/** One process out of the rows of the table that belong to it, or null. */
export function exitOfRows(rows) {
  const code = rows.has("exitcode") ? ROW_CODE.exec(rows.get("exitcode")[0]) : null;
  if (!code) return null;
  const rank = rows.has("rank") ? ROW_RANK.exec(rows.get("rank")[0]) : null;
  return {
    code: Number(code[1]),
    pid: Number(code[2]),
    localRank: rank ? Number(rank[2]) : null,
    rank: rank ? Number(rank[1]) : null,
    line: rows.get("exitcode")[1],
  };
}

/** The number of ranks that a line states, or null. */
export function worldSize(text) {
  const found = WORLD.exec(text);
  return found ? Number(found[1] || found[2] || found[3]) : null;
}

/** Rank and number of ranks from NCCL's own line about a communicator, or null. */
export function ncclRank(line) {
  const found = NCCL_RANK.exec(line.message);
  return found ? [Number(found[1]), Number(found[2])] : null;
}
