/**
 * When ranks wait for one another: who waits where, and who is missing (faultbook.diagnosis.stall).
 *
 * All ranks of a group must call the same collectives in the same order. A rank that is behind,
 * in another collective, or silent is where to look; those that timed out only waited.
 */

const MOST_RANKS = 100_000;
const NAMED = 12; // ranks named one by one in a sentence

/**
 * Who is to blame for timed-out collectives: `{suspects, why, desync, line}`, or null if no
 * collective timed out. `desync` says that positions differ. `ranks` are those seen in the logs,
 * `named` those that other ranks name as the origin.
 */
export function findStall(reports, ranks, worldSize, named = []) {
  if (!reports.length) return null;
  const group = largestGroup(reports);
  const apart = behind(group) ?? anotherOperation(group);
  if (apart) return apart;
  if (named.length) {
    const origins = sorted(new Set(named));
    return stall(origins, `other ranks name ${rankNames(origins)} as the first to time out`);
  }
  return silence(reports, ranks, worldSize);
}

const stall = (suspects, why, desync = null, line = null) => ({ suspects, why, desync, line });
const sorted = (numbers) => [...numbers].sort((a, b) => a - b);

function silence(reports, ranks, worldSize) {
  const silent = silentRanks(new Set(reports.map((r) => r.rank)), ranks, worldSize);
  const heard = silent.filter((rank) => ranks.has(rank));
  if (heard.length) return stall(heard, `${rankNames(heard)} reported no timeout, so the others waited there`);
  if (silent.length) return stall(silent, `no line here is from ${rankNames(silent)}, and the others waited`);
  return null;
}

/** The reports about the process group that most ranks report on. */
function largestGroup(reports) {
  const groups = new Map();
  for (const report of reports) {
    if (!groups.has(report.group)) groups.set(report.group, []);
    groups.get(report.group).push(report);
  }
  const ranksIn = (group) => new Set(group.map((r) => r.rank)).size;
  return [...groups.values()].reduce((best, group) => {
    const more = ranksIn(group) - ranksIn(best) || group.length - best.length;
    return more > 0 ? group : best;
  });
}

/** Ranks whose last enqueued work, or whose timed-out work, is an earlier one. */
function behind(group) {
  const enqueued = extreme(group, "enqueued", Math.max);
  let found = lower(enqueued);
  if (found.length) {
    const [low, high] = ends(enqueued);
    return stall(found, `${rankNames(found)} enqueued only ${low} collectives where others enqueued ${high}`);
  }
  const waiting = extreme(group, "sequence", Math.min);
  found = lower(waiting);
  if (!found.length) return null;
  const [low, high] = ends(waiting);
  const why = `${rankNames(found)} waits in collective ${low}, others in ${high}`;
  return stall(found, why, desyncOf(waiting), lineOf(group, found[0]));
}

function extreme(group, name, choose) {
  const best = new Map();
  for (const report of group) {
    if (report[name] !== null) best.set(report.rank, choose(report[name], best.get(report.rank) ?? report[name]));
  }
  return best;
}

const ends = (values) => [Math.min(...values.values()), Math.max(...values.values())];

/** The ranks below the highest value. */
function lower(values) {
  if (values.size < 2) return [];
  const high = Math.max(...values.values());
  return sorted([...values].filter(([, value]) => value < high).map(([rank]) => rank));
}

function anotherOperation(group) {
  const operations = new Map(group.filter((r) => r.operation).map((r) => [r.rank, r.operation]));
  const counted = new Map();
  for (const operation of operations.values()) counted.set(operation, (counted.get(operation) ?? 0) + 1);
  if (counted.size < 2) return null;
  const [usual] = [...counted].reduce((best, one) => (one[1] > best[1] ? one : best));
  const odd = sorted([...operations].filter(([, operation]) => operation !== usual).map(([rank]) => rank));
  const names = [...new Set(odd.map((rank) => operations.get(rank)))].sort().join(", ");
  return stall(
    odd,
    `${rankNames(odd)} waits in ${names}, the others in ${usual}`,
    `ranks wait in different collectives of one process group: ${names} on ${rankNames(odd)}, ` +
      `${usual} on the others`,
    lineOf(group, odd[0]),
  );
}

function silentRanks(reported, ranks, worldSize) {
  // Ranks are numbered from 0, so all below the highest one seen exist.
  const highest = [...ranks, ...reported].reduce((high, rank) => Math.max(high, rank), 0);
  const size = Math.max(worldSize || 0, 1 + highest);
  const known = size < MOST_RANKS ? Array.from({ length: size }, (_, rank) => rank) : sorted(ranks);
  return known.filter((rank) => !reported.has(rank));
}

function desyncOf(values) {
  const low = [...values].reduce((a, b) => (b[1] - a[1] || b[0] - a[0]) < 0 ? b : a);
  const high = [...values].reduce((a, b) => (b[1] - a[1] || a[0] - b[0]) > 0 ? b : a);
  return (
    "ranks wait in different collectives of one process group: " +
    `SeqNum ${low[1]} on rank ${low[0]}, ${high[1]} on rank ${high[0]}`
  );
}

const lineOf = (group, rank) => group.find((r) => r.rank === rank && r.sequence !== null).line;

/** Ranks as people write them: `rank 3`, `ranks 0-3, 8`. */
export function rankNames(ranks) {
  if (ranks.length === 1) return `rank ${ranks[0]}`;
  const runs = [];
  for (const rank of sorted(ranks)) {
    const last = runs.at(-1);
    if (last && rank === last[1] + 1) last[1] = rank;
    else runs.push([rank, rank]);
  }
  const parts = runs.slice(0, NAMED).map(([a, b]) => (a === b ? `${a}` : `${a}-${b}`));
  const more = runs.length > NAMED ? ` and ${runs.length - NAMED} more` : "";
  return `ranks ${parts.join(", ")}${more}`;
}
