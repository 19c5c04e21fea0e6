/**
 * Takes people, machines and secrets out of a text before it leaves this machine, in the reader's
 * own hands. The same name becomes the same stand-in. The rules of `faultbook.draft.redact`.
 */

const RULES = [
  [/[\w.+-]+@(?:[\w-]+\.)+[A-Za-z]{2,}\b/g, () => "user@example.com"],
  [/(?<=:\/\/)[^\/\s:@]+:[^\/\s@]+(?=@)/g, () => "REDACTED"],
  [
    /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}|\bhf_[A-Za-z0-9]{20,}|\bsk-[A-Za-z0-9_-]{20,}|\bxox[abp]-[0-9A-Za-z-]{20,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
    () => "REDACTED",
  ],
  [/(?<=\bbearer\s{1,4})[\w.~+\/-]{12,}=*/gi, () => "REDACTED"],
  [/(?<=\b[\w-]{0,40}(?:token|passw(?:or)?d|secret|api[_-]?key)\s{0,4}[=:]\s{0,4}["']?)[^\s"',;&)]{6,}/gi, () => "REDACTED"],
  [/(?<=(?<![\w.])(?:(?:\/[\w-]{1,32})?\/(?:home|[uU]sers)\/|[A-Z]:\\+Users\\+))[^\s\/\\:'"`)\],;]+/g, (name, names) => names.of("user", name)],
  [
    /(?<![\w.\/@-])(?:ip-\d+(?:-\d+){3}(?:\.[\w-]+)*|[A-Za-z0-9][\w-]*(?:\.[\w-]+)*\.(?:internal|local|lan|cluster|svc|corp|intra)|[A-Za-z0-9][\w-]*(?:\.[\w-]+)+\.(?:com|org|net|io|edu|gov|cloud|ai))(?![\w.-])/g,
    (name, names) => (PUBLIC.test(name) ? name : names.of("host", name)),
  ],
  [/(?<![\w.:\/-])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\.?\d)(?!-\d)/g, (name, names) => (OWN.test(name) ? name : names.of("192.0.2", name))],
  [/(?<![\w.:])(?:[0-9a-fA-F]{0,4}:){3,7}[0-9a-fA-F]{1,4}(?![\w:.])/g, (name) => (name === "::1" ? name : "2001:db8::1")],
];
const PUBLIC =
  /(?:^|\.)(?:github|githubusercontent|huggingface|nvidia|pytorch|python|pypi|docker|nvcr|quay|ghcr|k8s|kubernetes|googleapis|amazonaws|anaconda|readthedocs|ubuntu|debian|example|pythonhosted|wandb|openai|ray|slurm|schedmd|gcr|vllm|modelscope)\.[a-z]+$/i;
const OWN = /^(?:127\.|0\.0\.0\.0|255\.|192\.0\.2\.)/;
const GENERIC = new Set(["localhost", "node", "host", "worker", "head", "master", "root", "none", "null", "true", "false"]);

/** Redacts several texts so that equal names stay equal. `hosts` are names known to be hosts. */
export class Redactor {
  constructor(hosts = []) {
    this.hosts = [...new Set(hosts)].filter((host) => host && host.length > 2 && !GENERIC.has(host.toLowerCase()) && !/^\d+$/.test(host));
    this.hosts.sort((a, b) => b.length - a.length);
    this.known = new Map();
    this.counts = new Map();
  }

  /** The stand-in of a name. */
  of(kind, name) {
    const key = `${kind} ${name}`;
    if (!this.known.has(key)) {
      const number = (this.counts.get(kind) ?? 0) + 1;
      this.counts.set(kind, number);
      this.known.set(key, kind === "192.0.2" ? `192.0.2.${number % 255}` : `${kind}-${number}`);
    }
    return this.known.get(key);
  }

  /** A text without names. */
  redact(text) {
    let out = text;
    for (const [expression, swap] of RULES) out = out.replace(expression, (name) => swap(name, this));
    for (const host of this.hosts) {
      const escaped = host.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      out = out.replace(new RegExp(`(?<![A-Za-z0-9_])${escaped}(?![A-Za-z0-9_])`, "g"), () => this.of("host", host));
    }
    return out;
  }
}
