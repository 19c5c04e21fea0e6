/**
 * One pass over the logs: which lines matter, and what they say (faultbook.diagnosis.scan).
 *
 * Only lines that hold a phrase of a rule, or a word that errors are made of, are decoded and
 * parsed. All that is kept is bounded; all that is counted is counted to the end.
 */

import { rawLine } from "../logs/reader.js";
import { parseLine, sameProcess } from "../logs/split.js";
import { NEAREST } from "./frames.js";
import { LITERALS as FACT_WORDS } from "./gather.js";
import { Intake } from "./intake.js";
import { endsTraceback, isException, isFrame, Kind, kindOf } from "./kinds.js";
import { PhraseTable, Search } from "./phrases.js";
import { Progress } from "./progress.js";
import { place } from "./sighting.js";
import { latin, utf8 } from "./text.js";
import { LITERALS as ERROR_WORDS } from "./vocabulary.js";

export const CONTEXT = [...ERROR_WORDS, ...FACT_WORDS];
const SAMPLED = 8; // the first blocks of a log, then one in so many, are searched for ranks
const LONGEST_TRACEBACK = 200; // lines
const LONGEST_FRAME = 4096; // bytes
const REASON_WITHIN = 8; // lines below its heading, where ranks write into one log
const NEWLINE = 10;

/** The state of a pass over one or several logs; `conclude` may be called at any time. */
export class Scan {
  /**
   * @param {import("../engine/index.js").SignatureIndex} index
   * @param {PhraseTable} [table] of the same index, to share it between passes
   */
  constructor(index, table = new PhraseTable(index, CONTEXT)) {
    this.index = index;
    this.table = table;
    this.intake = new Intake(index);
    this.files = [];
    this.lastEpisodes = [];
    this.lines = []; // of each file, so far
    this.wholeLines = []; // of each file, those that are ended
    this.file = null;
    this.traceback = null;
    this.wantsCompanions = false;
  }

  /** What matched, by rule. */
  get tallies() {
    return this.intake.tallies;
  }

  /** The lines that look like errors. */
  get notables() {
    return this.intake.notables;
  }

  /** The ends of tracebacks. */
  get frames() {
    return this.intake.frames;
  }

  /** What lines state about ranks and processes. */
  get facts() {
    return this.intake.facts;
  }

  /** A line of each process, by its number. */
  get processes() {
    return this.intake.processes;
  }

  /** Start the next log. */
  beginFile(name) {
    this.files.push(name);
    this.lastEpisodes.push(0);
    this.lines.push(0);
    this.wholeLines.push(0);
    this.file = { number: 1, blocks: 0, episode: 0, afterFault: false, progress: new Progress() };
    this.search = new Search(this.table);
    this.before = null;
    this.traceback = null;
    this.intake.endFile();
  }

  /** Scan one more block of the log that was begun last. */
  read(block) {
    const { search, before } = this;
    const placed = { block, number: this.file.number, withoutHot: search.hot.size > 0, searched: false, needed: false };
    const found = search.next(block.data);
    placed.withoutHot = search.hot.size > 0;
    this.wantsCompanions = false;
    this.addHits(block, found);
    if (this.wantsCompanions && before) this.addHot(before);
    if (this.wantsCompanions || before?.needed) this.addHot(placed);
    placed.needed = this.wantsCompanions;
    this.before = placed;
  }

  /** Take in a block of which the lines with phrases have been found. */
  addHits(block, { hits, lines }) {
    const { data } = block;
    const state = this.file;
    if (state.blocks % SAMPLED === 0 || state.blocks < SAMPLED) this.facts.sample(data);
    state.blocks += 1;
    const first = state.number;
    let lookedTo = 0;
    if (this.traceback) this.endOfTraceback(block, 0, first);
    for (const { start, end, line: index, phrases } of hits) {
      const bytes = data.subarray(start, end);
      const rules = this.table.candidates(phrases, bytes);
      if (!rules.length && (phrases.at(-1) < this.table.context || isFrameLine(bytes))) continue;
      this.lookForProgress(data, lookedTo, start);
      lookedTo = end;
      const number = first + index;
      const taken = this.intake.take(rawLine(block, start, end, index), this.here(block, number), rules);
      this.wantsCompanions ||= taken.wantsCompanions;
      if (taken.fault) {
        state.afterFault = true;
        state.progress.restart();
      }
      if (taken.traceback !== null) {
        this.traceback = { head: taken.traceback, lines: 0, frames: [] };
        this.endOfTraceback(block, end + 1, number + 1);
      }
      if (taken.heading !== null && !block.rawLines) this.reasonBelow(block, hits, end + 1, number + 1, taken.heading);
    }
    this.lookForProgress(data, lookedTo, data.length);
    state.number = first + lines;
    this.lastEpisodes[this.lastEpisodes.length - 1] = state.episode;
    this.wholeLines[this.wholeLines.length - 1] = state.number - 1;
    this.lines[this.lines.length - 1] = state.number - 1 + (data.at(-1) === NEWLINE || !data.length ? 0 : 1);
  }

  here(block, number) {
    const { origin, profile } = block;
    return { file: this.files.length - 1, origin, profile, number, episode: this.file.episode };
  }

  /** Begin a new episode if training went on between two places after a fault. */
  lookForProgress(data, start, end) {
    const state = this.file;
    if (!state.afterFault) return;
    state.progress.feed(data, start, end);
    if (!state.progress.goesOn) return;
    state.episode += 1;
    state.afterFault = false;
  }

  /**
   * Find the exception under a traceback where its name is unlike an error's. Where the block
   * ends first, the search goes on in the next one.
   */
  endOfTraceback(block, from, number) {
    const open = this.traceback;
    if (!open || block.rawLines) {
      this.traceback = null;
      return;
    }
    const { data } = block;
    for (let start = from; start < data.length && open.lines < LONGEST_TRACEBACK; number += 1) {
      let end = data.indexOf(NEWLINE, start);
      if (end < 0) end = data.length;
      if (end - start > LONGEST_FRAME || this.tracebackEnds(open, block, start, end, number)) {
        this.traceback = null;
        return;
      }
      open.lines += 1;
      start = end + 1;
    }
    if (open.lines >= LONGEST_TRACEBACK) this.traceback = null;
  }

  tracebackEnds(open, block, start, end, number) {
    const [line] = parseLine(utf8(block.data.subarray(start, end)), number, block.origin, block.profile);
    if (!sameProcess(line, open.head)) return false;
    if (isFrame(line.message)) {
      open.frames.push(line);
      if (open.frames.length > NEAREST) open.frames.shift();
      return false;
    }
    if (open.frames.length) this.exception(line, number, open.frames);
    return true;
  }

  /** Note the first line of the same process below a heading, whatever its words. */
  reasonBelow(block, hits, from, number, heading) {
    const { data } = block;
    for (let start = from, below = 0; start < data.length && below < REASON_WITHIN; below += 1) {
      let end = data.indexOf(NEWLINE, start);
      if (end < 0) end = data.length;
      const bytes = data.subarray(start, end);
      const [line] = parseLine(utf8(bytes), number + below, block.origin, block.profile);
      if (sameProcess(line, heading)) {
        if (isFrame(line.message)) return; // or blank: no reason was kept
        const at = place(this.files.length - 1, number + below, 0);
        if (this.isTaken(hits, start, bytes)) this.intake.expectReason(at);
        else if (kindOf(line) === Kind.PLAIN) {
          this.notables.add(line, at, this.file.episode, this.intake.process(line), { kind: Kind.NCCL });
        }
        return;
      }
      start = end + 1;
    }
  }

  /** Whether a line is among those that are taken in. */
  isTaken(hits, start, bytes) {
    const hit = hits.find((one) => one.start === start);
    if (!hit) return false;
    return hit.phrases.at(-1) >= this.table.context || this.table.candidates(hit.phrases, bytes).length > 0;
  }

  /** Keep the end of a traceback; note its last line, unless its words do that anyway. */
  exception(line, number, frames) {
    const at = place(this.files.length - 1, number, 0);
    this.frames.add(at, this.file.episode, frames);
    if (!endsTraceback(line.message) || isException(line.message)) return;
    this.notables.add(line, at, this.file.episode, this.intake.process(line), { kind: Kind.EXCEPTION });
  }

  /** Look for companions with hot phrases in a block, once. */
  addHot(placed) {
    if (placed.searched || !placed.withoutHot) return;
    placed.searched = true;
    const { block } = placed;
    const first = placed.number;
    for (const { start, end, line: index, phrases } of this.search.hotHits(block.data)) {
      const rules = this.table.candidates(phrases, block.data.subarray(start, end));
      if (!rules.length) continue;
      const raw = utf8(rawLine(block, start, end, index));
      parseLine(raw, first + index, block.origin, block.profile).forEach((line, piece) => {
        this.intake.match(rules, line, place(this.files.length - 1, first + index, piece), this.file.episode);
      });
    }
  }
}

const isFrameLine = (bytes) => latin(bytes.subarray(0, 64)).includes("frame #");
