import { heapLimit, memoryBeside } from './available-memory.js';
import { configuration } from './configure.js';
import { MemoryError, RowfuseError } from './errors.js';

/** Bytes that are taken without a look at what the system has. */
const alwaysThere = 2 ** 26;

/**
 * What one call takes of the memory of this process, and may: its results, and what it needs to make them. Whatever is about to allocate
 * for the call counts that in, so that what would not fit is refused before it is asked for.
 */
export class MemoryBudget {
  readonly #name: string;
  readonly #limit: number | undefined;
  /** What is refused at once, or looked into. */
  readonly #unquestioned: number;
  #borrowed = 0;
  #used = 0;
  #heap = 0;
  #native = 0;

  /** @param name of the function that is called, for errors */
  constructor(name: string, limit: number | undefined = configuration().memoryLimit) {
    this.#name = name;
    this.#limit = limit;
    this.#unquestioned = limit ?? alwaysThere;
  }

  /** Bytes that are counted in, of memory that JavaScript has. */
  get used(): number {
    return this.#used;
  }

  /** Bytes that native code may have. */
  get left(): number {
    return Math.max((this.#limit ?? memoryBeside(this.#borrowed)) - this.#used, 0);
  }

  /** Memory of the caller's, which has to stay. */
  borrow(bytes: number): void {
    this.#borrowed += bytes;
  }

  /**
   * Counts in memory that is about to be asked for.
   *
   * @throws MemoryError where that passes the limit
   */
  take(bytes: number): void {
    this.ask(bytes);
    this.#used += bytes;
  }

  /**
   * Counts in memory, and asks for it.
   *
   * @throws MemoryError where that passes the limit, or there is none
   */
  allocate<Memory>(bytes: number, work: () => Memory): Memory {
    this.take(bytes);
    try {
      return work();
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** @throws MemoryError where so much more would pass the limit */
  ask(bytes: number): void {
    const used = this.#used + this.#native + bytes;
    if (used > this.#unquestioned) this.#refusePast(used);
  }

  /** Counts in objects of JavaScript, of which V8 has a limit of its own. */
  takeObjects(bytes: number): void {
    this.take(bytes);
    this.#heap += bytes;
    if (this.#heap > alwaysThere && this.#heap > heapLimit()) throw this.#tooManyObjects();
  }

  giveObjects(bytes: number): void {
    this.give(bytes);
    this.#heap -= bytes;
  }

  /** Counts out what is not needed any more. */
  give(bytes: number): void {
    this.#used -= bytes;
  }

  /** Counts out all that was counted in since so many bytes were, but for what is kept of it. */
  settle(before: number, kept: number): void {
    this.#used = before + kept;
  }

  /** How much native code has. */
  countNative(bytes: number): void {
    this.#native = bytes;
  }

  /**
   * Counts in memory that takes the place of smaller one: the bytes that are `wanted`, or what there is, where that is less.
   *
   * @returns how many bytes, at least those that are needed
   * @throws MemoryError where there are not as many
   */
  grow(present: number, wanted: number, needed: number): number {
    const fits = this.#used + this.#native + wanted <= this.#unquestioned;
    const bytes = fits ? wanted : Math.max(Math.min(wanted, this.left - this.#native), needed);
    this.take(bytes);
    this.give(present);
    return bytes;
  }

  /** The error for what native code would have held, had it been allowed to. */
  refused(bytes: number): MemoryError {
    const limit = this.left + this.#used;
    return this.#pastLimit(Math.max(this.#used + bytes, limit + 1), limit);
  }

  /** What an error of V8's says of memory that it has not been given as one of ours; any other as it is. */
  explain(error: unknown): unknown {
    if (error instanceof RowfuseError || !isRefusal(error)) return error;
    return this.noMemory(error);
  }

  /** The error for memory that the system does not have. */
  noMemory(cause: unknown): MemoryError {
    // The advice of native code is ours already: its first sentence says what happened.
    const [why] = (cause instanceof Error ? cause.message : String(cause)).split(/\.(?: |$)/);
    return new MemoryError(
      `${this.#name}: there is no memory for what the call needs, beside ${bytesOf(this.#used + this.#native)} that it has: ${why}. ` +
        'Pass fewer rows a call, or let earlier results be collected.',
      {},
      { cause },
    );
  }

  #refusePast(used: number): void {
    let limit = this.#limit ?? memoryBeside(this.#borrowed);
    if (used <= limit) return;
    // What was free a moment ago need not be what is free now.
    if (this.#limit === undefined) limit = memoryBeside(this.#borrowed, true);
    if (used > limit) throw this.#pastLimit(used, limit);
  }

  #pastLimit(requested: number, limit: number): MemoryError {
    const whose =
      this.#limit === undefined
        ? `this machine has ${bytesOf(limit)} for it`
        : `configure({ memoryLimit }) allows ${bytesOf(limit)}`;
    const fix = this.#limit === undefined ? 'set another limit' : 'raise the limit';
    return new MemoryError(
      `${this.#name}: the call needs ${bytesOf(requested)} of memory or more, and ${whose}. ` +
        `Pass fewer rows a call, or ${fix}: configure({ memoryLimit: bytes }).`,
      { requested, limit },
    );
  }

  #tooManyObjects(): MemoryError {
    const limit = heapLimit();
    return new MemoryError(
      `${this.#name}: the call needs ${bytesOf(this.#heap)} of JavaScript objects or more, and Node allows ${bytesOf(limit)}. ` +
        "Pass fewer rows a call, pass { backend: 'cpu' }, which needs none, or start Node with --max-old-space-size.",
      { requested: this.#heap, limit },
    );
  }
}

function bytesOf(count: number): string {
  const mebibytes = count / 2 ** 20;
  return mebibytes < 10 ? `${count} bytes` : `${count} bytes (${Math.round(mebibytes)} MiB)`;
}

/** What V8 says where it has no memory, or a collection no room. */
const refusals = [
  'Array buffer allocation failed',
  'Invalid typed array length',
  'Invalid array length',
  'Invalid string length',
  'Map maximum size exceeded',
  'Set maximum size exceeded',
];

function isRefusal(error: unknown): boolean {
  return error instanceof RangeError && refusals.some((known) => error.message.startsWith(known));
}
