import { freemem, totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/** The memory that the system has for this process. */
interface SystemMemory {
  /** Bytes that the system can still give the process. */
  readonly available: number;
  /** Bytes that the process has. */
  readonly own: number;
}

/** Milliseconds for which an answer of the system is reused: asking takes as long as a small call. */
const asksAgainAfter = 1000;

let known: SystemMemory | undefined;
let askedAt = Number.NEGATIVE_INFINITY;

/**
 * Returns the bytes that this process can have besides `kept` bytes: the free memory, and the memory that the process has already. Which
 * part of the latter is in use is unknown until the garbage is collected.
 */
export function memoryBeside(kept: number, isFresh = false): number {
  const now = performance.now();
  if (known === undefined || isFresh || now - askedAt > asksAgainAfter) {
    known = systemMemory();
    askedAt = now;
  }
  return known.available + Math.max(known.own - kept, 0);
}

function systemMemory(): SystemMemory {
  const own = process.memoryUsage.rss();
  const total = totalmem();
  // Elsewhere the memory that a system calls free leaves out memory that it would give at once.
  const free = process.platform === 'linux' ? freemem() : Math.max(total - own, 0);
  const allowed = process.constrainedMemory?.() ?? 0;
  const isAllowed = allowed > 0 && allowed < total;
  return { available: isAllowed ? Math.min(free, Math.max(allowed - own, 0)) : free, own };
}

/** Returns the bytes that the objects of JavaScript may take. */
export function heapLimit(): number {
  return getHeapStatistics().heap_size_limit;
}
