/** The worker, as the page uses it. */

const WORKER = new URL("../diagnosis/worker.js", import.meta.url);

export class Engine {
  /** @param {{onProgress: (read: number, of: number) => void}} hooks */
  constructor({ onProgress }) {
    this.onProgress = onProgress;
    this.run = 0;
    this.cancelled = false;
    this.asked = new Map();
    this.number = 0;
    this.worker = new Worker(WORKER, { type: "module" });
    this.ready = new Promise((ready, fail) => {
      this.isReady = ready;
      this.isNot = fail;
    });
    this.ready.catch(() => {});
    this.worker.addEventListener("message", ({ data }) => this.heard(data));
    this.worker.addEventListener("error", (event) => this.isNot(new Error(event.message || "the engine did not start")));
  }

  /** The report on logs; null if it was cancelled. */
  async diagnose(logs) {
    this.cancelled = false;
    await this.ready;
    if (this.cancelled) return null; // before the signatures had come
    this.run += 1;
    return this.ask(`run ${this.run}`, { do: "diagnose", run: this.run, logs });
  }

  cancel() {
    this.cancelled = true;
    this.worker.postMessage({ do: "cancel" });
  }

  /** Lines of a log of the last run. */
  lines(file, from, to) {
    this.number += 1;
    return this.ask(`lines ${this.number}`, { do: "lines", id: this.number, file, from, to });
  }

  ask(key, message) {
    return new Promise((answer, fail) => {
      this.asked.set(key, { answer, fail });
      this.worker.postMessage(message);
    });
  }

  heard(data) {
    if (data.is === "ready") return this.isReady(data.entries);
    if (data.is === "progress") return data.run === this.run && this.onProgress(data.read, data.of);
    const key = data.id ? `lines ${data.id}` : `run ${data.run}`;
    const asked = this.asked.get(key);
    this.asked.delete(key);
    if (data.is === "failed") {
      const error = new Error(data.message);
      if (!data.run && !data.id) this.isNot(error);
      return asked?.fail(error);
    }
    return asked?.answer(data.is === "report" ? data.report : data.is === "lines" ? data.lines : null);
  }
}
