/** Why PyTorch ran out of GPU memory, from the numbers in its own message (faultbook.diagnosis.allocation). */

import { fixed2 } from "./text.js";

const UNITS = { bytes: 2 ** -30, KiB: 2 ** -20, MiB: 2 ** -10, GiB: 1, TiB: 2 ** 10 };
const SIZE = String.raw`(\d{1,9}(?:\.\d{1,4})?) (bytes|KiB|MiB|GiB|TiB)`;
const TRIED = new RegExp(`Tried to allocate ${SIZE}`);
const TOTAL = new RegExp(`(?:total capac?i?ty of ${SIZE}|${SIZE} total capacity)`);
const FREE = new RegExp(`(?:of which ${SIZE} is free|${SIZE} free)`);
const THIS = new RegExp(`this process has ${SIZE} memory in use`);
const PROCESS = new RegExp(String.raw`Process \d{1,10} has ${SIZE} memory in use`, "g");
const ALLOCATED = new RegExp(`(?:allocated memory ${SIZE} is allocated|${SIZE} already allocated)`);
const UNUSED = new RegExp(`${SIZE} is reserved by PyTorch but unallocated`);
const CACHED = new RegExp(`${SIZE} cached`); // before 1.4: the unused part alone
const RESERVED = new RegExp(`${SIZE} reserved in total by PyTorch`);
const OWN_OVERHEAD = 2.5; // GiB that a process holds besides PyTorch's: context, libraries, NCCL
const LARGE_SHARE = 0.1; // of the card: less, held by others or unused, decides nothing

/**
 * The numbers of one out-of-memory message, in GiB: `{tried, total, free, own, others, unused,
 * line}`, `own` null where it is not said; null if the line is none, or says too little.
 */
export function allocation(line) {
  const text = line.message;
  const [tried, total] = [sizeIn(TRIED, text), sizeIn(TOTAL, text)];
  if (tried === null || total === null) return null;
  const allocated = sizeIn(ALLOCATED, text);
  const unused = unusedIn(text, allocated);
  let own = sizeIn(THIS, text);
  const processes = [...text.matchAll(PROCESS)].map(gib);
  if (own === null && allocated !== null) {
    // In a container PyTorch cannot tell which process is this one; its numbers can.
    const held = allocated + (unused || 0);
    const fitting = processes.filter((size) => held <= size + 0.1 && size + 0.1 <= held + OWN_OVERHEAD);
    if (fitting.length) {
      own = Math.min(...fitting);
      processes.splice(processes.indexOf(own), 1);
    }
  }
  return {
    tried,
    total,
    free: sizeIn(FREE, text) || 0,
    own: own ?? allocated,
    others: processes.reduce((sum, size) => sum + size, 0),
    unused: unused || 0,
    line,
  };
}

/** One sentence on what the numbers show: unused memory, others, or too much. */
export function reason({ tried, total, free, own, others, unused }) {
  if (unused >= tried && unused >= LARGE_SHARE * total) {
    return (
      `CUDA out of memory: ${fixed2(unused)} GiB reserved by PyTorch lie unused, ` +
      `more than the ${fixed2(tried)} GiB asked for`
    );
  }
  if (others >= LARGE_SHARE * total && tried <= free + others) {
    return (
      `CUDA out of memory: other processes hold ${fixed2(others)} GiB ` +
      `of the card's ${fixed2(total)} GiB`
    );
  }
  if (unused + free >= tried && unused >= LARGE_SHARE * total) {
    return (
      `CUDA out of memory: ${fixed2(unused)} GiB reserved by PyTorch lie unused, ` +
      `with the ${fixed2(free)} GiB free enough for the ${fixed2(tried)} GiB asked for`
    );
  }
  const held = own ?? total - free;
  return (
    `CUDA out of memory: this process holds ${fixed2(held)} GiB of the card's ${fixed2(total)} GiB ` +
    `and asked for ${fixed2(tried)} GiB more`
  );
}

function unusedIn(text, allocated) {
  const unused = sizeIn(UNUSED, text) ?? sizeIn(CACHED, text);
  const reserved = sizeIn(RESERVED, text);
  if (unused === null && reserved !== null && allocated !== null) return Math.max(0, reserved - allocated);
  return unused;
}

function sizeIn(expression, text) {
  const found = expression.exec(text);
  return found ? gib(found) : null;
}

function gib(found) {
  const [number, unit] = found.slice(1).filter((group) => group !== undefined);
  return Number(number) * UNITS[unit];
}
