import { freemem, totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/** What the system has for this process. */
interface SystemMemory {
  /** Bytes that it could be given. */
  readonly available: number;
  /** Bytes that it has. */
  readonly own: number;
}

/** Milliseconds for which what was asked is taken to be so: asking takes as long as a small call. */
const asksAgainAfter = 1000;

let known: SystemMemory | undefined;
let askedAt = Number.NEGATIVE_INFINITY;

/**
 * Bytes that this process can have besides memory that it must keep: what is free, and what it has already. How much of that is in use
 * nobody knows before the garbage is collected.
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
  // Elsewhere what a system calls free leaves out what it would give at once.
  const free = process.platform === 'linux' ? freemem() : Math.max(total - own, 0);
  const allowed = process.constrainedMemory?.() ?? 0;
  const isAllowed = allowed > 0 && allowed < total;
  return { available: isAllowed ? Math.min(free, Math.max(allowed - own, 0)) : free, own };
}

/** Bytes that the objects of JavaScript may take. */
export function heapLimit(): number {
  return getHeapStatistics().heap_size_limit;
}
