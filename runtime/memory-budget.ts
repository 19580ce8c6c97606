import { heapLimit, memoryBeside } from './available-memory.js';
import { configuration } from './configure.js';
import { type MemoryError, RowfuseError } from './errors.js';
import { isRefusal, noMemory, pastLimit, tooManyObjects } from './memory-errors.js';

/** Bytes that a call may take before the budget asks the system how much there is. */
const alwaysThere = 2 ** 26;

/**
 * Counts the memory that one call takes, for its results and for making them, against a limit. Code that is about to allocate for the
 * call counts the bytes first, so that an allocation past the limit is refused before it is made.
 */
export class MemoryBudget {
  readonly #name: string;
  readonly #limit: number | undefined;
  /** Bytes up to which nothing is checked: the limit, or `alwaysThere`. */
  readonly #unquestioned: number;
  #borrowed = 0;
  #used = 0;
  #heap = 0;
  #native = 0;

  /** @param name the function that is called, for errors */
  constructor(name: string, limit: number | undefined = configuration().memoryLimit) {
    this.#name = name;
    this.#limit = limit;
    this.#unquestioned = limit ?? alwaysThere;
  }

  /** Bytes counted so far, without those of native code. */
  get used(): number {
    return this.#used;
  }

  /** Bytes that native code may hold. */
  get left(): number {
    return Math.max((this.#limit ?? memoryBeside(this.#borrowed)) - this.#used, 0);
  }

  /** Counts memory of the caller. It has to stay, so the call cannot have it. */
  borrow(bytes: number): void {
    this.#borrowed += bytes;
  }

  /**
   * Counts memory that is about to be allocated.
   *
   * @throws MemoryError if it passes the limit
   */
  take(bytes: number): void {
    this.ask(bytes);
    this.#used += bytes;
  }

  /**
   * Counts memory, and allocates it by `work`.
   *
   * @throws MemoryError if it passes the limit, or the system has none
   */
  allocate<Memory>(bytes: number, work: () => Memory): Memory {
    this.take(bytes);
    try {
      return work();
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** @throws MemoryError if `bytes` more would pass the limit */
  ask(bytes: number): void {
    const used = this.#used + this.#native + bytes;
    if (used > this.#unquestioned) this.#refusePast(used);
  }

  /** Counts JavaScript objects, for which V8 has a limit of its own. */
  takeObjects(bytes: number): void {
    this.take(bytes);
    this.#heap += bytes;
    if (this.#heap <= alwaysThere) return;
    const limit = heapLimit();
    if (this.#heap > limit) throw tooManyObjects(this.#name, this.#heap, limit);
  }

  giveObjects(bytes: number): void {
    this.give(bytes);
    this.#heap -= bytes;
  }

  /** Subtracts memory that is no longer needed. */
  give(bytes: number): void {
    this.#used -= bytes;
  }

  /** Subtracts everything counted since `used` was `before`, except for `kept` bytes. */
  settle(before: number, kept: number): void {
    this.#used = before + kept;
  }

  /** Sets how many bytes native code holds. */
  countNative(bytes: number): void {
    this.#native = bytes;
  }

  /**
   * Counts memory that replaces `present` bytes: `wanted` bytes, or the bytes that are left if those are fewer.
   *
   * @returns the bytes counted, at least `needed`
   * @throws MemoryError if fewer than `needed` are left
   */
  grow(present: number, wanted: number, needed: number): number {
    const fits = this.#used + this.#native + wanted <= this.#unquestioned;
    const bytes = fits ? wanted : Math.max(Math.min(wanted, this.left - this.#native), needed);
    this.take(bytes);
    this.give(present);
    return bytes;
  }

  /** The error for `bytes` that native code would have held past its limit. */
  refused(bytes: number): MemoryError {
    const limit = this.left + this.#used;
    return this.#pastLimit(Math.max(this.#used + bytes, limit + 1), limit);
  }

  /** Turns an error by which V8 refuses memory into a MemoryError; returns any other error as it is. */
  explain(error: unknown): unknown {
    if (error instanceof RowfuseError || !isRefusal(error)) return error;
    return this.noMemory(error);
  }

  /** The error for memory that the system does not have. */
  noMemory(cause: unknown): MemoryError {
    return noMemory(this.#name, this.#used + this.#native, cause);
  }

  #refusePast(used: number): void {
    let limit = this.#limit ?? memoryBeside(this.#borrowed);
    if (used <= limit) return;
    // The first answer may be as old as a second: ask the system again before refusing.
    if (this.#limit === undefined) limit = memoryBeside(this.#borrowed, true);
    if (used > limit) throw this.#pastLimit(used, limit);
  }

  #pastLimit(requested: number, limit: number): MemoryError {
    return pastLimit(this.#name, requested, limit, this.#limit !== undefined);
  }
}
