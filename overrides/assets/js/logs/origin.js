/** What the name of a log file says: launchers put rank and node into it (faultbook.logs.origin). */

const RANK = /(?:^|[^a-z])(?:global[-_.]?)?rank[-_.=]?(\d{1,6})(?:[^\d]|$)/;
const LOCAL = /local[-_.]?rank[-_.=]?(\d{1,6})(?:[^\d]|$)/;
const TASK = /^(?:slurm[-_])?(?:out|err|log|task|job)?[-_.]?\d{0,12}[-_.](?:t|task[-_.]?)(\d{1,6})\./;
const NODE =
  /(?:^|[-_.])((?:node|host|worker|gpu|ip(?=[-_]?\d)|hgx|dgx|algo|pod|master|launcher)[-_]?[a-z0-9]*\d[a-z0-9-]*)(?:[-_.]|$)/;
// torchrun --log-dir: <run>/attempt_<n>/<local rank>/stderr.log
const ATTEMPT = /attempt_\d{1,6}\/(\d{1,6})\/std(?:out|err)\.log$/;

/** `{file, rank, localRank, host}`; what the name does not say is null. */
export function originOf(file) {
  const path = file.replaceAll("\\", "/").toLowerCase();
  const name = path.split("/").at(-1);
  const attempt = ATTEMPT.exec(path);
  if (attempt) return { file, rank: null, localRank: Number(attempt[1]), host: null };
  const local = LOCAL.exec(name);
  if (local) return { file, rank: null, localRank: Number(local[1]), host: hostOf(name) };
  const rank = RANK.exec(name) ?? TASK.exec(name);
  return { file, rank: rank ? Number(rank[1]) : null, localRank: null, host: hostOf(name) };
}

function hostOf(name) {
  const stem = name.replace(/\.(?:log|txt|out|err|gz|zst|json|jsonl)(?=\.|$)/g, "");
  const found = NODE.exec(stem);
  if (!found) return null;
  return found[1].replace(/[-_.]?rank[-_.=]?\d+.*$/, "") || null;
}
